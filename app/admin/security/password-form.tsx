import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { passwordChangeSchema } from '#shared/admin-account/admin-schema.ts';
import { AccountForm, PASSWORD } from './account-form.tsx';
import { PASSWORD_MESSAGES } from './messages.ts';

const INITIAL = { currentPassword: '', newPassword: '', repeatPassword: '' };

const NEW_PASSWORD = { type: 'password', autoComplete: 'new-password' };

const FIELDS = {
  currentPassword: { label: PASSWORD_MESSAGES.current, ...PASSWORD },
  newPassword: {
    label: PASSWORD_MESSAGES.next,
    hint: ACCOUNT_MESSAGES.passwordRule,
    ...NEW_PASSWORD,
  },
  repeatPassword: { label: PASSWORD_MESSAGES.again, ...NEW_PASSWORD },
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
      void client.invalidateQueries({ queryKey: ['account'] });
    },
  });

  return (
    <section aria-labelledby="password-heading" className="card grid gap-4 p-5">
      <h2 id="password-heading" className="text-lg">
        {PASSWORD_MESSAGES.heading}
      </h2>
      <AccountForm
        form={form}
        fields={FIELDS}
        note={PASSWORD_MESSAGES.consequence}
        label={PASSWORD_MESSAGES.submit}
        savingLabel={undefined}
      >
        <input type="text" autoComplete="username" value={username} readOnly hidden />
      </AccountForm>
    </section>
  );
}
