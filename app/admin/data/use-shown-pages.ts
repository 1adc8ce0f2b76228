import { useEffect } from 'react';
import type { Pages } from './use-pages.ts';

const MAX_PAGES = 200;

type Options = {
  /** How many pages are wanted, as the address holds it. */
  pages: string;
  setPages: (pages: string) => void;
  pageSize: number;
};

/** A list with as many pages as the address names: it fetches what is missing and leaves out what is too much. */
export function useShownPages<T>(
  list: Pages<T>,
  { pages, setPages, pageSize }: Options,
): Pages<T> & { retry: () => void } {
  const { items, hasMore, isLoading, isLoadingMore, error, loadMore, reload } = list;
  const wanted = Math.max(1, Math.min(MAX_PAGES, Number.parseInt(pages, 10) || 1));
  const most = wanted * pageSize;
  const isShort = items !== undefined && items.length < most;
  useEffect(() => {
    if (isShort && hasMore && !isLoadingMore && !isLoading && !error) void loadMore();
  }, [error, hasMore, isLoading, isLoadingMore, isShort, loadMore]);

  return {
    ...list,
    items: items?.slice(0, most),
    hasMore: hasMore || (items?.length ?? 0) > most,
    async loadMore() {
      if (!isLoadingMore) setPages(String(wanted + 1));
    },
    retry: () => void (isShort && hasMore && error ? loadMore() : reload()),
  };
}
