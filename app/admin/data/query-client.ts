import {
  focusManager,
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { logFailure } from './log.ts';

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into the library's own
  interface Register {
    defaultError: ApiError;
  }
}

/** Refetches only on request or when the server announces a change. */
export function createQueryClient(): QueryClient {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  });
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => logFailure('A part of this screen could not be loaded.', error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        placeholderData: keepPreviousData,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** `orders/count?status=new` is `['orders', 'count', 'status=new']`, so that `['orders']` matches all endpoints below. */
export function queryKeyOf(path: string): string[] {
  return path.split(/[/?]/);
}

const LEAD_COUNTS = { queryKey: ['dashboard'], exact: true };
const UNANSWERED = { queryKey: ['dashboard', 'unanswered'] };
const QUEUE = { queryKey: ['queue'] };
const CHANGES = { queryKey: ['dashboard', 'changes'] };

/** Queries that read a table, where the endpoint has another name. */
const READ_FROM: Record<string, QueryFilters[]> = {
  '*': [{}],
  orders: [{ queryKey: ['orders'] }, QUEUE, LEAD_COUNTS, UNANSWERED],
  conversations: [{ queryKey: ['orders'] }, { queryKey: ['messages'] }, QUEUE, UNANSWERED],
  contact_messages: [{ queryKey: ['messages'] }, QUEUE, LEAD_COUNTS, UNANSWERED],
  ip_security_rules: [{ queryKey: ['ip-rules'] }, CHANGES],
  security_events: [
    { queryKey: ['traffic', 'events'] },
    CHANGES,
    { queryKey: ['dashboard', 'system'] },
  ],
  admin_users: [{ queryKey: ['admin-users'] }, { queryKey: ['account'] }, CHANGES],
  traffic_protection: [{ queryKey: ['traffic', 'protection'] }, CHANGES],
};

export function invalidateTable(client: QueryClient, table: string): void {
  const stale = READ_FROM[table] ?? [{ queryKey: [table.replaceAll('_', '-')] }, CHANGES];
  for (const filters of stale) {
    // A screen that opens later must not show outdated data.
    client.removeQueries({ ...filters, predicate: (query) => query.getObserversCount() === 0 });
    // Invalidating alone would wait for a response in flight, which may be older than the change.
    void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
  }
}
