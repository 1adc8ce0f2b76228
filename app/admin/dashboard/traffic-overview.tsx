import { Ban } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { DataList } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import type { TopThreat, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import { ThreatBadge } from './badges.tsx';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { TRAFFIC_MESSAGES as messages } from './messages.ts';
import { SignalTable } from './signal-table.tsx';
import { TrafficCharts } from './traffic-charts.tsx';

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
