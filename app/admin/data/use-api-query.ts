import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, getJson, type RequestOptions } from './api.ts';
import { queryKeyOf } from './query-client.ts';

type Options = {
  enabled?: boolean;
  /** 0 for data that a form starts from. */
  gcTime?: number;
  staleTime?: number;
  refetchInterval?: number | false;
  refetchOnMount?: 'always';
  refetchOnWindowFocus?: boolean;
  /** The first request is no activity either. */
  isBackground?: boolean;
};

export type ApiQuery<T> = {
  data: T | undefined;
  error: ApiError | null;
  /** False during a background refetch. */
  isLoading: boolean;
  reload: () => Promise<void>;
  setData: (update: (data: T) => T) => void;
};

export function useApiQuery<T>(
  path: string,
  { isBackground, ...options }: Options = {},
): ApiQuery<T> {
  const client = useQueryClient();
  const queryKey = queryKeyOf(path);
  const query = useQuery({
    queryKey,
    queryFn: (context) =>
      getJson<T>(path, { ...requestOf(context), ...(isBackground && { isBackground }) }),
    ...options,
  });
  return {
    ...useProgress(query, queryKey),
    data: query.data,
    setData: (update) =>
      client.setQueryData<T>(queryKey, (data) => (data === undefined ? data : update(data))),
  };
}

type Page<T> = { items: T[]; nextCursor: string | null };

const MAX_PAGES = 200;

type PagesOptions = Options & { pages: string; setPages: (pages: string) => void };

export type ApiPages<T> = Omit<ApiQuery<T>, 'data' | 'setData'> & {
  items: T[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  setItems: (update: (items: T[]) => T[]) => void;
};

export function useApiPages<T>(
  path: string,
  { pages, setPages, ...options }: PagesOptions,
): ApiPages<T> {
  const client = useQueryClient();
  const queryKey = queryKeyOf(path);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, ...context }) =>
      getJson<Page<T>>(withCursor(path, pageParam), requestOf(context)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    ...options,
  });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const wanted = Math.max(1, Math.min(MAX_PAGES, Number.parseInt(pages, 10) || 1));
  const isMissing = hasNextPage && !query.isPlaceholderData && (data?.pages.length ?? 0) < wanted;
  useEffect(() => {
    if (isMissing && !isFetching && !error) void fetchNextPage();
  }, [error, fetchNextPage, isFetching, isMissing]);

  return {
    ...useProgress(query, queryKey),
    items: data?.pages.slice(0, wanted).flatMap(({ items }) => items),
    hasMore: hasNextPage || (data?.pages.length ?? 0) > wanted,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => !isFetchingNextPage && setPages(String(wanted + 1)),
    setItems: (update) =>
      client.setQueryData<InfiniteData<Page<T>>>(queryKey, (before) => {
        if (!before) return before;
        const rest = update(before.pages.flatMap(({ items }) => items));
        const last = before.pages.length - 1;
        const changed = before.pages.map((page, index) => ({
          ...page,
          items: rest.splice(0, index === last ? rest.length : page.items.length),
        }));
        return { ...before, pages: changed };
      }),
  };
}

function withCursor(path: string, cursor: string | null): string {
  if (cursor === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

type FetchContext = { client: QueryClient; queryKey: QueryKey; signal: AbortSignal };

/** A refetch counts as a background request, not as activity of the administrator. */
export function requestOf({ client, queryKey, signal }: FetchContext): RequestOptions {
  const observers = client.getQueryCache().find({ queryKey })?.observers ?? [];
  return {
    signal,
    isBackground: observers.every((observer) => observer.getCurrentResult().isFetchedAfterMount),
  };
}

function useProgress(query: UseQueryResult | UseInfiniteQueryResult, queryKey: QueryKey) {
  const client = useQueryClient();
  const { data, error, isPending, isLoading, isPlaceholderData, refetch } = query;
  const [lastError, setLastError] = useState<ApiError | null>(null);
  if (!isPending && error !== lastError) setLastError(error);
  return {
    // The error stays visible during a retry.
    error: isPending ? lastError : error,
    isLoading: isLoading || isPlaceholderData,
    async reload() {
      // Without data, a reset shows the loading state again.
      if (data === undefined) await client.resetQueries({ queryKey, exact: true });
      else await refetch();
    },
  };
}
