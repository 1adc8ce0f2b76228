import { sendJson } from '#app/admin/data/api.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { useForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type Account, profileSchema } from '#shared/admin-account/admin-schema.ts';
import { MAX_DISPLAY_NAME } from '#shared/admin-users/values.ts';
import { AccountForm } from './account-form.tsx';
import { PROFILE_MESSAGES as messages } from './administrator-messages.ts';

const FIELDS = {
  displayName: {
    label: messages.name,
    hint: messages.nameHint,
    autoComplete: 'name',
    maxLength: MAX_DISPLAY_NAME,
  },
  email: { label: messages.email, hint: messages.emailHint, type: 'email', autoComplete: 'email' },
};

const valuesOf = ({ displayName, email }: Account) => ({
  displayName: displayName ?? '',
  email: email ?? '',
});

type Props = { account: Account; setAccount: ApiQuery<Account>['setData'] };

export function ProfileForm({ account, setAccount }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: profileSchema,
    initial: valuesOf(account),
    async save(profile) {
      const saved = await sendJson<Account>('PUT', 'account', profile);
      setAccount(() => saved);
      return { values: valuesOf(saved) };
    },
    onSaved: () => notify.success(messages.saved),
  });

  return (
    <section aria-labelledby="profile-heading" className="card grid gap-4 p-5">
      <h2 id="profile-heading" className="text-lg">
        {messages.heading}
      </h2>
      <AccountForm form={form} fields={FIELDS} label={messages.save} />
    </section>
  );
}
