import { Ban } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList, DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import type {
  TopThreat,
  TrafficHour,
  TrafficSummary,
} from '#shared/security-events/admin-schema.ts';
import { ThreatBadge } from './badges.tsx';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { SIGNAL_MESSAGES, TRAFFIC_MESSAGES as messages } from './messages.ts';
import { TRAFFIC_SIGNALS } from '#shared/traffic-signals/values.ts';
import { formatAdminTime } from '#app/admin/ui/dates.ts';
import {
  HIGH_THREAT_SCORE,
  MEDIUM_THREAT_SCORE,
  threatLevelOf,
} from '#shared/security-events/values.ts';
import { BarChart } from './reports/bar-chart.tsx';

type Props = { summary: ApiQuery<TrafficSummary>; onBlock: (threat: TopThreat) => Promise<void> };

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

const HOURS = 24;
const LABELS = [0, 6, 12, 18, HOURS];
const HOUR_MS = 3_600_000;
const NO_EVENT = -1;

const SCORE_TONES = { low: 'fill-ink-muted', medium: 'fill-warn', high: 'fill-alert' };

function scoreText(score: number): string {
  return score === NO_EVENT ? messages.noEvent : String(score);
}

function TrafficCharts({ hours }: { hours: TrafficHour[] }) {
  const dayStart = new Date(hours[0]?.startedAt ?? 0).getTime();
  const scores = hours.map(({ highestScore }) => highestScore ?? NO_EVENT);
  return (
    <BarChart
      title={messages.chart}
      scope={messages.scope}
      head={messages.from}
      periods={hours.map(({ startedAt }) => ({
        key: startedAt,
        label: formatAdminTime(startedAt),
      }))}
      slots={HOURS}
      axis={LABELS.map((hour) =>
        formatAdminTime(new Date(dayStart + hour * HOUR_MS).toISOString()),
      )}
      panels={[
        { name: messages.requests, values: hours.map(({ requests }) => requests), height: 'h-28' },
        {
          name: messages.blocked,
          values: hours.map(({ blocked }) => blocked),
          toneOf: () => 'fill-alert',
          height: 'h-16',
        },
        {
          name: messages.highestScore,
          summary: scoreText(Math.max(NO_EVENT, ...scores)),
          values: scores,
          max: 100,
          lines: [MEDIUM_THREAT_SCORE, HIGH_THREAT_SCORE],
          textOf: scoreText,
          toneOf: (score) => SCORE_TONES[threatLevelOf(score)],
          height: 'h-16',
        },
      ]}
    />
  );
}
