import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { canUsePasskeys, makePasskey } from '#app/admin/data/passkeys.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { MAX_PASSKEY_NAME } from '#shared/passkeys/values.ts';
import { type Passkey, passkeyNameSchema } from '#shared/passkeys/admin-schema.ts';
import { AccountForm } from './account-form.tsx';
import { AccountList, timeColumn } from './account-list.tsx';
import { PASSKEY_LIST_MESSAGES } from './messages.ts';

const INITIAL = { name: '' };
const FIELDS = { name: { label: PASSKEY_MESSAGES.name, maxLength: MAX_PASSKEY_NAME } };
const COLUMNS = [
  timeColumn(PASSKEY_LIST_MESSAGES.created, 'createdAt'),
  timeColumn(PASSKEY_LIST_MESSAGES.used, 'lastUsedAt'),
];

export function Passkeys() {
  const client = useQueryClient();
  const notify = useNotify();
  const reload = (endpoint: string) => void client.invalidateQueries({ queryKey: [endpoint] });
  const form = useForm({
    schema: passkeyNameSchema,
    initial: INITIAL,
    async save({ name }) {
      const { options } = await sendJson<{ options: string }>('POST', 'passkeys/options');
      const attestation = JSON.stringify(await makePasskey(options));
      await sendForNewSession('passkeys', { name, attestation });
    },
    onSaved() {
      form.reset(INITIAL);
      notify.success(PASSKEY_MESSAGES.added);
      reload('passkeys');
      reload('sessions');
    },
  });

  return (
    <section aria-labelledby="passkeys-heading" className="card grid gap-4 p-5">
      <AccountList<Passkey>
        endpoint="passkeys"
        messages={PASSKEY_LIST_MESSAGES}
        getName={({ name }) => name}
        columns={COLUMNS}
        removal={{
          ...PASSKEY_LIST_MESSAGES.removal,
          textOf: ({ name }) => PASSKEY_LIST_MESSAGES.consequence(name),
          remove: ({ id }) => sendForNewSession(`passkeys/${id}/remove`, undefined),
          onSettled: () => reload('sessions'),
        }}
      />
      {canUsePasskeys() ? (
        <AccountForm form={form} fields={FIELDS} label={PASSKEY_MESSAGES.add} />
      ) : (
        <p className="text-ink-muted">{PASSKEY_MESSAGES.unsupported}</p>
      )}
    </section>
  );
}
