import { useEffect } from 'react';
import { PROOF, sendJson } from '#app/admin/data/api.ts';
import { askForPasskey, canUsePasskeys } from '#app/admin/data/passkeys.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Dialog, useQuestion } from '#app/admin/ui/dialog.tsx';
import { FormBody, SubmitButton, TextField, useForm } from '#app/admin/ui/form.tsx';
import { proofSchema } from '#shared/admin-account/admin-schema.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { Passkey } from '#shared/passkeys/admin-schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { SIGN_IN_MESSAGES } from './messages.ts';
import { PasskeyButton } from './passkey-button.tsx';

const LABELS = { secret: ACCOUNT_MESSAGES.secretLabel };

export function ProofDialog() {
  const { asked, ask } = useQuestion<void>();
  useEffect(() => PROOF.onAsked(ask), [ask]);
  if (!asked) return null;
  const { settle } = asked;
  return (
    <Dialog title={ACCOUNT_MESSAGES.proofTitle} size="small" onClose={() => settle(false)}>
      <ProofForm onProved={() => settle(true)} />
    </Dialog>
  );
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const { data: passkeys } = useApiQuery<{ items: Passkey[] }>('passkeys', {
    enabled: canUsePasskeys(),
  });
  const form = useForm({
    schema: proofSchema,
    initial: { secret: '' },
    async save(input) {
      await sendJson('POST', 'proof', input);
      onProved();
    },
  });

  async function handlePasskey() {
    const { options } = await sendJson<{ options: string }>('POST', 'proof/passkey-options');
    const assertion = JSON.stringify(await askForPasskey(options));
    await sendJson('POST', 'proof/passkey', { assertion });
    onProved();
  }

  return (
    <div className="grid gap-4">
      <p>{ACCOUNT_MESSAGES.proofExplanation}</p>
      <FormBody form={form} labels={LABELS}>
        <TextField
          form={form}
          name="secret"
          label={LABELS.secret}
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton
          form={form}
          label={ACCOUNT_MESSAGES.proofConfirm}
          savingLabel={SIGN_IN_MESSAGES.proving}
        />
      </FormBody>
      {passkeys && passkeys.items.length > 0 && (
        <PasskeyButton onUse={handlePasskey} fallback={PASSKEY_MESSAGES.rejected} />
      )}
    </div>
  );
}
