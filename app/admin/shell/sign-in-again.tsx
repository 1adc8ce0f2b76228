import { useEffect } from 'react';
import { SIGN_IN } from '#app/admin/data/api.ts';
import { clearSession, getSession, useSession } from '#app/admin/data/session.ts';
import { hasUnsaved } from '#app/admin/data/unsaved.ts';
import { Dialog, DISCARD_QUESTION, useConfirm, useQuestion } from '#app/admin/ui/dialog.tsx';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { SIGN_IN_MESSAGES } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks in place, so that unsaved text survives the end of the session. */
export function SignInAgain({ username, onGiveUp }: { username: string; onGiveUp: () => void }) {
  // Identified by the token of the session that has ended.
  const { asked, ask } = useQuestion<string | null>();
  const session = useSession();
  const confirm = useConfirm();

  useEffect(() => SIGN_IN.onAsked(() => ask(getSession()?.token ?? null)), [ask]);

  // Signed in again in another tab.
  useEffect(() => {
    if (asked && session && session.token !== asked.question) asked.settle(true);
  }, [asked, session]);

  async function giveUp() {
    if (hasUnsaved() && !(await confirm(DISCARD_QUESTION))) return;
    asked?.settle(false);
    onGiveUp();
    clearSession();
  }

  if (!asked && session) return null;
  return (
    <Dialog title={SIGN_IN_MESSAGES.again} size="small" onClose={() => void giveUp()}>
      <div className="grid gap-4">
        <p>
          {LOGIN_MESSAGES.sessionEnded}
          {SIGN_IN_MESSAGES.nothingLost}
        </p>
        <SignInForm username={username} onSignedIn={() => asked?.settle(true)} />
      </div>
    </Dialog>
  );
}
