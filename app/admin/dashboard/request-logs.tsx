import { Badge } from '#app/admin/ui/badge.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import type { RequestLog } from '#shared/request-logs/admin-schema.ts';
import { toneOfStatus } from './status-tone.ts';

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'address', label: 'IP address' },
  { key: 'endpoint', label: 'Endpoint' },
  { key: 'status', label: 'Status' },
  { key: 'weight', label: 'Stands for', isEnd: true },
];

export function RequestLogs({ requests }: { requests: ApiQuery<{ items: RequestLog[] }> }) {
  const items = requests.data?.items;
  return (
    <ListView
      items={items}
      query={{ ...requests, error: null }}
      loadingText="Loading request logs..."
      emptyText="No requests logged"
    >
      <Table label="Request logs" columns={COLUMNS}>
        {items?.map((request) => (
          <tr key={request.id}>
            <td>
              <DateText iso={request.createdAt} /> <TimeText iso={request.createdAt} />
            </td>
            <td className="tabular-nums">{request.ipAddress}</td>
            <th scope="row" className="max-w-96 min-w-40 font-normal wrap-anywhere">
              {request.endpoint}
            </th>
            <td>
              <Badge tone={toneOfStatus(request.responseStatus)}>{request.responseStatus}</Badge>
            </td>
            <td data-end>
              {request.weight === 1 ? '1 request' : `${formatCount(request.weight)} requests`}
            </td>
          </tr>
        ))}
      </Table>
    </ListView>
  );
}
