import { Pause, Play, RefreshCw, X } from 'lucide-react';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { StatCard } from '#app/admin/ui/card.tsx';
import { ErrorPanel } from '#app/admin/ui/list.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { TimeText } from '#app/admin/ui/time.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { MONITORING_MESSAGES } from '#shared/security-events/messages.ts';
import { Attention } from './attention.tsx';
import { Statistic } from './statistic.tsx';
import { IpRules } from '#app/admin/dashboard/rules/ip-rules.tsx';
import { ProtectionCard } from './protection-card.tsx';
import { RequestLogs } from './request-logs.tsx';
import { SecurityEvents } from './security-events.tsx';
import { TrafficOverview } from './traffic-overview.tsx';
import { type MonitoringData, useMonitoring } from './use-monitoring.ts';
import { useRuleActions } from '#app/admin/dashboard/rules/use-rule-actions.tsx';

const DEFAULTS = { view: 'overview' };

const CARDS = [
  { name: 'requestsToday', label: 'Requests Today' },
  { name: 'blockedToday', label: 'Blocked Today' },
  { name: 'uniqueIps', label: 'Unique IPs' },
  { name: 'averageThreatScore', label: 'Avg Threat Score' },
] as const;

export function Monitoring() {
  const [{ view }, setState] = useQueryState(DEFAULTS);
  const monitoring = useMonitoring(view);
  const { summary, events, rules, protection, error } = monitoring;
  const actions = useRuleActions(monitoring.reload);
  useFailureToast(error, MONITORING_MESSAGES.loadFailed);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RefreshBar monitoring={monitoring} />
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => void monitoring.reload()}
          isStale={summary.data !== undefined}
        />
      )}
      {actions.problem && (
        <div
          role="alert"
          className="card flex items-center justify-between gap-3 border-s-4 border-s-alert p-4"
        >
          <p className="min-w-0 font-semibold wrap-anywhere">{actions.problem}</p>
          <IconButton label="Close this message" icon={X} onClick={actions.dismissProblem} />
        </div>
      )}
      <Attention events={events} />
      <ProtectionCard protection={protection} />
      <section aria-labelledby="traffic-heading" aria-busy={summary.isLoading}>
        <h2 id="traffic-heading" className="sr-only">
          Traffic today
        </h2>
        <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          {CARDS.map(({ name, label }) => (
            <StatCard
              key={name}
              label={label}
              value={
                <Statistic isLoading={summary.isLoading}>
                  {summary.data && formatCount(summary.data[name])}
                </Statistic>
              }
            />
          ))}
        </div>
      </section>
      <Tabs
        label="Monitoring"
        value={view}
        onChange={(value) => setState({ view: value })}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <TrafficOverview summary={summary} onBlock={actions.block} />,
          },
          {
            value: 'events',
            label: 'Security Events',
            content: <SecurityEvents events={events} onFlag={actions.flag} />,
          },
          {
            value: 'requests',
            label: 'Request Logs',
            content: <RequestLogs list={monitoring.requestLogs} />,
          },
          {
            value: 'rules',
            label: 'IP Rules',
            content: (
              <IpRules rules={rules} onRemove={actions.remove} onChanged={monitoring.reload} />
            ),
          },
        ]}
      />
    </div>
  );
}

function RefreshBar({ monitoring }: { monitoring: MonitoringData }) {
  const { isPaused, setIsPaused, updatedAt, reload } = monitoring;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-ink-muted">
        {isPaused ? 'Paused' : 'Refreshes every 30 seconds'}
        {updatedAt && (
          <>
            {', last at '}
            <TimeText iso={updatedAt} />
          </>
        )}
      </p>
      <div className="flex gap-2">
        <Button onClick={() => setIsPaused(!isPaused)} icon={isPaused ? Play : Pause}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button onClick={() => void reload()} icon={RefreshCw}>
          Refresh
        </Button>
      </div>
    </div>
  );
}
