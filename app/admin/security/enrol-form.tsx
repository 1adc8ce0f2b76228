import { Button } from '#app/admin/ui/button.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { type Enrolment, enrolSchema } from '#shared/admin-account/admin-schema.ts';

const LABELS = { password: 'Your password' };

export function EnrolForm({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
  const form = useForm({
    schema: enrolSchema,
    initial: { password: '' },
    async save(input) {
      onEnrolled(await sendJson<Enrolment>('POST', 'mfa/enrol', input));
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid gap-4"
    >
      <p>
        With two-step sign-in a found or guessed password is not enough: signing in also asks for a
        code that an authenticator app on your telephone shows.
      </p>
      <FormErrors form={form} labels={LABELS} />
      <TextField
        form={form}
        name="password"
        label={LABELS.password}
        type="password"
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" isDisabled={form.isSaving} variant="primary">
          {form.isSaving ? 'One moment...' : 'Set up two-step sign-in'}
        </Button>
      </div>
    </form>
  );
}
