import { flushSync } from 'react-dom';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useContentList } from './use-content-list.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';

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

/** The list of a kind of content, current or deleted, with deleting, restoring and the toasts of both. */
export function useManagedContent<T extends { id: string }>({ path, table, texts }: Options) {
  const { filter, setFilter, clearFilter, isFiltered, pages, setPages } = useListState(NO_FILTER);
  const notify = useNotify();
  const confirm = useConfirm();
  const showsDeleted = filter.show === 'deleted';

  const query = new URLSearchParams();
  if (filter.search) query.set('search', filter.search);
  if (showsDeleted) query.set('deleted', '1');
  const refreshOn = table === null ? [] : [table];
  const content = useContentList<T>({ path, query, pages, setPages, refreshOn });
  const { list, reload } = content;
  useFailureToast(list.error, texts.loadFailed);

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

  return { ...content, remove, restore, filter, setFilter, clearFilter, isFiltered, showsDeleted };
}

export type ManagedContent<T extends { id: string }> = ReturnType<typeof useManagedContent<T>>;
