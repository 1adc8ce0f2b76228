import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CONTENT } from '#app/admin/data/content.ts';
import { useRole } from '#app/admin/data/role.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { EmptyState } from '#app/admin/ui/list.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { ADMINISTRATORS_TAB } from '#shared/admin-users/values.ts';
import type { AdminChange } from '#shared/admin-changes/values.ts';
import type { RecentChange } from '#shared/dashboard/admin-schema.ts';
import { OVERVIEW_ROWS } from '#shared/dashboard/values.ts';
import { CHANGE_MESSAGES as messages } from './messages.ts';
import { Panel } from './panel.tsx';

const EVENTS = '/admin?tab=ddos&view=events';
const ADMINISTRATORS = `/admin/security?tab=${ADMINISTRATORS_TAB}`;

const PLACES: Partial<Record<AdminChange, string>> = {
  protection_mode_changed: '/admin?tab=ddos',
  ip_rule_added: '/admin?tab=ddos&view=rules',
  ip_rule_removed: '/admin?tab=ddos&view=rules',
  test_email_sent: '/admin/mails',
  settings_changed: '/admin/settings',
  admin_created: ADMINISTRATORS,
  admin_disabled: ADMINISTRATORS,
  admin_enabled: ADMINISTRATORS,
  admin_role_changed: ADMINISTRATORS,
  admin_invited: ADMINISTRATORS,
  admin_invitation_revoked: ADMINISTRATORS,
  admin_joined: ADMINISTRATORS,
  admin_email_changed: '/admin/security',
  password_changed: '/admin/security',
  second_factor_on: '/admin/security',
  second_factor_off: '/admin/security',
};

function urlOf({ type, subject }: RecentChange): string {
  const place = PLACES[type];
  if (place) return place;
  const entity = Object.values(CONTENT).find(({ noun }) => subject?.startsWith(noun));
  if (!entity) return EVENTS;
  if (type === 'content_deleted') return `${entity.screen}?status=deleted`;
  const name = /"(.*)"$/.exec(subject ?? '')?.[1] ?? '';
  return `${entity.screen}?search=${encodeURIComponent(name)}`;
}

function Place({ to, children }: { to: string; children: ReactNode }) {
  const { mayOpen } = useRole();
  if (!mayOpen(to)) return <div className="px-1 py-1.5">{children}</div>;
  return (
    <Link to={to} className="block px-1 py-1.5 outline-offset-[-2px] hover:bg-surface-sunken">
      {children}
    </Link>
  );
}

export function RecentChanges() {
  const { mayOpen } = useRole();
  const changes = useApiQuery<{ items: RecentChange[] }>('dashboard/changes');
  return (
    <Panel title={messages.title} query={changes} lines={OVERVIEW_ROWS}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={History} title={messages.empty} text={messages.emptyHint}>
            <ButtonLink to="/admin/blog?new=1" variant="primary">
              {messages.write}
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className="grid">
              {items.map((change) => (
                <li key={change.id} className="border-b border-line">
                  <Place to={urlOf(change)}>
                    <span className="font-medium">{messages.types[change.type]}</span>
                    {(change.subject ?? change.details[0]) && (
                      <span className="line-clamp-2 wrap-anywhere">
                        {change.subject ?? change.details[0]}
                      </span>
                    )}
                    <span className="block text-ink-muted">
                      {messages.by(change.username)}
                      <RelativeTime iso={change.createdAt} />
                    </span>
                  </Place>
                </li>
              ))}
            </ul>
            {mayOpen(EVENTS) && (
              <div>
                <ButtonLink to={EVENTS}>{messages.all}</ButtonLink>
              </div>
            )}
          </>
        )
      }
    </Panel>
  );
}
