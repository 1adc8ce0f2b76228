import { useEffect, useState } from 'react';
import { ApiError, onProofNeeded, sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { askForPasskey, canUsePasskeys } from '#app/admin/data/passkeys.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { proofSchema } from '#shared/admin-account/admin-schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import type { Passkey } from '#shared/passkeys/admin-schema.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { Problem } from '#app/admin/ui/problem.tsx';

const LABELS = { secret: ACCOUNT_MESSAGES.secretLabel };

/** Asks for the password, a code or a passkey when a request needs fresh proof of who is at the screen; the request then goes on. */
export function ProofDialog() {
  const [resolution, setResolution] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(
    () =>
      onProofNeeded(
        () =>
          new Promise<boolean>((resolve) => {
            setResolution(() => (isProved: boolean) => {
              setResolution(null);
              resolve(isProved);
            });
          }),
      ),
    [],
  );
  return (
    <Dialog
      title={ACCOUNT_MESSAGES.proofTitle}
      isOpen={resolution !== null}
      size="small"
      onClose={() => resolution?.(false)}
    >
      <ProofForm onProved={() => resolution?.(true)} />
    </Dialog>
  );
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const form = useForm({
    schema: proofSchema,
    initial: { secret: '' },
    async save(input) {
      await sendJson('POST', 'proof', input);
      onProved();
    },
  });
  return (
    <div className="grid gap-4">
      <p>{ACCOUNT_MESSAGES.proofExplanation}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="grid gap-4"
      >
        <FormErrors form={form} labels={LABELS} />
        <TextField
          form={form}
          name="secret"
          label={LABELS.secret}
          type="password"
          autoComplete="current-password"
        />
        <Button type="submit" isDisabled={form.isSaving} variant="primary">
          {form.isSaving ? 'One moment...' : ACCOUNT_MESSAGES.proofConfirm}
        </Button>
      </form>
      <PasskeyProof onProved={onProved} />
    </div>
  );
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useApiQuery<{ items: Passkey[] }>('passkeys', { enabled: canUsePasskeys() });
  if (!data?.items.length) return null;

  async function handleUse() {
    setProblem(null);
    try {
      const { options } = await sendJson<{ options: string }>('POST', 'proof/passkey-options');
      const assertion = JSON.stringify(await askForPasskey(options));
      await sendJson('POST', 'proof/passkey', { assertion });
      onProved();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : PASSKEY_MESSAGES.rejected);
    }
  }

  return (
    <div className="grid gap-2">
      <Button onClick={() => void handleUse()}>{PASSKEY_MESSAGES.use}</Button>
      <Problem>{problem}</Problem>
    </div>
  );
}
