import { useState } from 'react';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { type ApiQuery, useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import { MONITORING_REFRESH_MS } from '#shared/security-events/values.ts';
import type { SecurityEvent, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';
import { useRequestLogs } from './use-request-logs.ts';

export type MonitoringData = ReturnType<typeof useMonitoring>;

/** Refetched every 30 seconds unless paused or hidden. */
export function useMonitoring(view: string) {
  const [isPaused, setIsPaused] = useState(false);
  const [pages, setPages] = useState('1');
  const options = {
    refetchOnMount: 'always' as const,
    staleTime: MONITORING_REFRESH_MS,
    refetchInterval: !isPaused && MONITORING_REFRESH_MS,
    refetchOnWindowFocus: !isPaused,
  };
  const summary = useApiQuery<TrafficSummary>(`traffic/summary?${timeZoneQuery()}`, options);
  const events = useApiQuery<{ items: SecurityEvent[] }>('traffic/events', options);
  const requestLogs = useRequestLogs({ isShown: view === 'requests', ...options });
  const rules = useApiPages<IpRule>('ip-rules', { pages, setPages, ...options });
  const protection = useApiQuery<Protection>('traffic/protection', options);
  const lists: Pick<ApiQuery<unknown>, 'error' | 'reload'>[] = [summary, events, rules, protection];
  if (view === 'requests' && requestLogs.problem === null) lists.push(requestLogs.requests);

  async function reload(): Promise<void> {
    await Promise.all(lists.map((list) => list.reload()));
  }

  return {
    summary,
    events,
    requestLogs,
    rules,
    protection,
    error: lists.find((list) => list.error !== null)?.error ?? null,
    updatedAt: summary.data?.countedAt ?? null,
    isPaused,
    setIsPaused,
    reload,
  };
}
