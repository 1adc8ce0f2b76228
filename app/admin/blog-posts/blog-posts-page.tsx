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
import { BLOG_POST_STATUSES } from '#shared/blog-posts-form.ts';
import type { AdminBlogPostSummary } from '#shared/blog-posts-schema.ts';
import { EditBlogPostDialog, NewBlogPostDialog } from './blog-post-dialog.tsx';
import { BLOG_POST_TEXTS } from './blog-post-texts.ts';

const FILTERS = { search: '', status: 'all', category: 'all' };
const OPENED = { new: '' };
const REFRESH = { refreshOn: ['blog_posts'] };

const STATUS_OPTIONS = [
  { value: 'all', label: 'All Status' },
  ...BLOG_POST_STATUSES,
  { value: 'deleted', label: 'Deleted' },
];

const COLUMNS = ['Title', 'Category', 'Author', 'Status', 'Created', 'Actions'].map((label) => ({
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

export function BlogPostsPage() {
  const notify = useNotify();
  const confirm = useConfirm();
  const [filters, setFilters, clearFilters, isFiltered] = useQueryState(FILTERS);
  const [opened, setOpened] = useQueryState(OPENED);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ error: ApiError; retry: () => void } | null>(null);
  const query = queryOf(filters);
  const pages = usePages<AdminBlogPostSummary>(`blog-posts?${query}`, REFRESH);
  const count = useResource<{ total: number }>(`blog-posts/count?${query}`, REFRESH);
  const categories = useResource<{ items: string[] }>('blog-posts/categories', REFRESH);
  const names = categories.data?.items ?? [];

  useEffect(() => {
    if (pages.error) notify.error(BLOG_POST_TEXTS.loadFailed);
  }, [notify, pages.error]);

  async function reload() {
    await Promise.all([pages.reload(), count.reload(), categories.reload()]);
  }

  function handleSaved() {
    setEditedId(null);
    setOpened({ new: '' }, { replace: true });
    void reload();
  }

  /** Does something to one post and says how it went. */
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

  async function handleDelete({ id, title }: AdminBlogPostSummary) {
    const isSure = await confirm({
      title: 'Delete blog post',
      text: (
        <>
          <p>{BLOG_POST_TEXTS.confirmDelete}</p>
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
      () => sendJson('DELETE', `blog-posts/${id}`),
      BLOG_POST_TEXTS.deleted,
      BLOG_POST_TEXTS.deleteFailed,
    );
  }

  function handleRestore({ id }: AdminBlogPostSummary) {
    void act(
      () => sendJson('POST', `blog-posts/${id}/restore`),
      BLOG_POST_TEXTS.restored,
      BLOG_POST_TEXTS.restoreFailed,
    );
  }

  return (
    <AdminPage
      title={BLOG_POST_TEXTS.heading}
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setOpened({ new: '1' }, { replace: true })}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          New Post
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label="Search blog posts"
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
          label="Category"
          value={filters.category}
          options={[
            { value: 'all', label: 'All Categories' },
            ...(names.includes(filters.category) || filters.category === 'all'
              ? names
              : [filters.category, ...names]
            ).map((name) => ({ value: name, label: name })),
          ]}
          onChange={(category) => setFilters({ category })}
        />
      </Toolbar>
      {failure && <ErrorPanel error={failure.error} onRetry={failure.retry} />}
      <ListView
        items={pages.items}
        isLoading={pages.isLoading}
        error={pages.error}
        loadingText={BLOG_POST_TEXTS.loading}
        emptyText={BLOG_POST_TEXTS.empty}
        emptyHint="Write the first one with New Post."
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
        onRetry={() => void reload()}
      >
        <Table label="Blog posts" columns={COLUMNS}>
          {pages.items?.map((post) => (
            <BlogPostRow
              key={post.id}
              post={post}
              onEdit={() => setEditedId(post.id)}
              onDelete={() => void handleDelete(post)}
              onRestore={() => handleRestore(post)}
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
        <NewBlogPostDialog
          categories={names}
          onClose={() => setOpened({ new: '' }, { replace: true })}
          onSaved={handleSaved}
        />
      )}
      {editedId !== null && (
        <EditBlogPostDialog
          key={editedId}
          id={editedId}
          categories={names}
          onClose={() => setEditedId(null)}
          onSaved={handleSaved}
        />
      )}
    </AdminPage>
  );
}

type RowProps = {
  post: AdminBlogPostSummary;
  onEdit: () => void;
  onDelete: () => void;
  onRestore: () => void;
};

function BlogPostRow({ post, onEdit, onDelete, onRestore }: RowProps) {
  const { title, slug, isPublished, deletedAt } = post;
  return (
    <tr>
      <th scope="row" className="min-w-48 wrap-anywhere">
        {title}
      </th>
      <td className="wrap-anywhere">{post.category}</td>
      <td className="wrap-anywhere">{post.author}</td>
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
        <DateText iso={post.createdAt} />
      </td>
      <td>
        {deletedAt === null ? (
          <span className="flex">
            <a
              href={isPublished ? `/blog/${slug}` : `/admin/preview/blog/${post.id}`}
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
