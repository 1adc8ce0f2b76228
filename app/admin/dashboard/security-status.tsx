import { Fingerprint, KeyRound, ShieldCheck, Timer } from 'lucide-react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Section, StatCards } from '#app/admin/ui/section.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { LoginAttempt } from '#shared/security-events/admin-schema.ts';
import { LOGIN_ATTEMPTS_SHOWN } from '#shared/security-events/values.ts';
import { MONITORING_MESSAGES } from '#shared/security-events/messages.ts';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { SECURITY_MESSAGES as messages } from './messages.ts';

const MEASURES = [
  { ...messages.password, icon: KeyRound },
  { ...messages.xss, icon: ShieldCheck },
  { ...messages.session, icon: Fingerprint },
  { ...messages.rate, icon: Timer },
];

const COLUMNS: DataColumn<LoginAttempt>[] = [
  {
    label: messages.username,
    isHead: true,
    className: 'max-w-64 wrap-anywhere',
    renderCell: ({ username }) => username,
  },
  { label: COLUMN_MESSAGES.ipAddress, renderCell: ({ ipAddress }) => ipAddress },
  {
    label: messages.outcome,
    renderCell: ({ success }) => (
      <Badge tone={success ? 'green' : 'red'}>{success ? messages.success : messages.failed}</Badge>
    ),
  },
  {
    label: COLUMN_MESSAGES.time,
    isEnd: true,
    renderCell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

export function SecurityStatus() {
  const sessions = useApiQuery<{ activeCount: number }>('sessions');
  const attempts = useApiQuery<{ items: LoginAttempt[] }>('login-attempts');
  const items = attempts.data?.items;
  useFailureToast(sessions.error ?? attempts.error, MONITORING_MESSAGES.loadFailed);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Section title={messages.measures} isTitleHidden>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {MEASURES.map(({ title, text, icon: Icon }) => (
            <li key={title} className="card flex items-start gap-3 p-4">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
              <div>
                <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <QueryError query={sessions} />
      <StatCards
        title={messages.statistics}
        labels={messages.labels}
        values={{
          active: sessions.data?.activeCount,
          failed: items?.filter(({ success }) => !success).length,
          level: messages.level,
        }}
        hints={{ failed: messages.failedHint }}
        isLoading={sessions.isLoading || attempts.isLoading}
        className="sm:grid-cols-3"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg">{messages.attempts.heading}</h2>
        <DataList
          messages={messages.attempts}
          columns={COLUMNS}
          items={items?.slice(0, LOGIN_ATTEMPTS_SHOWN)}
          query={attempts}
        />
      </div>
    </div>
  );
}
