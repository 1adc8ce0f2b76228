import type { QueueDue } from '#shared/queue/admin-schema.ts';
import { useRole } from './role.ts';
import { useApiQuery } from './use-api-query.ts';

const REFRESH_MS = 60_000;

/** 0 without the permission to answer. */
export function useDue(): number {
  const { may } = useRole();
  const options = { enabled: may('work'), refetchInterval: REFRESH_MS };
  return useApiQuery<QueueDue>('queue/due', options).data?.due ?? 0;
}
