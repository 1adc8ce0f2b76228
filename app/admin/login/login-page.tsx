import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { SignInForm } from '#app/admin/shell/sign-in-form.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { verifyStoredSession } from '#app/admin/shell/auth.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { COMPANY } from '#shared/company/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { LOGIN_PAGE_MESSAGES as messages } from './messages.ts';
import '#app/admin/shell/admin.css';

/** The way into the back office; who is already in goes on to the dashboard. */
export function LoginPage() {
  const navigate = useNavigate();
  const notify = useNotify();
  const [isChecking, setIsChecking] = useState(true);

  useEffect(() => {
    let isGone = false;
    async function check() {
      const isValid = await verifyStoredSession();
      if (isGone) return;
      if (isValid) await navigate('/admin', { replace: true });
      else setIsChecking(false);
    }
    void check();
    return () => {
      isGone = true;
    };
  }, [navigate]);

  async function handleSignedIn() {
    notify.success(LOGIN_MESSAGES.succeeded, LOGIN_MESSAGES.succeededTitle);
    await navigate('/admin', { replace: true });
  }

  return (
    <main id="content" className="admin grid min-h-dvh content-center justify-items-center p-4">
      {isChecking ? (
        <>
          <h1 className="sr-only">{messages.heading}</h1>
          <Spinner label={messages.checking} />
          <noscript>
            <p>{messages.noScript}</p>
          </noscript>
        </>
      ) : (
        <div className="card grid w-full max-w-96 gap-6 p-6 sm:p-8">
          <div className="grid gap-1">
            <p className="text-ink-muted">{COMPANY.name}</p>
            <h1 className="text-2xl">{messages.heading}</h1>
          </div>
          <SignInForm onSignedIn={() => void handleSignedIn()} />
          <p className="text-ink-muted">{messages.credentials}</p>
          <Link to="/" className="link w-fit">
            {messages.viewSite}
          </Link>
        </div>
      )}
    </main>
  );
}
