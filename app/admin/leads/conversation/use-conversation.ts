import { useInfiniteQuery } from '@tanstack/react-query';
import type { ConversationView } from '#shared/conversations/admin-schema.ts';
import { getJson } from '#app/admin/data/api.ts';
import { queryKeyOf } from '#app/admin/data/query-client.ts';
import { requestOf } from '#app/admin/data/use-api-query.ts';

export function useConversation(path: string, id: string) {
  const endpoint = `${path}/${encodeURIComponent(id)}/conversation`;
  const queryKey = queryKeyOf(endpoint);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, ...context }) =>
      getJson<ConversationView>(
        pageParam === null ? endpoint : `${endpoint}?cursor=${encodeURIComponent(pageParam)}`,
        requestOf(context),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Never show the conversation of another lead.
    placeholderData: undefined,
  });
  return {
    endpoint,
    error: query.error,
    isLoading: query.isLoading,
    data: query.data?.pages[0],
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    hasEarlier: query.hasNextPage,
    isLoadingEarlier: query.isFetchingNextPage,
    loadEarlier: () => void query.fetchNextPage(),
    reload: async () => {
      await query.refetch();
    },
  };
}

export type ConversationQuery = ReturnType<typeof useConversation>;
