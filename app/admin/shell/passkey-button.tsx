import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#app/admin/data/api.ts';
import { canUsePasskeys } from '#app/admin/data/passkeys.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { Problem } from '#app/admin/ui/problem.tsx';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';

type Props = {
  onUse: () => Promise<void>;
  fallback: string;
  onFailure?: (message: string) => void;
};

export function PasskeyButton({ onUse, fallback, onFailure }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;

  async function handleUse() {
    setIsBusy(true);
    setProblem(null);
    try {
      await onUse();
    } catch (error) {
      const message = error instanceof ApiError ? error.message : fallback;
      onFailure?.(message);
      setProblem(message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button isDisabled={isBusy} onClick={() => void handleUse()} icon={KeyRound}>
        {PASSKEY_MESSAGES.use}
      </Button>
      <Problem>{problem}</Problem>
    </div>
  );
}
