import { useEffect, useState } from 'react';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { ApiError, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useContentList } from './use-content-list.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';

/** What blog posts and projects have in common: a page of their own on the site, once they are published. */
export type Publication = {
  id: string;
  title: string;
  isPublished: boolean;
  createdAt: string;
  deletedAt: string | null;
};

type Options = {
  /** The call of the list, and of a record below it. */
  path: string;
  table: string;
  /** 'blog post' */
  singular: string;
  texts: {
    confirmDelete: string;
    deleted: string;
    restored: string;
    loadFailed: string;
    deleteFailed: string;
    restoreFailed: string;
  };
  alsoReload?: () => Promise<void>;
};

const NO_FILTER = { search: '', status: 'all', category: 'all' };

/** The list of blog posts or projects, with deleting, restoring and how both went. */
export function usePublications<T extends Publication>(options: Options) {
  const { path, table, singular, texts, alsoReload } = options;
  const notify = useNotify();
  const confirm = useConfirm();
  const { filter, setFilter, clearFilter, isFiltered, pages, setPages } = useListState(NO_FILTER);
  const [failure, setFailure] = useState<{ error: ApiError; retry: () => void } | null>(null);

  const query = new URLSearchParams();
  if (filter.search) query.set('search', filter.search);
  if (filter.status === 'deleted') query.set('deleted', '1');
  else if (filter.status !== 'all') query.set('status', filter.status);
  if (filter.category !== 'all') query.set('category', filter.category);
  const content = useContentList<T>({
    path,
    query,
    pages,
    setPages,
    refreshOn: [table],
    alsoReload,
  });

  const { error: loadError } = content.list;
  useEffect(() => {
    if (loadError) notify.error(texts.loadFailed);
  }, [loadError, notify, texts.loadFailed]);

  /** Does something to one of them and says how it went. */
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
    await content.reload();
    // The row that had the focus is gone.
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  async function remove({ id, title }: T): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${singular}`,
      text: (
        <>
          <p>{texts.confirmDelete}</p>
          <p className="mt-2 wrap-anywhere">
            <strong>{title}</strong> can be restored for 30 days.
          </p>
        </>
      ),
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isSure) return;
    await act(() => sendJson('DELETE', `${path}/${id}`), texts.deleted, texts.deleteFailed);
  }

  async function restore({ id }: T): Promise<void> {
    await act(() => sendJson('POST', `${path}/${id}/restore`), texts.restored, texts.restoreFailed);
  }

  return {
    ...content,
    path,
    singular,
    remove,
    restore,
    filter,
    setFilter,
    clearFilter,
    isFiltered,
    failure,
  };
}

export type Publications<T extends Publication> = ReturnType<typeof usePublications<T>>;
