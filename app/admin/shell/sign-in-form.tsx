import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { ApiError } from '#app/admin/data/api.ts';
import { signIn, verifyCode } from './auth.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { signInSchema } from '#shared/admin-sessions/schema.ts';

type Props = {
  /** Fixed where somebody signs in again. */
  username?: string;
  onSignedIn: () => void;
};

const codeSchema = z.object({ code: z.string().trim().min(1, LOGIN_MESSAGES.code).max(40) });

/** Name and password, then the code of the second factor where there is one. */
export function SignInForm({ username = '', onSignedIn }: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  return challenge === null ? (
    <div className="grid gap-4">
      <PasswordForm
        username={username}
        notice={ended}
        onSignedIn={onSignedIn}
        onChallenge={(next) => {
          setEnded(null);
          setChallenge(next);
        }}
      />
      <PasskeySignIn onSignedIn={onSignedIn} />
    </div>
  ) : (
    <CodeForm
      challenge={challenge}
      onSignedIn={onSignedIn}
      onEnded={(reason) => {
        setEnded(reason);
        setChallenge(null);
      }}
    />
  );
}

type PasswordFormProps = {
  username: string;
  notice: string | null;
  onSignedIn: () => void;
  onChallenge: (challenge: string) => void;
};

function PasswordForm({ username, notice, onSignedIn, onChallenge }: PasswordFormProps) {
  const notify = useNotify();
  const form = useForm({
    schema: signInSchema,
    initial: { username, password: '' },
    async save(values) {
      try {
        const result = await signIn(values.username, values.password);
        if (typeof result === 'object') return onChallenge(result.challenge);
        if (!result) throw new ApiError(401, 'UNAUTHORIZED', LOGIN_MESSAGES.failed);
        return onSignedIn();
      } catch (failure) {
        const isRejected =
          failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
        if (isRejected) {
          notify.error(failure.message, LOGIN_MESSAGES.failedTitle);
          throw failure;
        }
        notify.error(LOGIN_MESSAGES.error, LOGIN_MESSAGES.errorTitle);
        const isBusy = failure instanceof ApiError && failure.code === 'UNAVAILABLE';
        throw isBusy ? failure : new ApiError(0, 'UNREACHED', LOGIN_MESSAGES.error);
      }
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
      {notice && <p role="alert">{notice}</p>}
      <FormErrors form={form} labels={{ username: 'Username', password: 'Password' }} />
      <TextField form={form} name="username" label="Username" autoComplete="username" />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" isDisabled={form.isSaving} variant="primary">
        {form.isSaving ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
}

type CodeFormProps = {
  challenge: string;
  onSignedIn: () => void;
  onEnded: (reason: string) => void;
};

function CodeForm({ challenge, onSignedIn, onEnded }: CodeFormProps) {
  const notify = useNotify();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    async save({ code }) {
      try {
        if (await verifyCode(challenge, code)) return onSignedIn();
        throw new ApiError(401, 'UNAUTHORIZED', LOGIN_MESSAGES.wrongCode);
      } catch (failure) {
        const error =
          failure instanceof ApiError
            ? failure
            : new ApiError(0, 'UNREACHED', LOGIN_MESSAGES.error);
        notify.error(error.message, LOGIN_MESSAGES.failedTitle);
        if (error.message === LOGIN_MESSAGES.challengeEnded) return onEnded(error.message);
        throw error;
      }
    },
  });
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid gap-4"
    >
      <FormErrors form={form} labels={{ code: 'Code' }} />
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="The six digits of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
      />
      <Button type="submit" isDisabled={form.isSaving} variant="primary">
        {form.isSaving ? 'Signing In...' : 'Verify'}
      </Button>
    </form>
  );
}
