import { useCallback, useRef, useState } from 'react';
import { ApiError, getJson, type RequestOptions } from './api.ts';
import { type ResourceOptions, useFetched } from './use-resource.ts';

type Page<T> = { items: T[]; nextCursor: string | null };

export type Pages<T> = {
  items: T[] | undefined;
  hasMore: boolean;
  error: ApiError | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<void>;
  reload: () => Promise<void>;
  /** Changes the shown items at once, before the server has answered. */
  setItems: (update: (items: T[]) => T[]) => void;
};

function nextPath(path: string, cursor: string | null): string {
  if (cursor === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

/** A list of the back office that grows page by page; a refresh asks again for as many pages as are shown. */
export function usePages<T>(path: string | null, options?: ResourceOptions): Pages<T> {
  const shownPages = useRef({ path, count: 1 });
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<ApiError | null>(null);

  const fetchPages = useCallback(
    async (request: RequestOptions) => {
      if (shownPages.current.path !== path) shownPages.current = { path, count: 1 };
      const all: Page<T> = { items: [], nextCursor: null };
      for (let loaded = 0; loaded < shownPages.current.count; loaded += 1) {
        const page = await getJson<Page<T>>(nextPath(path ?? '', all.nextCursor), request);
        all.items.push(...page.items);
        all.nextCursor = page.nextCursor;
        if (page.nextCursor === null) break;
      }
      return all;
    },
    [path],
  );
  const { data, error, isLoading, reload, setData } = useFetched<Page<T>>(
    path === null ? null : fetchPages,
    options,
  );

  const nextCursor = data?.nextCursor ?? null;
  const loadMore = useCallback(async () => {
    if (nextCursor === null || path === null) return;
    setIsLoadingMore(true);
    setMoreError(null);
    try {
      const page = await getJson<Page<T>>(nextPath(path, nextCursor));
      setData((before) => {
        if (before.nextCursor !== nextCursor) return before;
        return { items: [...before.items, ...page.items], nextCursor: page.nextCursor };
      });
      shownPages.current.count += 1;
    } catch (failure) {
      setMoreError(
        failure instanceof ApiError ? failure : new ApiError(0, 'UNREACHED', 'Please try again.'),
      );
    } finally {
      setIsLoadingMore(false);
    }
  }, [nextCursor, path, setData]);

  const setItems = useCallback(
    (update: (items: T[]) => T[]) => setData((page) => ({ ...page, items: update(page.items) })),
    [setData],
  );

  return {
    items: data?.items,
    hasMore: nextCursor !== null,
    error: error ?? moreError,
    isLoading,
    isLoadingMore,
    loadMore,
    reload,
    setItems,
  };
}
