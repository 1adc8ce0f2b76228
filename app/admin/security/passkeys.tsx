import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { RelativeTime } from '#app/admin/ui/time.tsx';
import { sendForNewSession, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { canUsePasskeys, makePasskey } from '#app/admin/data/passkeys.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { type Passkey, passkeyNameSchema } from '#shared/passkeys/admin-schema.ts';

const LABELS = { name: PASSKEY_MESSAGES.name };
const INITIAL = { name: '' };

const COLUMNS = [
  { key: 'name', label: 'Name' },
  { key: 'added', label: 'Added' },
  { key: 'used', label: 'Last used' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

/** Lists, adds and removes the administrator's own passkeys. */
export function Passkeys() {
  const client = useQueryClient();
  const passkeys = useApiQuery<{ items: Passkey[] }>('passkeys');
  const confirm = useConfirm();
  const notify = useNotify();
  const items = passkeys.data?.items;

  function handleChanged() {
    void passkeys.reload();
    void client.invalidateQueries({ queryKey: ['sessions'] });
  }

  const removal = useMutation({
    mutationFn: ({ id }: Passkey) => sendForNewSession<void>(`passkeys/${id}/remove`, undefined),
    onSuccess: () => notify.success(PASSKEY_MESSAGES.removed),
    onError: () => notify.error(PASSKEY_MESSAGES.removeFailed),
    onSettled() {
      handleChanged();
      document.querySelector<HTMLElement>('#passkeys-heading')?.focus();
    },
  });

  async function handleRemove(passkey: Passkey) {
    const isSure = await confirm({
      title: PASSKEY_MESSAGES.removeQuestion,
      text: `${passkey.name} will no longer sign you in. Every other session ends.`,
      confirmLabel: 'Remove',
      isDestructive: true,
    });
    if (isSure) removal.mutate(passkey);
  }

  return (
    <section aria-labelledby="passkeys-heading" className="card grid gap-4 p-5">
      <h2 id="passkeys-heading" tabIndex={-1} className="text-lg outline-none">
        {PASSKEY_MESSAGES.heading}
      </h2>
      <p>{PASSKEY_MESSAGES.explanation}</p>
      <Problem>{removal.error?.message}</Problem>
      <ListView
        items={items}
        query={passkeys}
        loadingText={PASSKEY_MESSAGES.loading}
        emptyText={PASSKEY_MESSAGES.empty}
      >
        <Table label="Your passkeys" columns={COLUMNS}>
          {items?.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row" className="min-w-28 wrap-anywhere">
                {passkey.name}
              </th>
              <td>
                <RelativeTime iso={passkey.createdAt} />
              </td>
              <td>{passkey.lastUsedAt ? <RelativeTime iso={passkey.lastUsedAt} /> : 'Never'}</td>
              <td data-end>
                <Button onClick={() => void handleRemove(passkey)}>
                  Remove<span className="sr-only"> {passkey.name}</span>
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      </ListView>
      <AddForm onAdded={handleChanged} />
    </section>
  );
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const notify = useNotify();
  const form = useForm({
    schema: passkeyNameSchema,
    initial: INITIAL,
    async save({ name }) {
      const { options } = await sendJson<{ options: string }>('POST', 'passkeys/options');
      const attestation = JSON.stringify(await makePasskey(options));
      await sendForNewSession('passkeys', { name, attestation });
    },
  });

  async function handleSubmit() {
    if (!(await form.submit())) return;
    form.reset(INITIAL);
    notify.success(PASSKEY_MESSAGES.added);
    onAdded();
  }

  if (!canUsePasskeys()) return <p className="text-ink-muted">{PASSKEY_MESSAGES.unsupported}</p>;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
      className="grid gap-4"
    >
      <FormErrors form={form} labels={LABELS} />
      <TextField form={form} name="name" label={LABELS.name} maxLength={60} />
      <div>
        <Button type="submit" isDisabled={form.isSaving} variant="primary">
          {form.isSaving ? 'One moment...' : PASSKEY_MESSAGES.add}
        </Button>
      </div>
    </form>
  );
}
