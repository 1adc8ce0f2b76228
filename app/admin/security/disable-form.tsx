import { Button } from '#app/admin/ui/button.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession } from '#app/admin/data/api.ts';
import { disableSchema } from '#shared/admin-account/admin-schema.ts';

const LABELS = { password: 'Your password', code: 'Code from the app, or a recovery code' };

export function DisableForm({ onDisabled }: { onDisabled: () => void }) {
  const form = useForm({
    schema: disableSchema,
    initial: { password: '', code: '' },
    async save(input) {
      await sendForNewSession('mfa/disable', input);
      onDisabled();
    },
  });

  return (
    <details>
      <summary className="w-fit font-medium text-accent">Turn off or set up again</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="mt-4 grid gap-4"
      >
        <p className="text-ink-muted">
          Turning it off removes the recovery codes and ends every session of yours, here and
          elsewhere; this browser goes on with a new one. To use another telephone or get new
          recovery codes, turn it off and set it up again.
        </p>
        <FormErrors form={form} labels={LABELS} />
        <TextField
          form={form}
          name="password"
          label={LABELS.password}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="code"
          label={LABELS.code}
          autoComplete="one-time-code"
          maxLength={40}
        />
        <div>
          <Button type="submit" isDisabled={form.isSaving} variant="danger">
            {form.isSaving ? 'One moment...' : 'Turn off two-step sign-in'}
          </Button>
        </div>
      </form>
    </details>
  );
}
