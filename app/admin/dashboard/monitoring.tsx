import { Pause, Play, RefreshCw } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Notice } from '#app/admin/ui/problem.tsx';
import { StatCards } from '#app/admin/ui/section.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/notify.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { MONITORING_MESSAGES } from '#shared/security-events/messages.ts';
import { Attention } from './attention.tsx';
import { IpRules } from './rules/ip-rules.tsx';
import { MONITORING_SCREEN_MESSAGES as messages } from './messages.ts';
import { ProtectionCard } from './protection-card.tsx';
import { RequestLogs } from './request-logs.tsx';
import { SecurityEvents } from './security-events.tsx';
import { TrafficOverview } from './traffic-overview.tsx';
import { useRuleActions } from './rules/use-rule-actions.tsx';
import { useState } from 'react';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { type ApiQuery, useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { IpRule } from '#shared/ip-rules/admin-schema.ts';
import { MONITORING_REFRESH_MS } from '#shared/security-events/values.ts';
import type { SecurityEvent, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';
import { useRequestLogs } from './use-request-logs.ts';

const DEFAULTS = { view: 'overview' };

export function Monitoring() {
  const [{ view }, setState] = useQueryState(DEFAULTS);
  const monitoring = useMonitoring(view);
  const { summary, events, rules, protection, error } = monitoring;
  const actions = useRuleActions(monitoring.reload);
  useFailureToast(error, MONITORING_MESSAGES.loadFailed);

  const contents = {
    overview: <TrafficOverview summary={summary} onBlock={actions.block} />,
    events: <SecurityEvents events={events} onFlag={actions.flag} />,
    requests: <RequestLogs list={monitoring.requestLogs} />,
    rules: <IpRules rules={rules} onRemove={actions.remove} onChanged={monitoring.reload} />,
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RefreshBar monitoring={monitoring} />
      <QueryError query={{ data: summary.data, error, reload: monitoring.reload }} />
      {actions.problem && (
        <Notice isAlert text={actions.problem} onClose={actions.dismissProblem} />
      )}
      <Attention events={events} />
      <ProtectionCard protection={protection} />
      <StatCards
        title={messages.statistics}
        labels={messages.labels}
        values={summary.data}
        isLoading={summary.isLoading}
        className="grid-cols-2 xl:grid-cols-4"
      />
      <Tabs
        label={messages.tabs}
        value={view}
        onChange={(value) => setState({ view: value })}
        tabs={messages.views.map((shown) => ({ ...shown, content: contents[shown.value] }))}
      />
    </div>
  );
}

function RefreshBar({ monitoring }: { monitoring: MonitoringData }) {
  const { isPaused, setIsPaused, updatedAt, reload } = monitoring;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-ink-muted">
        {isPaused ? messages.paused : messages.refreshes}
        {updatedAt && (
          <>
            {messages.lastAt}
            <TimeText iso={updatedAt} />
          </>
        )}
      </p>
      <div className="flex gap-2">
        <Button onClick={() => setIsPaused(!isPaused)} icon={isPaused ? Play : Pause}>
          {isPaused ? messages.resume : messages.pause}
        </Button>
        <Button onClick={() => void reload()} icon={RefreshCw}>
          {messages.refresh}
        </Button>
      </div>
    </div>
  );
}

type MonitoringData = ReturnType<typeof useMonitoring>;

function useMonitoring(view: string) {
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
