import { sendJson } from '#app/admin/data/api.ts';
import { TimeText } from '#app/admin/ui/time.tsx';
import type { OwnSession } from '#shared/admin-account/admin-schema.ts';
import type { Device } from '#shared/devices/admin-schema.ts';
import { browserName } from '#shared/lib/browser-name.ts';
import { AccountList, IP_COLUMN, timeColumn } from './account-list.tsx';
import { DEVICE_LIST_MESSAGES, SESSION_MESSAGES } from './messages.ts';

const SESSION_COLUMNS = [
  IP_COLUMN,
  timeColumn(SESSION_MESSAGES.started, 'createdAt'),
  timeColumn(SESSION_MESSAGES.used, 'lastUsedAt'),
  {
    label: SESSION_MESSAGES.ends,
    renderCell: ({ expiresAt }: OwnSession) => <TimeText iso={expiresAt} />,
  },
];

const nameOf = ({ userAgent }: OwnSession) => browserName(userAgent);

export function Sessions() {
  return (
    <AccountList<OwnSession>
      endpoint="sessions"
      refetchInterval={10_000}
      messages={SESSION_MESSAGES}
      nameOf={nameOf}
      titleOf={({ userAgent }) => userAgent}
      columns={SESSION_COLUMNS}
      removal={{
        ...SESSION_MESSAGES.removal,
        textOf: (session) => SESSION_MESSAGES.consequence(nameOf(session), session.ipAddress),
        remove: ({ id }) => sendJson('DELETE', `sessions/${id}`),
      }}
    />
  );
}

const DEVICE_COLUMNS = [
  IP_COLUMN,
  timeColumn(DEVICE_LIST_MESSAGES.first, 'firstSeenAt'),
  timeColumn(DEVICE_LIST_MESSAGES.last, 'lastSeenAt'),
];

export function Devices() {
  return (
    <AccountList<Device>
      endpoint="devices"
      messages={DEVICE_LIST_MESSAGES}
      nameOf={({ browser }) => browser}
      columns={DEVICE_COLUMNS}
    />
  );
}
