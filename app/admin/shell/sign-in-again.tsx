import { useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '#app/admin/data/api.ts';
import { clearSession, getSession, useSession } from '#app/admin/data/session.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { hasUnsaved } from '#app/admin/data/unsaved.ts';
import { Dialog, DISCARD_QUESTION, useConfirm } from '#app/admin/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Props = {
  /** Fixed: what was typed is theirs. */
  username: string;
  onGiveUp: () => void;
};

/**
 * Asks for the password in place when a request finds the session ended, or when it has ended while something was unsaved: what was
 * typed behind it stays.
 */
export function SignInAgain({ username, onGiveUp }: Props) {
  const [resolution, setResolution] = useState<((isSignedIn: boolean) => void) | null>(null);
  const session = useSession();
  const confirm = useConfirm();
  const askedWith = useRef<string | null>(null);

  useEffect(
    () =>
      onSessionEnd(
        () =>
          new Promise<boolean>((resolve) => {
            askedWith.current = getSession()?.token ?? null;
            setResolution(() => (isSignedIn: boolean) => {
              setResolution(null);
              resolve(isSignedIn);
            });
          }),
      ),
    [],
  );

  // Somebody signed in again in another tab.
  useEffect(() => {
    if (resolution && session && session.token !== askedWith.current) resolution(true);
  }, [resolution, session]);

  async function giveUp() {
    if (hasUnsaved() && !(await confirm(DISCARD_QUESTION))) return;
    resolution?.(false);
    onGiveUp();
    clearSession();
  }

  return (
    <Dialog
      title="Sign in again"
      isOpen={resolution !== null || !session}
      size="small"
      onClose={() => void giveUp()}
    >
      <div className="grid gap-4">
        <p>{LOGIN_MESSAGES.sessionEnded} Nothing you have typed is lost.</p>
        <SignInForm username={username} onSignedIn={() => resolution?.(true)} />
      </div>
    </Dialog>
  );
}
