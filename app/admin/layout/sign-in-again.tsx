import { useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '#app/admin/lib/api.ts';
import { clearSession, getSession, useSession } from '#app/admin/lib/session.ts';
import { LOGIN_MESSAGES } from '#shared/admin.ts';
import { Dialog } from './dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for the password in place when a request finds the session ended: what was typed behind it stays. */
export function SignInAgain() {
  const [answer, setAnswer] = useState<((isSignedIn: boolean) => void) | null>(null);
  const session = useSession();
  const askedWith = useRef<string | null>(null);

  useEffect(
    () =>
      onSessionEnd(
        () =>
          new Promise<boolean>((resolve) => {
            askedWith.current = getSession()?.token ?? null;
            setAnswer(() => (isSignedIn: boolean) => {
              setAnswer(null);
              resolve(isSignedIn);
            });
          }),
      ),
    [],
  );

  // Somebody signed in again in another tab.
  useEffect(() => {
    if (answer && session && session.token !== askedWith.current) answer(true);
  }, [answer, session]);

  return (
    <Dialog
      title="Sign in again"
      isOpen={answer !== null}
      size="small"
      onClose={() => {
        answer?.(false);
        clearSession();
      }}
    >
      <div className="grid gap-4">
        <p>{LOGIN_MESSAGES.sessionEnded} Nothing you have typed is lost.</p>
        <SignInForm username={session?.admin.username ?? ''} onSignedIn={() => answer?.(true)} />
      </div>
    </Dialog>
  );
}
