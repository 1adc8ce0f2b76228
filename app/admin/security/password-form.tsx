import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { Button } from '#app/admin/ui/button.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { passwordChangeSchema } from '#shared/admin-account/admin-schema.ts';

const INITIAL = { currentPassword: '', newPassword: '', repeatPassword: '' };

const LABELS = {
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'New password again',
};

const formSchema = passwordChangeSchema
  .extend({ repeatPassword: z.string() })
  .refine(({ newPassword, repeatPassword }) => newPassword === repeatPassword, {
    error: ACCOUNT_MESSAGES.repeatPassword,
    path: ['repeatPassword'],
  });

export function PasswordForm({ username }: { username: string }) {
  const client = useQueryClient();
  const notify = useNotify();
  const form = useForm({
    schema: formSchema,
    initial: INITIAL,
    save: ({ currentPassword, newPassword }) =>
      sendForNewSession<void>('password', { currentPassword, newPassword }),
    onSaved(isWhole) {
      if (isWhole) form.reset(INITIAL);
      notify.success(ACCOUNT_MESSAGES.passwordChanged);
      void client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });

  return (
    <section aria-labelledby="password-heading" className="card grid gap-4 p-5">
      <h2 id="password-heading" className="text-lg">
        Password
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        className="grid gap-4"
      >
        <FormErrors form={form} labels={LABELS} />
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextField
          form={form}
          name="currentPassword"
          label={LABELS.currentPassword}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="newPassword"
          label={LABELS.newPassword}
          hint={ACCOUNT_MESSAGES.passwordRule}
          type="password"
          autoComplete="new-password"
        />
        <TextField
          form={form}
          name="repeatPassword"
          label={LABELS.repeatPassword}
          type="password"
          autoComplete="new-password"
        />
        <p className="text-ink-muted">
          A new password ends every session of yours, here and elsewhere. This browser goes on with
          a new one.
        </p>
        <div>
          <Button type="submit" isDisabled={form.isSaving} variant="primary">
            {form.isSaving ? 'Saving...' : 'Change password'}
          </Button>
        </div>
      </form>
    </section>
  );
}
