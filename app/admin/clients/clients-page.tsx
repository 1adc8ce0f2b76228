import { ExternalLink, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Badge } from '#app/admin/layout/badge.tsx';
import { IconButton } from '#app/admin/layout/icon-button.tsx';
import {
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/layout/list.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { Thumbnail } from '#app/admin/layout/thumbnail.tsx';
import { DateText } from '#app/admin/layout/time.tsx';
import { useNotify } from '#app/admin/lib/notify.ts';
import { useEdited } from '#app/admin/lib/use-edited.ts';
import { useManagedContent } from '#app/admin/lib/use-managed-content.ts';
import { CLIENT_MESSAGES } from '#shared/clients-form.ts';
import type { AdminClient } from '#shared/clients-schema.ts';
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

const VIEWS = [
  { value: 'current', label: 'Current clients' },
  { value: 'deleted', label: 'Deleted' },
];

export function ClientsPage() {
  const notify = useNotify();
  const [edited, setEdited] = useEdited<AdminClient>();
  const clients = useManagedContent<AdminClient>({
    path: 'clients',
    table: 'clients',
    texts: CLIENT_MESSAGES,
  });
  const { list, filter, setFilter, showsDeleted } = clients;

  // Closed first: a notice appears inside a dialog that is still open.
  function handleSaved(text: string) {
    flushSync(() => setEdited(null));
    notify.success(text);
    void clients.reload();
  }

  return (
    <AdminPage
      title="Clients Management"
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setEdited('new')}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          New Client
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label="Search clients"
          value={filter.search}
          onChange={(search) => setFilter({ search }, { replace: true })}
        />
        <FilterSelect
          label="Show"
          value={filter.show}
          options={VIEWS}
          onChange={(show) => setFilter({ show })}
        />
      </Toolbar>
      <ListView
        items={list.items}
        isLoading={list.isLoading}
        error={list.error}
        loadingText="Loading clients..."
        emptyText="No clients found"
        emptyHint="Press New Client to add the first one."
        isFiltered={clients.isFiltered}
        onClearFilters={clients.clearFilter}
        onRetry={() => void clients.reload()}
      >
        <Table label="Clients" columns={COLUMNS}>
          {(list.items ?? []).map((client) => (
            <tr key={client.id} data-row={client.id}>
              <td>
                <Thumbnail url={client.logoUrl} name={client.name} />
              </td>
              <th scope="row" className="min-w-40 wrap-anywhere">
                {client.name}
              </th>
              <td>
                <Website client={client} />
              </td>
              <td>
                <ClientStatus client={client} />
              </td>
              <td>
                <DateText iso={client.createdAt} />
              </td>
              <td data-end>
                <div className="inline-flex gap-1">
                  {showsDeleted ? (
                    <button
                      type="button"
                      data-action="restore"
                      onClick={() => void clients.restore(client)}
                      className="admin-button admin-button-secondary"
                    >
                      <RotateCcw aria-hidden className="size-4" />
                      Restore<span className="sr-only"> {client.name}</span>
                    </button>
                  ) : (
                    <>
                      <IconButton
                        label={`Edit ${client.name}`}
                        icon={Pencil}
                        data-action="edit"
                        onClick={() => setEdited(client)}
                      />
                      <IconButton
                        label={`Delete ${client.name}`}
                        icon={Trash2}
                        data-action="delete"
                        onClick={() => void clients.remove(client, client.name)}
                      />
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={() => void list.loadMore()}
          summary={clients.summary}
        />
      </ListView>
      {edited && (
        <ClientDialog
          client={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={handleSaved}
        />
      )}
    </AdminPage>
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

function ClientStatus({ client }: { client: AdminClient }) {
  if (client.deletedAt) {
    return (
      <>
        Deleted <DateText iso={client.deletedAt} />
      </>
    );
  }
  return client.isFeatured ? <Badge tone="green">Featured</Badge> : <Badge>Not Featured</Badge>;
}
