import { ExternalIconLink } from '#app/admin/ui/button.tsx';
import {
  CREATED_COLUMN,
  defineContent,
  describeForm,
  type FormValues,
  STATUS_COLUMN,
} from '#app/admin/content/definition.tsx';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { CONTENT } from '#app/admin/data/content.ts';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import { type AdminClient, CLIENT } from '#shared/clients/admin-schema.ts';
import { isWebUrl } from '#shared/common/web-url.ts';
import { listLabels } from '#shared/site-content/fields.ts';

const LABELS = listLabels(CLIENT.fields);

export const SCREEN = defineContent<AdminClient, FormValues>({
  entity: CONTENT.clients,
  columns: [
    {
      label: LABELS.logoUrl,
      renderCell: ({ logoUrl, name }) => <Thumbnail url={logoUrl} name={name} />,
    },
    { label: LABELS.name, renderCell: ({ name }) => name, isHead: true },
    { label: CONTENT_MESSAGES.website, renderCell: (client) => <Website client={client} /> },
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  ...describeForm(CONTENT.clients, CLIENT),
});

function Website({ client: { name, websiteUrl } }: { client: AdminClient }) {
  if (!websiteUrl) return CONTENT_MESSAGES.notAvailable;
  if (!isWebUrl(websiteUrl)) return <span className="wrap-anywhere">{websiteUrl}</span>;
  return (
    <ExternalIconLink
      href={websiteUrl}
      label={CONTENT_MESSAGES.websiteOf(name)}
      title={websiteUrl}
    />
  );
}
