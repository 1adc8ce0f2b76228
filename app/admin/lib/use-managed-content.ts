import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useConfirm } from '#app/admin/layout/dialog.tsx';
import { sendJson } from './api.ts';
import { useNotify } from './notify.ts';
import { usePages } from './use-pages.ts';
import { useQueryState } from './use-query-state.ts';
import { useResource } from './use-resource.ts';

type Options = {
  /** The call of the list, and of a record below it. */
  path: string;
  /** Where changes by other administrators are announced; null while a change of one's own is under way. */
  table: string | null;
  texts: {
    deleteQuestion: string;
    deleted: string;
    restored: string;
    loadFailed: string;
    deleteFailed: string;
    restoreFailed: string;
  };
};

const NO_FILTER = { search: '', show: 'current' };
const NO_TABLE: readonly string[] = [];

/** The list of a kind of content, current or deleted, with deleting, restoring and the toasts of both. */
export function useManagedContent<T extends { id: string }>({ path, table, texts }: Options) {
  const [filter, setFilter, clearFilter, isFiltered] = useQueryState(NO_FILTER);
  const notify = useNotify();
  const confirm = useConfirm();
  const showsDeleted = filter.show === 'deleted';

  const query = new URLSearchParams();
  if (filter.search) query.set('search', filter.search);
  if (showsDeleted) query.set('deleted', '1');
  const options = { refreshOn: table === null ? NO_TABLE : [table] };
  const list = usePages<T>(`${path}?${query}`, options);
  const count = useResource<{ total: number }>(`${path}/count?${query}`, options);

  const hasFailed = list.error !== null;
  useEffect(() => {
    if (hasFailed) notify.error(texts.loadFailed);
  }, [hasFailed, notify, texts.loadFailed]);

  async function reload(): Promise<void> {
    await Promise.all([list.reload(), count.reload()]);
  }

  // The row with the focus goes: its neighbour's same button takes it, or the search.
  function takeOut(id: string, action: string): void {
    const items = list.items ?? [];
    const index = items.findIndex((item) => item.id === id);
    const next = items[index + 1] ?? items[index - 1];
    flushSync(() => list.setItems((shown) => shown.filter((item) => item.id !== id)));
    const stop = next && `[data-row="${next.id}"] [data-action="${action}"]`;
    document.querySelector<HTMLElement>(stop ?? '[data-shortcut-search]')?.focus();
  }

  async function remove({ id }: T, name: string): Promise<void> {
    const isSure = await confirm({
      title: texts.deleteQuestion,
      text: `“${name}” leaves the site at once. It can be restored for 30 days.`,
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isSure) return;
    try {
      await sendJson('DELETE', `${path}/${id}`);
    } catch {
      notify.error(texts.deleteFailed);
      return;
    }
    notify.success(texts.deleted);
    takeOut(id, 'delete');
    await reload();
  }

  async function restore({ id }: T): Promise<void> {
    try {
      await sendJson('POST', `${path}/${id}/restore`);
    } catch {
      notify.error(texts.restoreFailed);
      return;
    }
    notify.success(texts.restored);
    takeOut(id, 'restore');
    await reload();
  }

  const shown = list.items?.length ?? 0;
  const total = count.data?.total;
  return {
    list,
    reload,
    remove,
    restore,
    filter,
    setFilter,
    clearFilter,
    isFiltered,
    showsDeleted,
    summary:
      total === undefined || shown === 0
        ? null
        : `Showing ${shown.toLocaleString('en-US')} of ${Math.max(total, shown).toLocaleString('en-US')}`,
  };
}
