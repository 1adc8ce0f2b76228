import { ExternalLink, LogOut, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { useCompany, useSiteSettings } from '#app/components/live-settings.tsx';
import { signOut } from './auth.ts';
import { DATA_MESSAGES } from '#app/admin/data/messages.ts';
import { OWN_SCREEN, SCREEN_GROUPS, SCREENS } from '#app/admin/data/screens.ts';
import { useDue } from '#app/admin/data/response-time.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { useRole } from '#app/admin/data/role.ts';
import { useSession } from '#app/admin/data/session.ts';
import { forgetUnsaved, hasUnsaved } from '#app/admin/data/unsaved.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { PlainButton } from '#app/admin/ui/button.tsx';
import { dueText } from '#app/admin/ui/messages.ts';
import { type Question, useConfirm } from '#app/admin/ui/dialog.tsx';
import { useBrandSheet } from '#app/admin/ui/brand/use-brand-sheet.ts';
import type { BrandContent } from '#shared/site-content/brand.ts';
import { Brand } from './brand.tsx';
import { LAYOUT_MESSAGES, SIDEBAR_MESSAGES } from './messages.ts';

const LOGOUT_QUESTION: Question = { ...SIDEBAR_MESSAGES.logoutQuestion, isDestructive: true };

const NAV_LINK =
  'relative flex min-h-9 items-center gap-3 rounded px-2.5 font-medium whitespace-nowrap text-ink-muted hover:bg-surface-sunken hover:text-ink aria-[current=page]:bg-surface-sunken aria-[current=page]:text-accent aria-[current=page]:shadow-[inset_3px_0_0_var(--color-accent)] pointer-coarse:min-h-11 pointer-coarse:px-3.5';
const NAV_TEXT = 'group-data-[collapsed=true]:sr-only';

export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const loadedName = useCompany().name;
  const session = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isLeaving, setIsLeaving] = useState(false);
  const { may, home } = useRole();
  const works = { enabled: may('work') };
  const { data } = useApiQuery<DashboardCounts>('dashboard', works);
  const stored = useApiQuery<AdminSiteSettings>('site-settings', works).data;
  const saved = useApiQuery<{ name: string }>('site-content/company', works).data;
  const name = saved?.name || loadedName;
  const brand = useApiQuery<BrandContent>('site-content/brand', works).data;
  useBrandSheet(brand, ':root');
  const { settings } = useSiteSettings();
  const squareLogo = brand ? brand.squareLogo : settings.brand?.squareLogoUrl;
  const due = useDue();
  const counts: Record<string, CountProps | undefined> = {
    '/admin/queue': due > 0 ? { text: dueText(due), meaning: SIDEBAR_MESSAGES.isDue } : undefined,
    '/admin/orders': newCount(data?.newOrders),
    '/admin/messages': newCount(data?.newMessages),
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
      <Link
        to={home.path}
        onClick={onNavigate}
        title={name}
        className="flex h-14.5 shrink-0 items-center gap-2.5 border-b border-line px-4 text-base group-data-[collapsed=true]:px-2 pointer-coarse:group-data-[collapsed=true]:px-3 outline-offset-[-2px]"
      >
        <Brand
          logoUrl={squareLogo || (stored ?? settings).headerLogoUrl}
          name={name}
          className={NAV_TEXT}
        />
      </Link>
      <nav aria-label={SIDEBAR_MESSAGES.label} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {SCREEN_GROUPS.map((group) => (
          <ScreenGroup key={group} group={group} counts={counts} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className="grid gap-0.5 border-t border-line p-1.5">
        <NavLink
          to={OWN_SCREEN}
          onClick={onNavigate}
          title={DATA_MESSAGES.ownAccount}
          className={NAV_LINK}
        >
          <UserRound aria-hidden className="size-4 shrink-0" />
          <span className={`${NAV_TEXT} truncate`}>{session?.admin.username}</span>
        </NavLink>
        {onNavigate && (
          <Link to="/" className={NAV_LINK}>
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            {LAYOUT_MESSAGES.viewSite}
          </Link>
        )}
        <PlainButton
          onClick={() => void handleLogout()}
          isDisabled={isLeaving}
          title={SIDEBAR_MESSAGES.logout}
          className={NAV_LINK}
        >
          <LogOut aria-hidden className="size-4 shrink-0" />
          <span className={NAV_TEXT}>
            {isLeaving ? SIDEBAR_MESSAGES.loggingOut : SIDEBAR_MESSAGES.logout}
          </span>
        </PlainButton>
      </div>
    </>
  );
}

type ScreenGroupProps = {
  group: (typeof SCREEN_GROUPS)[number];
  counts: Record<string, CountProps | undefined>;
  onNavigate: (() => void) | undefined;
};

function ScreenGroup({ group, counts, onNavigate }: ScreenGroupProps) {
  const id = useId();
  const { mayOpen } = useRole();
  const { pathname, search } = useLocation();
  const screens = SCREENS.filter((screen) => screen.group === group && mayOpen(screen.path));
  if (screens.length === 0) return null;
  return (
    <div className="not-first:mt-2 not-first:group-data-[collapsed=true]:border-t not-first:group-data-[collapsed=true]:border-line not-first:group-data-[collapsed=true]:pt-2">
      <h2
        id={id}
        className={`${NAV_TEXT} px-2.5 py-1 font-sans text-sm font-medium text-ink-muted`}
      >
        {group}
      </h2>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {screens.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={isCurrentScreen(path, pathname, search) ? 'page' : undefined}
              onClick={onNavigate}
              title={label}
              className={NAV_LINK}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className={`${NAV_TEXT} ${counts[path] ? 'font-semibold text-ink' : ''}`}>
                {label}
              </span>
              {counts[path] && <Count {...counts[path]} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Two entries may differ in their tab only: that of the tab is current, not that of the screen. */
function isCurrentScreen(path: string, pathname: string, search: string): boolean {
  const [own = '', tab] = path.split('?');
  if (own === '/admin') return /^\/admin\/?$/.test(pathname);
  if (pathname !== own && !pathname.startsWith(`${own}/`)) return false;
  const rivals = SCREENS.filter((screen) => screen.path.startsWith(`${own}?`));
  const shown = rivals.find((rival) => search.includes(rival.path.slice(own.length + 1)));
  return shown ? shown.path === path : tab === undefined;
}

type CountProps = { text: string; meaning: string };

function newCount(count = 0): CountProps | undefined {
  return count === 0 ? undefined : { text: formatCount(count), meaning: SIDEBAR_MESSAGES.isNew };
}

function Count({ text, meaning }: CountProps) {
  return (
    <>
      <span
        aria-hidden
        className="absolute start-5.5 top-1.5 pointer-coarse:start-6.5 pointer-coarse:top-2.5 hidden size-2 rounded-full border border-surface-raised bg-accent group-data-[collapsed=true]:block"
      />
      <span
        className={`${NAV_TEXT} ms-auto rounded-full border border-line bg-surface px-2 text-sm font-semibold text-ink tabular-nums`}
      >
        {text}
        <span className="sr-only">{meaning}</span>
      </span>
    </>
  );
}
