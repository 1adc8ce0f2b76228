import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#app/admin/data/api.ts';
import { signInWithPasskey } from './auth.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { canUsePasskeys } from '#app/admin/data/passkeys.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';

/** The button beside name and password; not there in browsers that know no passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;

  async function handleSignIn() {
    setIsBusy(true);
    setProblem(null);
    try {
      if (!(await signInWithPasskey())) throw new ApiError(401, '', PASSKEY_MESSAGES.rejected);
      onSignedIn();
    } catch (error) {
      const message = error instanceof ApiError ? error.message : LOGIN_MESSAGES.error;
      notify.error(message, LOGIN_MESSAGES.failedTitle);
      setProblem(message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button isDisabled={isBusy} onClick={() => void handleSignIn()} icon={KeyRound}>
        {PASSKEY_MESSAGES.use}
      </Button>
      <Problem>{problem}</Problem>
    </div>
  );
}
