import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { ApiError } from '#app/admin/data/api.ts';
import { FormBody, SubmitButton, TextField, useForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { signInSchema } from '#shared/admin-sessions/schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { signIn, signInWithPasskey, verifyCode } from './auth.ts';
import { SIGN_IN_MESSAGES as MESSAGES, WAIT_MESSAGES as messages } from './messages.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { canUsePasskeys } from '#app/admin/data/passkeys.ts';

type Props = { username?: string; onSignedIn: () => void };

const codeSchema = z.object({ code: z.string().trim().min(1, LOGIN_MESSAGES.code).max(40) });

export function SignInForm({ username = '', onSignedIn }: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const notify = useNotify();

  function show(next: string | null, reason: string | null) {
    setChallenge(next);
    setEnded(reason);
  }

  async function handlePasskey() {
    if (!(await signInWithPasskey())) throw unauthorized(PASSKEY_MESSAGES.rejected);
    onSignedIn();
  }

  if (challenge !== null) {
    return (
      <CodeForm
        challenge={challenge}
        onSignedIn={onSignedIn}
        onEnded={(reason) => show(null, reason)}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {ended && <p role="alert">{ended}</p>}
      <PasswordForm
        username={username}
        onSignedIn={onSignedIn}
        onChallenge={(next) => show(next, null)}
      />
      <PasskeyButton
        onUse={handlePasskey}
        fallback={LOGIN_MESSAGES.error}
        onFailure={(message) => notify.error(message, LOGIN_MESSAGES.failedTitle)}
      />
    </div>
  );
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, 'UNAUTHORIZED', message);
}

function unreached(): ApiError {
  return new ApiError(0, 'UNREACHED', LOGIN_MESSAGES.error);
}

type PasswordFormProps = {
  username: string;
  onSignedIn: () => void;
  onChallenge: (challenge: string) => void;
};

function PasswordForm({ username, onSignedIn, onChallenge }: PasswordFormProps) {
  const notify = useNotify();
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null);
  const form = useForm({
    schema: signInSchema,
    initial: { username, password: '' },
    async save(values) {
      try {
        const result = await signIn(values.username, values.password);
        if (typeof result === 'object') return onChallenge(result.challenge);
        if (!result) throw unauthorized(LOGIN_MESSAGES.failed);
        return onSignedIn();
      } catch (failure) {
        const error = failure instanceof ApiError ? failure : unreached();
        const { code, retryAfterSeconds } = error;
        const isUsedUp = code === 'RATE_LIMITED' && retryAfterSeconds !== null;
        setWaitsUntil(isUsedUp ? Date.now() + retryAfterSeconds * 1_000 : null);
        if (error.isRejection) notify.error(error.message, LOGIN_MESSAGES.failedTitle);
        else notify.error(LOGIN_MESSAGES.error, LOGIN_MESSAGES.errorTitle);
        throw error.isRejection || error.code === 'UNAVAILABLE' ? error : unreached();
      }
    },
  });
  const { username: name, password } = MESSAGES;
  return (
    <FormBody form={form} labels={{ username: name, password }}>
      <TextField form={form} name="username" label={name} autoComplete="username" />
      <TextField
        form={form}
        name="password"
        label={password}
        type="password"
        autoComplete="current-password"
      />
      <SubmitButton form={form} label={MESSAGES.signIn} savingLabel={MESSAGES.signingIn} />
      {waitsUntil !== null && <RemainingWait until={waitsUntil} />}
    </FormBody>
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
        throw unauthorized(LOGIN_MESSAGES.wrongCode);
      } catch (failure) {
        const error = failure instanceof ApiError ? failure : unreached();
        notify.error(error.message, LOGIN_MESSAGES.failedTitle);
        if (error.message === LOGIN_MESSAGES.challengeEnded) return onEnded(error.message);
        throw error;
      }
    },
  });
  const { code } = MESSAGES;
  return (
    <FormBody ref={box} form={form} labels={{ code }}>
      <TextField
        form={form}
        name="code"
        label={code}
        hint={MESSAGES.codeHint}
        autoComplete="one-time-code"
      />
      <SubmitButton form={form} label={MESSAGES.verify} savingLabel={MESSAGES.signingIn} />
    </FormBody>
  );
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Minutes between announcements; towards the end each minute is announced. */
const SPOKEN_MINUTES = 5;

function formatSpoken(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  if (leftMs <= 0) return messages.over;
  if (minutes <= SPOKEN_MINUTES) return messages.spoken(minutes);
  return messages.spoken(Math.ceil(minutes / SPOKEN_MINUTES) * SPOKEN_MINUTES);
}

function formatClock(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function RemainingWait({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) window.clearInterval(timer);
    }, SECOND_MS);
    return () => window.clearInterval(timer);
  }, [until]);
  const leftMs = Math.max(0, until - now);
  return (
    <div className="card grid gap-1 border-s-4 border-s-warn p-4">
      <p role="status" className="sr-only">
        {formatSpoken(leftMs)}
      </p>
      <p aria-hidden className="font-semibold">
        {leftMs > 0 ? messages.left : messages.over}
        {leftMs > 0 && <span className="tabular-nums">{formatClock(leftMs)}</span>}
      </p>
      {leftMs > 0 && canUsePasskeys() && <p className="text-ink-muted">{messages.passkey}</p>}
    </div>
  );
}
