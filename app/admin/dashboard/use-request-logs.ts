import { isPlausibleRange } from '#app/admin/dashboard/rules/plausible-range.ts';
import { useApiPages } from '#app/admin/data/use-api-query.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { type RequestLog, requestLogFilterSchema } from '#shared/request-logs/admin-schema.ts';

const DEFAULTS = { ip_address: '', status: 'all', from: '', to: '', admins: '0' };
const MINUTE_MS = 60_000;
const BEFORE_EVENT_MS = 30 * MINUTE_MS;

function findProblem(filter: typeof DEFAULTS): string | null {
  if (filter.ip_address !== '' && !isPlausibleRange(filter.ip_address)) {
    return IP_RULE_MESSAGES.address;
  }
  return requestLogFilterSchema.safeParse(filter).error?.issues[0]?.message ?? null;
}

export function useRequestLogs({
  isShown,
  ...options
}: {
  isShown: boolean;
  refetchInterval: number | false;
}) {
  const { pages, setPages, ...list } = useListState(DEFAULTS);
  const problem = findProblem(list.filter);
  const requests = useApiPages<RequestLog>(`traffic/requests?${new URLSearchParams(list.filter)}`, {
    pages,
    setPages,
    ...options,
    enabled: isShown && problem === null,
  });
  return { ...list, requests, problem };
}

export function requestsBehind(event: { countedAs: string; createdAt: string }): string {
  const at = new Date(event.createdAt).getTime();
  const minute = (ms: number) => new Date(ms - (ms % MINUTE_MS)).toISOString();
  const filter = {
    ip_address: event.countedAs,
    from: minute(at - BEFORE_EVENT_MS),
    to: minute(at + MINUTE_MS),
  };
  return `?${new URLSearchParams({ tab: 'ddos', view: 'requests', ...filter })}`;
}
