import { flushSync } from 'react-dom';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useEdited } from './use-edited.ts';
import { usePages } from '#app/admin/data/use-pages.ts';
import { type ResourceOptions, useResource } from '#app/admin/data/use-resource.ts';
import { useShownPages } from '#app/admin/data/use-shown-pages.ts';

/** What the server answers at once when it is not told how much. */
const PAGE_SIZE = 100;

type Options = ResourceOptions & {
  /** The call of the list, and of a record below it. */
  path: string;
  query: URLSearchParams;
  /** How many pages are shown, and how to show more. */
  pages: string;
  setPages: (pages: string) => void;
  /** What else a change makes stale. */
  alsoReload?: () => Promise<void>;
};

/** A list of content, how many there are in all, and the record whose dialog is open. */
export function useContentList<T extends object>(options: Options) {
  const { path, query, pages, setPages, alsoReload, ...refresh } = options;
  const notify = useNotify();
  const [edited, setEdited] = useEdited<T>();
  const list = useShownPages(usePages<T>(`${path}?${query}`, refresh), {
    pages,
    setPages,
    pageSize: PAGE_SIZE,
  });
  const count = useResource<{ total: number }>(`${path}/count?${query}`, refresh);

  async function reload(): Promise<void> {
    await Promise.all([list.reload(), count.reload(), alsoReload?.()]);
  }

  // Closed first: a notice appears inside a dialog that is still open.
  function handleSaved(text: string, isWhole: boolean) {
    if (isWhole) flushSync(() => setEdited(null));
    notify.success(text);
    void reload();
  }

  const shown = list.items?.length ?? 0;
  const total = count.data?.total;
  return {
    list,
    reload,
    edited,
    setEdited,
    handleSaved,
    summary:
      total === undefined || shown === 0
        ? null
        : `Showing ${formatCount(shown)} of ${formatCount(Math.max(total, shown))}`,
  };
}
