import { ExternalIconLink } from '#app/admin/ui/button.tsx';
import {
  CREATED_COLUMN,
  defineContent,
  type RecordForm,
  STATUS_COLUMN,
} from '#app/admin/content/definition.tsx';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { CONTENT } from '#app/admin/data/content.ts';
import { fieldsOf, SwitchField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import { type AdminClient, clientInputSchema } from '#shared/clients/admin-schema.ts';
import { CLIENT_LIMITS, NEW_CLIENT } from '#shared/clients/values.ts';
import { isWebUrl, MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import { CLIENT_LABELS as LABELS, CLIENT_SCREEN_MESSAGES } from '#shared/clients/messages.ts';

export const SCREEN = defineContent<AdminClient, typeof NEW_CLIENT>({
  entity: CONTENT.clients,
  columns: [
    {
      label: LABELS.logoUrl,
      renderCell: ({ logoUrl, name }) => <Thumbnail url={logoUrl} name={name} />,
    },
    { label: LABELS.name, renderCell: ({ name }) => name, isHead: true },
    { label: CLIENT_SCREEN_MESSAGES.website, renderCell: (client) => <Website client={client} /> },
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  schema: clientInputSchema,
  blank: NEW_CLIENT,
  labels: LABELS,
  Fields: ClientFields,
});

function ClientFields({ form }: { form: RecordForm<AdminClient, typeof NEW_CLIENT> }) {
  const field = fieldsOf(form, LABELS);
  return (
    <>
      <TextField {...field('name')} maxLength={CLIENT_LIMITS.name} />
      <TextField
        {...field('websiteUrl')}
        hint={CLIENT_SCREEN_MESSAGES.websiteHint}
        type="url"
        placeholder="https://"
        maxLength={MAX_URL_CHARACTERS}
      />
      <ImageField
        {...field('logoUrl')}
        folder="client-logos"
        alt={CLIENT_SCREEN_MESSAGES.logoOf(form.values.name)}
      />
      <SwitchField {...field('isFeatured')} />
    </>
  );
}

function Website({ client: { name, websiteUrl } }: { client: AdminClient }) {
  if (!websiteUrl) return CONTENT_MESSAGES.notAvailable;
  if (!isWebUrl(websiteUrl)) return <span className="wrap-anywhere">{websiteUrl}</span>;
  return (
    <ExternalIconLink
      href={websiteUrl}
      label={CLIENT_SCREEN_MESSAGES.websiteOf(name)}
      title={websiteUrl}
    />
  );
}
