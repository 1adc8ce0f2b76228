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

/** The memory of one signed-in administrator: nothing is repeated unless a screen or the server's announcements ask for it. */
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

/** `orders/count?status=new` is `['orders', 'count', 'status=new']`: the key of an endpoint begins the keys of all below it. */
export function queryKeyOf(path: string): string[] {
  return path.split(/[/?]/);
}

const LEAD_COUNTS = { queryKey: ['dashboard'], exact: true };
const UNANSWERED = { queryKey: ['dashboard', 'unanswered'] };
const QUEUE = { queryKey: ['queue'] };
/** What administrators change is recorded along with it. */
const CHANGES = { queryKey: ['dashboard', 'changes'] };

/** What is read from a table, where the endpoint does not have its name. */
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

/** Reads again what shows a table that has changed, `*` for all of them. */
export function invalidateTable(client: QueryClient, table: string): void {
  const stale = READ_FROM[table] ?? [{ queryKey: [table.replaceAll('_', '-')] }, CHANGES];
  for (const filters of stale) {
    // Whoever comes back sees at once what is still true only.
    client.removeQueries({ ...filters, predicate: (query) => query.getObserversCount() === 0 });
    // A first response that is in flight may be older than the change, and invalidating alone would wait for it.
    void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
  }
}
