import { useEffect, useState } from 'react';
import { ApiError } from '#app/admin/data/api.ts';
import { acceptInvitation, readInvitation } from '#app/admin/shell/auth.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import { fieldsOf, FormBody, SubmitButton, TextField, useForm } from '#app/admin/ui/form.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { acceptanceSchema, type InvitationOffer } from '#shared/admin-users/schema.ts';
import { MAX_DISPLAY_NAME } from '#shared/admin-users/values.ts';
import { INVITATION_MESSAGES as messages } from './messages.ts';

type Props = { token: string; onSignedIn: () => void; onGiveUp: () => void };

export function AcceptInvitation({ token, onSignedIn, onGiveUp }: Props) {
  const [offer, setOffer] = useState<InvitationOffer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isOver, setIsOver] = useState(false);

  function explain(error: unknown) {
    setIsOver(error instanceof ApiError && error.status === 401);
    setFailure(error instanceof ApiError ? error.message : messages.unreached);
  }

  useEffect(() => {
    let isGone = false;
    readInvitation(token).then(
      (found) => !isGone && setOffer(found),
      (error: unknown) => !isGone && explain(error),
    );
    return () => {
      isGone = true;
    };
  }, [attempt, token]);

  if (failure !== null) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failure}</p>
        {isOver ? (
          <Button onClick={onGiveUp}>{messages.signIn}</Button>
        ) : (
          <Button
            onClick={() => {
              setFailure(null);
              setAttempt(attempt + 1);
            }}
          >
            {messages.retry}
          </Button>
        )}
      </div>
    );
  }
  if (!offer) return <Spinner label={messages.checking} />;
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        {messages.offer(offer.email)} <strong>{messages.roles[offer.role]}</strong>.{' '}
        {messages.until}
        <DateText iso={offer.expiresAt} /> <TimeText iso={offer.expiresAt} />.
      </p>
      <AcceptanceForm token={token} onSignedIn={onSignedIn} onOver={explain} />
    </div>
  );
}

const LABELS = {
  displayName: messages.displayName,
  username: messages.username,
  password: messages.password,
};

type FormProps = { token: string; onSignedIn: () => void; onOver: (error: ApiError) => void };

function AcceptanceForm({ token, onSignedIn, onOver }: FormProps) {
  const form = useForm({
    schema: acceptanceSchema,
    initial: { displayName: '', username: '', password: '' },
    async save(input) {
      try {
        await acceptInvitation(token, input);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onOver(error);
        throw error;
      }
      onSignedIn();
    },
  });
  const field = fieldsOf(form, LABELS);
  return (
    <FormBody form={form} labels={LABELS}>
      <TextField
        {...field('displayName')}
        hint={messages.displayNameHint}
        autoComplete="name"
        maxLength={MAX_DISPLAY_NAME}
      />
      <TextField
        {...field('username')}
        hint={messages.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...field('password')}
        hint={ACCOUNT_MESSAGES.passwordRule}
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton form={form} label={messages.accept} savingLabel={messages.accepting} />
    </FormBody>
  );
}
