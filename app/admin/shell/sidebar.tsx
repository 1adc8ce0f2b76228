import { LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { signOut } from './auth.ts';
import { SCREENS } from '#app/admin/data/screens.ts';
import { useSession } from '#app/admin/data/session.ts';
import { forgetUnsaved, hasUnsaved } from '#app/admin/data/unsaved.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { PlainButton } from '#app/admin/ui/button.tsx';
import { type Question, useConfirm } from '#app/admin/ui/dialog.tsx';

const LOGOUT_QUESTION: Question = {
  title: 'Log out without saving?',
  text: 'What you have typed here has not been saved.',
  confirmLabel: 'Log out',
  cancelLabel: 'Keep editing',
  isDestructive: true,
};

/** The screens, the administrator's name, and the way out. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isLeaving, setIsLeaving] = useState(false);
  const { data } = useApiQuery<DashboardCounts>('dashboard');
  const counts: Record<string, number | undefined> = {
    '/admin/orders': data?.newOrders,
    '/admin/messages': data?.newMessages,
  };

  async function handleLogout() {
    if (isLeaving) return;
    if (hasUnsaved() && !(await confirm(LOGOUT_QUESTION))) return;
    forgetUnsaved();
    setIsLeaving(true);
    await signOut();
    await navigate('/adminloginpage');
  }

  return (
    <>
      <nav aria-label="Back office" className="min-h-0 flex-1 overflow-y-auto p-1.5">
        <ul className="grid gap-0.5">
          {SCREENS.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === '/admin'}
                onClick={onNavigate}
                title={label}
                className="admin-nav-link"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="admin-nav-text">{label}</span>
                <NewCount count={counts[path] ?? 0} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-0.5 border-t border-line p-1.5">
        <NavLink
          to="/admin/security"
          onClick={onNavigate}
          title="Security of your account"
          className="admin-nav-link"
        >
          <UserRound aria-hidden className="size-4 shrink-0" />
          <span className="admin-nav-text truncate">{session?.admin.username}</span>
        </NavLink>
        <PlainButton
          onClick={() => void handleLogout()}
          isDisabled={isLeaving}
          title="Logout"
          className="admin-nav-link"
        >
          <LogOut aria-hidden className="size-4 shrink-0" />
          <span className="admin-nav-text">{isLeaving ? 'Logging out...' : 'Logout'}</span>
        </PlainButton>
      </div>
    </>
  );
}

/** How many nobody has taken up yet. */
function NewCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="admin-nav-text ms-auto font-semibold text-ink tabular-nums">
      {formatCount(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
