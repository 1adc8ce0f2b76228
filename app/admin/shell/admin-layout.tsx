import { Menu, PanelLeft, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { ThemeSwitch } from '#app/components/theme-switch.tsx';
import { signOut, verifyStoredSession } from './auth.ts';
import { ChangesProvider } from '#app/admin/data/changes.tsx';
import { Button, ButtonLink, IconButton } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { TopBarContext } from '#app/admin/ui/page.tsx';
import { topBarTitle } from '#app/admin/data/screens.ts';
import { RoleContext, useRole } from '#app/admin/data/role.ts';
import { useSession } from '#app/admin/data/session.ts';
import { isModalOpen, isShortcut, useKeyDown, useShortcuts } from '#app/admin/ui/shortcuts.ts';
import { useHasUnsaved } from '#app/admin/data/unsaved.ts';
import { useInactivity } from './use-inactivity.ts';
import { ConfirmProvider, Dialog } from '#app/admin/ui/dialog.tsx';
import { LIST_MESSAGES, SHORTCUT_MESSAGES } from '#app/admin/ui/messages.ts';
import { INACTIVITY_MESSAGES, LAYOUT_MESSAGES } from './messages.ts';
import { DueIcon } from '#app/admin/ui/due/due-icon.tsx';
import { MaintenanceBanner, PasswordBanner } from './banners.tsx';
import { NewDeviceNotice } from './new-device-notice.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { SidebarContent } from './sidebar.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import './admin.css';

const Palette = lazy(async () => {
  const { Palette: component } = await import('./palette.tsx');
  return { default: component };
});

const ShortcutHelp = lazy(async () => {
  const { ShortcutHelp: component } = await import('./shortcut-help.tsx');
  return { default: component };
});

/** The server renders only the spinner, so that documents contain no records. The API enforces access. */
export function AdminLayout() {
  const session = useSession();
  const hasUnsaved = useHasUnsaved();
  const [isChecked, setIsChecked] = useState(false);
  // Screens stay mounted below the sign-in question while something is unsaved.
  const [last, setLast] = useState(session);
  const [isGivenUp, setIsGivenUp] = useState(false);
  if (session && session !== last) setLast(session);
  const shown = session ?? (hasUnsaved && !isGivenUp ? last : null);

  useEffect(() => {
    void verifyStoredSession().then(() => setIsChecked(true));
  }, []);

  if (!isChecked) return <PendingScreen label={LAYOUT_MESSAGES.checking} />;
  if (!shown) return <Navigate to="/adminloginpage" replace />;
  return (
    <ChangesProvider
      key={shown.admin.id}
      token={shown.token}
      fallback={<PendingScreen label={LIST_MESSAGES.loading} />}
    >
      <RoleContext value={shown.admin.role}>
        <ConfirmProvider>
          <SignedInLayout isSignedIn={session !== null} />
          <ProofDialog />
          <SignInAgain username={shown.admin.username} onGiveUp={() => setIsGivenUp(true)} />
        </ConfirmProvider>
      </RoleContext>
    </ChangesProvider>
  );
}

function SignedInLayout({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const { mayOpen } = useRole();
  const drawer = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const topBar = useMemo(() => ({ before, after }), [before, after]);
  function toggleDrawer() {
    if (drawer.current?.open) drawer.current.close();
    else drawer.current?.showModal();
  }
  const { isCollapsed, toggle } = useSidebar(toggleDrawer);

  const { leftMs, stay } = useInactivity(isSignedIn, () => {
    void signOut();
    notify.error(LAYOUT_MESSAGES.signedOut, LAYOUT_MESSAGES.signedOutTitle);
  });

  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The screen itself moves to its part.
    if (window.location.hash) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  useKeyDown((event) => {
    if (!isShortcut(event, 'palette') || event.defaultPrevented) return;
    if (isModalOpen()) return;
    event.preventDefault();
    setIsPaletteOpen(true);
  });

  useShortcuts({
    help() {
      setIsHelpOpen(true);
      return true;
    },
    search() {
      const search = document.querySelector<HTMLInputElement>('[data-shortcut-search]');
      search?.focus();
      return search !== null;
    },
    create: () => press('[data-shortcut-new]'),
    undo: () => press('[data-shortcut-undo]'),
    goTo: (path) => void (mayOpen(path) && navigate(path)),
  });

  // `:has()` would triple the style work of every change (docs/performance.md).
  useEffect(() => {
    document.body.classList.add('with-admin-shell');
    return () => document.body.classList.remove('with-admin-shell');
  }, []);

  return (
    <div className="admin admin-shell grid min-h-dvh grid-cols-[auto_minmax(0,1fr)] max-md:block">
      <a
        href="#content"
        className="button button-primary fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
      >
        {LAYOUT_MESSAGES.skip}
      </a>
      <aside
        aria-label={LAYOUT_MESSAGES.sidebar}
        className="group sticky top-0 flex h-dvh w-64 flex-col overflow-hidden border-e border-line bg-surface-raised data-[collapsed=true]:w-12 pointer-coarse:data-[collapsed=true]:w-14 max-md:hidden"
        data-collapsed={isCollapsed}
      >
        <SidebarContent />
      </aside>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside it; Escape does the same */}
      <dialog
        ref={drawer}
        aria-label={LAYOUT_MESSAGES.navigation}
        className="admin-drawer admin h-dvh max-h-none w-72 max-w-screen bg-surface-raised text-ink"
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        <div className="flex h-full flex-col">
          <SidebarContent onNavigate={() => drawer.current?.close()} />
        </div>
      </dialog>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-14.5 items-center gap-2 border-b border-line bg-surface-raised px-2 sm:px-4">
          <IconButton
            label={isCollapsed ? LAYOUT_MESSAGES.expand : LAYOUT_MESSAGES.collapse}
            icon={PanelLeft}
            aria-expanded={!isCollapsed}
            onClick={toggle}
            className="max-md:hidden"
          />
          <IconButton
            label={LAYOUT_MESSAGES.openNavigation}
            icon={Menu}
            onClick={toggleDrawer}
            className="md:hidden"
          />
          <div className="group/title flex min-w-0 flex-1 items-baseline gap-1 text-base font-semibold whitespace-nowrap">
            <span ref={setBefore} aria-hidden className="empty:hidden" />
            <p className="truncate group-has-[[data-after]:not(:empty)]/title:font-medium group-has-[[data-after]:not(:empty)]/title:text-ink-muted max-sm:group-has-[[data-after]:not(:empty)]/title:sr-only">
              {topBarTitle(pathname)}
            </p>
            <span
              ref={setAfter}
              data-after
              aria-hidden
              className="truncate before:me-1 before:font-normal before:text-ink-muted before:content-['/'] empty:hidden max-sm:before:hidden"
            />
          </div>
          <IconButton
            label={LAYOUT_MESSAGES.find(SHORTCUT_MESSAGES.palette)}
            icon={Search}
            onClick={() => setIsPaletteOpen(true)}
          />
          <ThemeSwitch />
          <span className="max-sm:hidden">
            <ButtonLink to="/">{LAYOUT_MESSAGES.viewSite}</ButtonLink>
          </span>
        </header>
        <DueIcon />
        <MaintenanceBanner />
        <PasswordBanner />
        <NewDeviceNotice />
        <main id="content" ref={main} tabIndex={-1} className="p-4 outline-none lg:p-6">
          <TopBarContext value={topBar}>
            <Outlet />
          </TopBarContext>
        </main>
      </div>
      {leftMs !== null && <InactivityWarning leftMs={leftMs} onStay={stay} />}
      <Suspense>
        {isHelpOpen && <ShortcutHelp onClose={() => setIsHelpOpen(false)} />}
        {isPaletteOpen && <Palette onClose={() => setIsPaletteOpen(false)} />}
      </Suspense>
    </div>
  );
}

function press(selector: string): boolean {
  const button = [...document.querySelectorAll<HTMLButtonElement>(selector)].at(-1);
  button?.click();
  return button !== undefined;
}

function PendingScreen({ label }: { label: string }) {
  return (
    <main id="content" className="admin grid min-h-dvh content-center">
      <h1 className="sr-only">{LAYOUT_MESSAGES.title}</h1>
      <Spinner label={label} />
      <noscript>
        <p className="text-center">{LAYOUT_MESSAGES.noScript}</p>
      </noscript>
    </main>
  );
}

function InactivityWarning({ leftMs, onStay }: { leftMs: number; onStay: () => void }) {
  const seconds = Math.ceil(leftMs / 1_000);
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Dialog
      title={INACTIVITY_MESSAGES.title}
      size="small"
      onClose={onStay}
      footer={
        <Button onClick={onStay} variant="primary">
          {INACTIVITY_MESSAGES.stay}
        </Button>
      }
    >
      <p role="alert">{INACTIVITY_MESSAGES.text}</p>
      <p aria-hidden className="mt-2 text-lg font-semibold tabular-nums">
        {left}
      </p>
    </Dialog>
  );
}

const COOKIE = 'sidebar_state';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

function readCollapsed(): boolean {
  // A cookie of an earlier version, with the path /, comes after this one.
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${COOKIE}=`));
  return cookie === `${COOKIE}=collapsed`;
}

/** Stored in a cookie for 7 days; also toggled by Ctrl/Cmd+B. */
function useSidebar(onToggleDrawer: () => void) {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);

  function toggle() {
    const state = isCollapsed ? 'open' : 'collapsed';
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${COOKIE}=${state}; path=/admin; max-age=${COOKIE_SECONDS}; samesite=strict${secure}`;
    setIsCollapsed(!isCollapsed);
  }

  useKeyDown((event) => {
    // Editors use the same keys for bold.
    if (!isShortcut(event, 'sidebar') || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]:not(.admin-drawer, [data-beside])')) return;
    event.preventDefault();
    if (window.matchMedia('(width < 48rem)').matches) onToggleDrawer();
    else toggle();
  });

  return { isCollapsed, toggle };
}
