import { ExternalLink } from 'lucide-react';
import { FeaturedBadge } from '#app/admin/ui/badge.tsx';
import { ManagedContentPage, StatusCell } from '#app/admin/content/managed-content-page.tsx';
import { Thumbnail } from '#app/admin/ui/thumbnail.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { useManagedContent } from '#app/admin/content/use-managed-content.ts';
import { CLIENT_MESSAGES } from '#shared/clients/messages.ts';
import type { AdminClient } from '#shared/clients/admin-schema.ts';
import { isWebAddress } from '#shared/common/web-address.ts';
import { ClientDialog } from './client-dialog.tsx';

const COLUMNS = [
  { key: 'logo', label: 'Logo' },
  { key: 'name', label: 'Name' },
  { key: 'website', label: 'Website' },
  { key: 'status', label: 'Status' },
  { key: 'created', label: 'Created' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

export function ClientsPage() {
  const clients = useManagedContent<AdminClient>({
    path: 'clients',
    table: 'clients',
    texts: CLIENT_MESSAGES,
  });
  return (
    <ManagedContentPage
      title="Clients Management"
      plural="clients"
      newLabel="New Client"
      emptyHint="Press New Client to add the first one."
      columns={COLUMNS}
      content={clients}
      nameOf={({ name }) => name}
      renderCells={(client) => (
        <>
          <td>
            <Thumbnail url={client.logoUrl} name={client.name} />
          </td>
          <th scope="row" className="min-w-40 wrap-anywhere">
            {client.name}
          </th>
          <td>
            <Website client={client} />
          </td>
          <StatusCell record={client}>
            <FeaturedBadge isFeatured={client.isFeatured} />
          </StatusCell>
          <td>
            <DateText iso={client.createdAt} />
          </td>
        </>
      )}
      renderDialog={(client, dialog) => <ClientDialog {...dialog} client={client} />}
    />
  );
}

function Website({ client: { name, websiteUrl } }: { client: AdminClient }) {
  if (!websiteUrl) return 'N/A';
  if (!isWebAddress(websiteUrl)) return <span className="wrap-anywhere">{websiteUrl}</span>;
  const label = `Website of ${name} (opens in a new tab)`;
  return (
    <a
      href={websiteUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={websiteUrl}
      className="admin-icon-button"
    >
      <ExternalLink aria-hidden className="size-4" />
    </a>
  );
}
