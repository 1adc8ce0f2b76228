import { Badge } from '#app/admin/ui/badge.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import type { Device } from '#shared/devices/admin-schema.ts';

const COLUMNS = [
  { key: 'browser', label: 'Browser' },
  { key: 'address', label: 'IP address' },
  { key: 'first', label: 'First seen' },
  { key: 'last', label: 'Last seen' },
];

/** From which browsers and networks the administrator signed in. */
export function Devices() {
  const devices = useApiQuery<{ items: Device[] }>('devices');
  const items = devices.data?.items;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{DEVICE_MESSAGES.heading}</h2>
      <p className="text-ink-muted">{DEVICE_MESSAGES.explanation}</p>
      <ListView
        items={items}
        query={devices}
        loadingText={DEVICE_MESSAGES.loading}
        emptyText={DEVICE_MESSAGES.empty}
      >
        <Table label={DEVICE_MESSAGES.heading} columns={COLUMNS}>
          {items?.map((device) => (
            <tr key={device.id}>
              <th scope="row" className="min-w-36 wrap-anywhere">
                {device.browser}{' '}
                {device.isCurrent && <Badge tone="green">{DEVICE_MESSAGES.current}</Badge>}
              </th>
              <td className="tabular-nums">{device.ipAddress}</td>
              <td>
                <RelativeTime iso={device.firstSeenAt} />
              </td>
              <td>
                <RelativeTime iso={device.lastSeenAt} />
              </td>
            </tr>
          ))}
        </Table>
      </ListView>
    </div>
  );
}
