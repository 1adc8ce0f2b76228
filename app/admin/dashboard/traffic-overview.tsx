import { Ban } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import type { TopThreat, TrafficSummary } from '#shared/security-events/admin-schema.ts';
import { SignalTable } from './signal-table.tsx';
import { ThreatBadge } from './threat-badge.tsx';
import { TrafficCharts } from './traffic-charts.tsx';

const COLUMNS = [
  { key: 'address', label: 'IP address' },
  { key: 'score', label: 'Highest score' },
  { key: 'events', label: 'Events', isEnd: true },
  { key: 'last', label: 'Last event' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

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
        <h2 className="text-lg">Top Threat IPs Today</h2>
        <ListView
          items={data?.topThreats}
          query={{ ...summary, error: null }}
          loadingText="Loading threats..."
          emptyText="No threats today"
        >
          <Table label="Top threat IPs today" columns={COLUMNS} hasCards>
            {data?.topThreats.map((threat) => (
              <tr key={threat.ipAddress}>
                <th scope="row" className="max-w-52 min-w-32 tabular-nums wrap-anywhere">
                  {threat.ipAddress}
                </th>
                <td>
                  <ThreatBadge score={threat.threatScore} />
                </td>
                <td data-end data-label="Events">
                  {formatCount(threat.eventCount)}
                </td>
                <td>
                  <RelativeTime iso={threat.lastEventAt} />
                </td>
                <td data-end>
                  {threat.isBlocked ? (
                    <Badge tone="red">Blacklisted</Badge>
                  ) : (
                    <Button onClick={() => void onBlock(threat)} icon={Ban}>
                      Block<span className="sr-only"> {threat.ipAddress}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </ListView>
      </div>
      <SignalTable />
    </div>
  );
}
