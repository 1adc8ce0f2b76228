import { formatAdminTime } from '#app/admin/ui/dates.ts';
import {
  HIGH_THREAT_SCORE,
  MEDIUM_THREAT_SCORE,
  threatLevelOf,
} from '#shared/security-events/values.ts';
import type { TrafficHour } from '#shared/security-events/admin-schema.ts';
import { BarChart } from './reports/bar-chart.tsx';
import { TRAFFIC_MESSAGES as messages } from './messages.ts';

const HOURS = 24;
const LABELS = [0, 6, 12, 18, HOURS];
const HOUR_MS = 3_600_000;
const NO_EVENT = -1;

const SCORE_TONES = { low: 'fill-ink-muted', medium: 'fill-warn', high: 'fill-alert' };

function scoreText(score: number): string {
  return score === NO_EVENT ? messages.noEvent : String(score);
}

export function TrafficCharts({ hours }: { hours: TrafficHour[] }) {
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
        {
          name: messages.requests,
          values: hours.map(({ requests }) => requests),
          height: 'h-28',
        },
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
