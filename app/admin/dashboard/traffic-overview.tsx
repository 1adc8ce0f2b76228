import { Ban } from 'lucide-react';
import { Badge } from '#app/admin/layout/badge.tsx';
import { BarChart } from '#app/admin/layout/bar-chart.tsx';
import { ListView, Table } from '#app/admin/layout/list.tsx';
import { RelativeTime } from '#app/admin/layout/time.tsx';
import { formatAdminTime } from '#app/admin/lib/dates.ts';
import { formatCount } from '#app/admin/lib/format-count.ts';
import type { Resource } from '#app/admin/lib/use-resource.ts';
import type { TopThreat, TrafficSummary } from '#shared/security-events.ts';
import { ThreatBadge } from './threat-badge.tsx';

const COLUMNS = [
  { key: 'address', label: 'IP address' },
  { key: 'score', label: 'Highest score' },
  { key: 'events', label: 'Events', isEnd: true },
  { key: 'last', label: 'Last event' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

type Props = {
  summary: Resource<TrafficSummary>;
  onBlock: (threat: TopThreat) => Promise<void>;
};

export function TrafficOverview({ summary, onBlock }: Props) {
  const { data, isLoading } = summary;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {data && (
        <BarChart
          title="Requests by hour, today"
          series={['Requests', 'Blocked']}
          bars={data.hourly.map(({ startedAt, requests, blocked }) => ({
            key: startedAt,
            label: formatAdminTime(startedAt),
            values: [requests, blocked],
          }))}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg">Top Threat IPs Today</h2>
        <ListView
          items={data?.topThreats}
          isLoading={isLoading}
          error={null}
          loadingText="Loading threats..."
          emptyText="No threats today"
          isFiltered={false}
          onClearFilters={() => {}}
          onRetry={() => void summary.reload()}
        >
          <Table label="Top threat IPs today" columns={COLUMNS}>
            {data?.topThreats.map((threat) => (
              <tr key={threat.ipAddress}>
                <th scope="row" className="tabular-nums">
                  {threat.ipAddress}
                </th>
                <td>
                  <ThreatBadge score={threat.threatScore} />
                </td>
                <td data-end>{formatCount(threat.eventCount)}</td>
                <td>
                  <RelativeTime iso={threat.lastEventAt} />
                </td>
                <td data-end>
                  {threat.isBlocked ? (
                    <Badge tone="red">Blacklisted</Badge>
                  ) : (
                    <button
                      type="button"
                      onClick={() => void onBlock(threat)}
                      className="admin-button admin-button-secondary"
                    >
                      <Ban aria-hidden className="size-4" />
                      Block<span className="sr-only"> {threat.ipAddress}</span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </ListView>
      </div>
    </div>
  );
}
