import { useEffect, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SignInForm } from '#app/admin/shell/sign-in-form.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { verifyStoredSession } from '#app/admin/shell/auth.ts';
import { homeOf } from '#app/admin/data/role.ts';
import { getSession } from '#app/admin/data/session.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useCompany, useSiteSettings } from '#app/components/live-settings.tsx';
import { useScreenCopy } from '#app/components/screen-copy.ts';
import { ThemeSwitch } from '#app/components/theme-switch.tsx';
import { Brand } from '#app/admin/shell/brand.tsx';
import { INVITATION_FRAGMENT } from '#shared/admin-users/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { INVITATION_MESSAGES, LOGIN_PAGE_MESSAGES as messages } from './messages.ts';
import '#app/admin/shell/admin.css';

const INVITATION = new RegExp(`^#${INVITATION_FRAGMENT}=([\\w-]+)$`);

export function LoginPage() {
  const navigate = useNavigate();
  const notify = useNotify();
  const { settings } = useSiteSettings();
  const company = useCompany();
  const copy = useScreenCopy();
  const [isChecking, setIsChecking] = useState(true);
  const [invitation, setInvitation] = useState<string | null>(null);
  const { hash } = useLocation();

  useEffect(() => {
    let isGone = false;
    async function check() {
      const [, token] = INVITATION.exec(hash) ?? [];
      if (token) {
        // The address bar and the history must not reveal the token.
        window.history.replaceState(window.history.state, '', window.location.pathname);
        setInvitation(token);
        setIsChecking(false);
        return;
      }
      const isValid = await verifyStoredSession();
      if (isGone) return;
      if (isValid) await navigate(homeOf(getSession()?.admin.role ?? null).path, { replace: true });
      else setIsChecking(false);
    }
    void check();
    return () => {
      isGone = true;
    };
  }, [hash, navigate]);

  async function handleSignedIn() {
    if (invitation)
      notify.success(INVITATION_MESSAGES.succeeded, INVITATION_MESSAGES.succeededTitle);
    else notify.success(LOGIN_MESSAGES.succeeded, LOGIN_MESSAGES.succeededTitle);
    await navigate(homeOf(getSession()?.admin.role ?? null).path, { replace: true });
  }

  if (isChecking) {
    return (
      <main id="content" className="admin grid min-h-dvh content-center justify-items-center p-4">
        <h1 className="sr-only">{copy.loginHeading}</h1>
        <Spinner label={messages.checking} />
        <noscript>
          <p>{messages.noScript}</p>
        </noscript>
      </main>
    );
  }
  return (
    <main
      id="content"
      className="admin grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(28rem,40rem)]"
    >
      <div className="relative isolate hidden overflow-hidden border-e border-line bg-surface-sunken lg:block">
        <LoginDrawing />
        <div className="absolute inset-x-8 bottom-8 grid max-w-md gap-2 rounded border border-line bg-surface-raised p-6">
          <p className="font-display text-xl font-semibold">{company.name}</p>
          <p className="text-ink-muted">{company.sentence}</p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] justify-items-center gap-8 bg-surface-raised p-4 wrap-anywhere sm:p-8">
        <div className="flex w-full items-center justify-between">
          <span className="flex min-w-0 items-center gap-2.5 text-base">
            <Brand
              logoUrl={settings.brand?.squareLogoUrl || settings.headerLogoUrl}
              name={company.name}
            />
          </span>
          <ThemeSwitch />
        </div>
        <div className="grid w-full max-w-96 content-center gap-6">
          <h1 className="text-2xl">
            {invitation ? INVITATION_MESSAGES.heading : copy.loginHeading}
          </h1>
          {invitation ? (
            <AcceptInvitation
              key={invitation}
              token={invitation}
              onSignedIn={() => void handleSignedIn()}
              onGiveUp={() => setInvitation(null)}
            />
          ) : (
            <>
              <SignInForm onSignedIn={() => void handleSignedIn()} />
              <p className="text-ink-muted">{copy.loginHint}</p>
            </>
          )}
        </div>
        <Link to="/" className="link inline-flex min-h-6 items-center">
          {messages.viewSite}
        </Link>
      </div>
    </main>
  );
}

const STAR =
  'M0-13 3.8-9.2H9.2V-3.8L13 0 9.2 3.8V9.2H3.8L0 13-3.8 9.2H-9.2V3.8L-13 0-9.2-3.8V-9.2H-3.8Z';
const TILE = 26;

const GLAZED = [
  { at: [1, 1], tone: 'fill-accent' },
  { at: [2, 1], tone: 'fill-alert' },
  { at: [3, 1], tone: 'fill-accent' },
  { at: [2, 2], tone: 'fill-accent-2' },
  { at: [5, 4], tone: 'fill-accent' },
  { at: [4, 5], tone: 'fill-accent-2' },
  { at: [6, 6], tone: 'fill-accent' },
  { at: [0, 4], tone: 'fill-accent-2' },
] as const;

function LoginDrawing() {
  const id = useId();
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${7 * TILE} ${9 * TILE}`}
      preserveAspectRatio="xMidYMid slice"
      className="ornament absolute inset-0 size-full"
    >
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <g transform={`translate(${TILE / 2} ${TILE / 2})`} fill="none" className="stroke-line">
          <path d={STAR} strokeWidth="0.5" />
          <path d={STAR} strokeWidth="0.5" transform="scale(0.62)" />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      {GLAZED.map(({ at: [column, row], tone }) => (
        <g
          key={`${column} ${row}`}
          transform={`translate(${(column + 0.5) * TILE} ${(row + 0.5) * TILE})`}
        >
          <path d={STAR} className={tone} />
          <path d={STAR} transform="scale(0.62)" className="fill-surface-sunken" />
          <path d={STAR} transform="scale(0.3)" className={tone} />
        </g>
      ))}
    </svg>
  );
}
