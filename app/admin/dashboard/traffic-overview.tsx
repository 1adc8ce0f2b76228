import { Ban } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList, DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import type { TopThreat, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import { ThreatBadge } from './badges.tsx';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { SIGNAL_MESSAGES, TRAFFIC_MESSAGES as messages } from './messages.ts';
import { TrafficCharts } from './traffic-charts.tsx';
import { TRAFFIC_SIGNALS } from '#shared/traffic-signals/values.ts';

type Props = {
  summary: ApiQuery<TrafficSummary>;
  onBlock: (threat: TopThreat) => Promise<void>;
};

export function TrafficOverview({ summary, onBlock }: Props) {
  const { data } = summary;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {data && <TrafficCharts hours={data.hourly} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg">{messages.threats.heading}</h2>
        <DataList
          messages={messages.threats}
          hasCards
          columns={[
            {
              label: COLUMN_MESSAGES.ipAddress,
              isHead: true,
              className: 'max-w-52 min-w-32 wrap-anywhere',
              renderCell: ({ ipAddress }) => ipAddress,
            },
            {
              label: messages.score,
              renderCell: ({ threatScore }) => <ThreatBadge score={threatScore} />,
            },
            {
              label: messages.events,
              isEnd: true,
              hasCardLabel: true,
              renderCell: ({ eventCount }) => formatCount(eventCount),
            },
            {
              label: messages.last,
              renderCell: (threat) => <RelativeTime iso={threat.lastEventAt} />,
            },
            {
              label: COLUMN_MESSAGES.actions,
              isEnd: true,
              renderCell: (threat) =>
                threat.isBlocked ? (
                  <Badge tone="red">{messages.blacklisted}</Badge>
                ) : (
                  <Button onClick={() => void onBlock(threat)} icon={Ban}>
                    {messages.block}
                    <span className="sr-only"> {threat.ipAddress}</span>
                  </Button>
                ),
            },
          ]}
          keyOf={({ ipAddress }) => ipAddress}
          items={data?.topThreats}
          query={{ ...summary, error: null }}
        />
      </div>
      <SignalTable />
    </div>
  );
}

const COLUMNS: DataColumn<(typeof TRAFFIC_SIGNALS)[number]>[] = [
  {
    label: SIGNAL_MESSAGES.signal,
    isHead: true,
    className: 'min-w-44',
    renderCell: ({ label }) => label,
  },
  { label: SIGNAL_MESSAGES.counts, className: 'min-w-52', renderCell: ({ counts }) => counts },
  {
    label: SIGNAL_MESSAGES.allowance,
    isEnd: true,
    renderCell: ({ allowance }) => formatCount(allowance),
  },
  {
    label: SIGNAL_MESSAGES.points,
    isEnd: true,
    renderCell: (signal) => formatCount(signal.pointsPerUnit),
  },
  { label: SIGNAL_MESSAGES.max, isEnd: true, renderCell: ({ max }) => max },
  {
    label: SIGNAL_MESSAGES.half,
    isEnd: true,
    className: 'whitespace-nowrap',
    renderCell: ({ halfLifeMs }) => SIGNAL_MESSAGES.minutes(halfLifeMs),
  },
];

function SignalTable() {
  return (
    <details className="card">
      <summary className="p-4 font-semibold">{SIGNAL_MESSAGES.summary}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        <ul className="grid max-w-text list-disc gap-1.5 ps-5">
          {SIGNAL_MESSAGES.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <DataTable
          label={SIGNAL_MESSAGES.table}
          columns={COLUMNS}
          keyOf={({ name }) => name}
          rows={TRAFFIC_SIGNALS}
        />
      </div>
    </details>
  );
}
