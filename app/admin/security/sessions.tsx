import { useMutation } from '@tanstack/react-query';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { browserName } from '#shared/lib/browser-name.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { OwnSession } from '#shared/admin-account/admin-schema.ts';

const COLUMNS = [
  { key: 'browser', label: 'Browser' },
  { key: 'address', label: 'IP address' },
  { key: 'started', label: 'Signed in' },
  { key: 'used', label: 'Last used' },
  { key: 'ends', label: 'Ends at' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

export function Sessions() {
  const sessions = useApiQuery<{ items: OwnSession[] }>('sessions', { refetchInterval: 10_000 });
  const confirm = useConfirm();
  const notify = useNotify();
  const items = sessions.data?.items;
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => sendJson<void>('DELETE', `sessions/${id}`),
    onSuccess: () => notify.success(ACCOUNT_MESSAGES.sessionEnded),
    onError: () => notify.error(ACCOUNT_MESSAGES.sessionEndFailed),
    async onSettled() {
      await sessions.reload();
      document.querySelector<HTMLElement>('#sessions-heading')?.focus();
    },
  });

  async function handleEnd(session: OwnSession) {
    const name = browserName(session.userAgent);
    const isSure = await confirm({
      title: 'End this session?',
      text: `${name}, ${session.ipAddress ?? 'unknown address'}, is signed out at once.`,
      confirmLabel: 'End session',
      isDestructive: true,
    });
    if (isSure) end.mutate(session);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="sessions-heading" tabIndex={-1} className="text-lg outline-none">
        Your sessions
      </h2>
      <p className="text-ink-muted">
        A session ends after 30 minutes without use and after two hours in any case.
      </p>
      <Problem>{end.error?.message}</Problem>
      <ListView
        items={items}
        query={sessions}
        loadingText="Loading sessions..."
        emptyText="No sessions"
      >
        <Table label="Your sessions" columns={COLUMNS}>
          {items?.map((session) => (
            <tr key={session.id}>
              <th
                scope="row"
                title={session.userAgent ?? undefined}
                className="min-w-36 wrap-anywhere"
              >
                {browserName(session.userAgent)}
              </th>
              <td className="tabular-nums">{session.ipAddress ?? '—'}</td>
              <td>
                <RelativeTime iso={session.createdAt} />
              </td>
              <td>
                <RelativeTime iso={session.lastUsedAt} />
              </td>
              <td>
                <TimeText iso={session.expiresAt} />
              </td>
              <td data-end>
                {session.isCurrent ? (
                  <Badge tone="green">This session</Badge>
                ) : (
                  <Button onClick={() => void handleEnd(session)}>
                    End<span className="sr-only"> {browserName(session.userAgent)}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </ListView>
    </div>
  );
}
