import { Fingerprint, KeyRound, type LucideIcon, ShieldCheck, Timer } from 'lucide-react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { StatCard } from '#app/admin/ui/card.tsx';
import { QueryError, ListView, Table } from '#app/admin/ui/list.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { LoginAttempt } from '#shared/security-events/admin-schema.ts';
import { LOGIN_ATTEMPTS_LOADED, LOGIN_ATTEMPTS_SHOWN } from '#shared/security-events/values.ts';
import { MONITORING_MESSAGES } from '#shared/security-events/messages.ts';
import { Statistic } from './statistic.tsx';

const MEASURES: { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'Password Security',
    text: 'Passwords are stored with bcrypt hashing',
    icon: KeyRound,
  },
  { title: 'XSS Protection', text: 'Sanitisation of user content', icon: ShieldCheck },
  {
    title: 'Session Security',
    text: 'Cryptographic tokens with 2-hour expiration',
    icon: Fingerprint,
  },
  {
    title: 'Rate Limiting',
    text: 'Login attempts limited to 5 per hour per IP',
    icon: Timer,
  },
];

const COLUMNS = [
  { key: 'username', label: 'Username' },
  { key: 'address', label: 'IP address' },
  { key: 'outcome', label: 'Outcome' },
  { key: 'time', label: 'Time', isEnd: true },
];

export function SecurityStatus() {
  const sessions = useApiQuery<{ activeCount: number }>('sessions');
  const attempts = useApiQuery<{ items: LoginAttempt[] }>('login-attempts');
  const items = attempts.data?.items;
  useFailureToast(sessions.error ?? attempts.error, MONITORING_MESSAGES.loadFailed);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section aria-labelledby="measures-heading">
        <h2 id="measures-heading" className="sr-only">
          Security measures
        </h2>
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
      </section>
      <section aria-labelledby="state-heading">
        <h2 id="state-heading" className="sr-only">
          Sessions and sign-ins
        </h2>
        <QueryError query={sessions} />
        <div className="grid gap-3 sm:grid-cols-3">
          <StatCard
            label="Active Sessions"
            value={
              <Statistic isLoading={sessions.isLoading}>
                {sessions.data && formatCount(sessions.data.activeCount)}
              </Statistic>
            }
          />
          <StatCard
            label="Recent Failed Logins"
            value={
              <Statistic isLoading={attempts.isLoading}>
                {items?.filter(({ success }) => !success).length}
              </Statistic>
            }
            hint={`Among the last ${LOGIN_ATTEMPTS_LOADED} attempts`}
          />
          <StatCard label="Security Level" value="High" />
        </div>
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg">Recent Login Attempts</h2>
        <ListView
          items={items}
          query={attempts}
          loadingText="Loading login attempts..."
          emptyText="No login attempts"
        >
          <Table label="Recent login attempts" columns={COLUMNS}>
            {items?.slice(0, LOGIN_ATTEMPTS_SHOWN).map((attempt) => (
              <tr key={attempt.id}>
                <th scope="row" className="max-w-64 wrap-anywhere">
                  {attempt.username}
                </th>
                <td className="tabular-nums">{attempt.ipAddress}</td>
                <td>
                  <Badge tone={attempt.success ? 'green' : 'red'}>
                    {attempt.success ? 'Success' : 'Failed'}
                  </Badge>
                </td>
                <td data-end>
                  <RelativeTime iso={attempt.createdAt} />
                </td>
              </tr>
            ))}
          </Table>
        </ListView>
      </div>
    </div>
  );
}
