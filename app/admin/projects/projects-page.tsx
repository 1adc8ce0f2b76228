import { ExternalLink, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, sendJson } from '#app/admin/lib/api.ts';
import { useNotify } from '#app/admin/lib/notify.ts';
import { usePages } from '#app/admin/lib/use-pages.ts';
import { useQueryState } from '#app/admin/lib/use-query-state.ts';
import { useResource } from '#app/admin/lib/use-resource.ts';
import { Badge } from '#app/admin/layout/badge.tsx';
import { useConfirm } from '#app/admin/layout/dialog.tsx';
import { IconButton } from '#app/admin/layout/icon-button.tsx';
import {
  ErrorPanel,
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/layout/list.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { DateText, RelativeTime } from '#app/admin/layout/time.tsx';
import { PROJECT_STATUSES } from '#shared/projects-form.ts';
import type { AdminProjectSummary } from '#shared/projects-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects.ts';
import { EditProjectDialog, NewProjectDialog } from './project-dialog.tsx';
import { PROJECT_TEXTS } from './project-texts.ts';

const FILTERS = { search: '', status: 'all', category: 'all' };
const OPENED = { new: '' };
const REFRESH = { refreshOn: ['projects'] };

const STATUS_OPTIONS = [
  { value: 'all', label: 'All Status' },
  ...PROJECT_STATUSES,
  { value: 'deleted', label: 'Deleted' },
];

const INDUSTRY_OPTIONS = [
  { value: 'all', label: 'All Industries' },
  ...PROJECT_CATEGORIES.map((name) => ({ value: name, label: name })),
];

const COLUMNS = ['Title', 'Industry', 'Client', 'Status', 'Created', 'Actions'].map((label) => ({
  key: label,
  label,
}));

function queryOf({ search, status, category }: typeof FILTERS): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status === 'deleted') query.set('deleted', '1');
  else if (status !== 'all') query.set('status', status);
  if (category !== 'all') query.set('category', category);
  return query.toString();
}

export function ProjectsPage() {
  const notify = useNotify();
  const confirm = useConfirm();
  const [filters, setFilters, clearFilters, isFiltered] = useQueryState(FILTERS);
  const [opened, setOpened] = useQueryState(OPENED);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ error: ApiError; retry: () => void } | null>(null);
  const query = queryOf(filters);
  const pages = usePages<AdminProjectSummary>(`projects?${query}`, REFRESH);
  const count = useResource<{ total: number }>(`projects/count?${query}`, REFRESH);

  useEffect(() => {
    if (pages.error) notify.error(PROJECT_TEXTS.loadFailed);
  }, [notify, pages.error]);

  async function reload() {
    await Promise.all([pages.reload(), count.reload()]);
  }

  function handleSaved() {
    setEditedId(null);
    setOpened({ new: '' }, { replace: true });
    void reload();
  }

  /** Does something to one project and says how it went. */
  async function act(work: () => Promise<unknown>, done: string, failed: string) {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      notify.error(failed);
      if (error instanceof ApiError) {
        setFailure({ error, retry: () => void act(work, done, failed) });
      }
      return;
    }
    notify.success(done);
    await reload();
    // The row that had the focus is gone.
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  async function handleDelete({ id, title }: AdminProjectSummary) {
    const isSure = await confirm({
      title: 'Delete project',
      text: (
        <>
          <p>{PROJECT_TEXTS.confirmDelete}</p>
          <p className="mt-2 wrap-anywhere">
            <strong>{title}</strong> can be restored for 30 days.
          </p>
        </>
      ),
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isSure) return;
    await act(
      () => sendJson('DELETE', `projects/${id}`),
      PROJECT_TEXTS.deleted,
      PROJECT_TEXTS.deleteFailed,
    );
  }

  function handleRestore({ id }: AdminProjectSummary) {
    void act(
      () => sendJson('POST', `projects/${id}/restore`),
      PROJECT_TEXTS.restored,
      PROJECT_TEXTS.restoreFailed,
    );
  }

  return (
    <AdminPage
      title={PROJECT_TEXTS.heading}
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setOpened({ new: '1' }, { replace: true })}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          New Project
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label="Search projects"
          value={filters.search}
          onChange={(search) => setFilters({ search }, { replace: true })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => setFilters({ status })}
        />
        <FilterSelect
          label="Industry"
          value={filters.category}
          options={INDUSTRY_OPTIONS}
          onChange={(category) => setFilters({ category })}
        />
      </Toolbar>
      {failure && <ErrorPanel error={failure.error} onRetry={failure.retry} />}
      <ListView
        items={pages.items}
        isLoading={pages.isLoading}
        error={pages.error}
        loadingText={PROJECT_TEXTS.loading}
        emptyText={PROJECT_TEXTS.empty}
        emptyHint="Write the first one with New Project."
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
        onRetry={() => void reload()}
      >
        <Table label="Projects" columns={COLUMNS}>
          {pages.items?.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              onEdit={() => setEditedId(project.id)}
              onDelete={() => void handleDelete(project)}
              onRestore={() => handleRestore(project)}
            />
          ))}
        </Table>
        <MoreButton
          hasMore={pages.hasMore}
          isLoading={pages.isLoadingMore}
          onMore={() => void pages.loadMore()}
          summary={count.data && `Showing ${pages.items?.length ?? 0} of ${count.data.total}`}
        />
      </ListView>
      {opened.new === '1' && (
        <NewProjectDialog
          onClose={() => setOpened({ new: '' }, { replace: true })}
          onSaved={handleSaved}
        />
      )}
      {editedId !== null && (
        <EditProjectDialog
          key={editedId}
          id={editedId}
          onClose={() => setEditedId(null)}
          onSaved={handleSaved}
        />
      )}
    </AdminPage>
  );
}

type RowProps = {
  project: AdminProjectSummary;
  onEdit: () => void;
  onDelete: () => void;
  onRestore: () => void;
};

function ProjectRow({ project, onEdit, onDelete, onRestore }: RowProps) {
  const { title, isPublished, deletedAt } = project;
  return (
    <tr>
      <th scope="row" className="min-w-48 wrap-anywhere">
        {title}
      </th>
      <td className="wrap-anywhere">{project.industryCategory}</td>
      <td className="wrap-anywhere">{project.clientName?.trim() || 'N/A'}</td>
      <td>
        {deletedAt === null ? (
          <Badge tone={isPublished ? 'green' : 'yellow'}>
            {isPublished ? 'Published' : 'Draft'}
          </Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="red">Deleted</Badge>
            <RelativeTime iso={deletedAt} />
          </span>
        )}
      </td>
      <td>
        <DateText iso={project.createdAt} />
      </td>
      <td>
        {deletedAt === null ? (
          <span className="flex">
            <a
              href={isPublished ? `/project/${project.id}` : `/admin/preview/project/${project.id}`}
              target="_blank"
              rel="noopener"
              aria-label={`${isPublished ? 'View' : 'Preview'} ${title} (opens in a new tab)`}
              title={isPublished ? 'View' : 'Preview'}
              className="admin-icon-button"
            >
              <ExternalLink aria-hidden className="size-4" />
            </a>
            <IconButton label={`Edit ${title}`} title="Edit" icon={Pencil} onClick={onEdit} />
            <IconButton label={`Delete ${title}`} title="Delete" icon={Trash2} onClick={onDelete} />
          </span>
        ) : (
          <button
            type="button"
            onClick={onRestore}
            aria-label={`Restore ${title}`}
            className="admin-button admin-button-secondary"
          >
            <RotateCcw aria-hidden className="size-4" />
            Restore
          </button>
        )}
      </td>
    </tr>
  );
}
