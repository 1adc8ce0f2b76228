import { useEffect, useRef, useState } from 'react';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { usePages } from '#app/admin/data/use-pages.ts';
import { useResource } from '#app/admin/data/use-resource.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import type { RequestLog } from '#shared/request-logs/admin-schema.ts';
import { MONITORING_REFRESH_MS } from '#shared/security-events/values.ts';
import type { SecurityEvent, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';

const RULE_TABLES = ['ip_security_rules'];
const PROTECTION_TABLES = ['traffic_protection'];

export type MonitoringData = ReturnType<typeof useMonitoring>;

/** What the monitoring view shows, asked for again every 30 seconds unless it is paused or nobody looks. */
export function useMonitoring() {
  const [isPaused, setIsPaused] = useState(false);
  const options = isPaused ? {} : { refreshMs: MONITORING_REFRESH_MS };
  const summary = useResource<TrafficSummary>(`traffic/summary?${timeZoneQuery()}`, options);
  const events = useResource<{ items: SecurityEvent[] }>('traffic/events', options);
  const requests = useResource<{ items: RequestLog[] }>('traffic/requests', options);
  const rules = usePages<IpRule>('ip-rules', { ...options, refreshOn: RULE_TABLES });
  const protection = useResource<Protection>('traffic/protection', {
    ...options,
    refreshOn: PROTECTION_TABLES,
  });
  const lists = [summary, events, requests, rules, protection];
  const error = lists.find((list) => list.error !== null)?.error ?? null;

  async function reload(): Promise<void> {
    await Promise.all(lists.map((list) => list.reload()));
  }

  const updatedAt = summary.data?.countedAt ?? null;
  useReturn(isPaused, updatedAt, () => void reload());

  return {
    summary,
    events,
    requests,
    rules,
    protection,
    error,
    updatedAt,
    isPaused,
    setIsPaused,
    reload,
  };
}

// Somebody who comes back to the tab does not wait for the next turn.
function useReturn(isPaused: boolean, updatedAt: string | null, onReturn: () => void): void {
  const latest = useRef({ isPaused, updatedAt, onReturn });
  useEffect(() => {
    latest.current = { isPaused, updatedAt, onReturn };
  });
  useEffect(() => {
    function handleVisibility() {
      const { isPaused: isStill, updatedAt: since, onReturn: refresh } = latest.current;
      const age = Date.now() - new Date(since ?? 0).getTime();
      if (document.visibilityState === 'visible' && !isStill && age > MONITORING_REFRESH_MS) {
        refresh();
      }
    }
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, []);
}
