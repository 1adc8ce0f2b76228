import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import {
  type Account,
  confirmSchema,
  disableSchema,
  type Enrolment,
  enrolSchema,
} from '#shared/admin-account/admin-schema.ts';
import { SECURITY_MESSAGES, TWO_STEP_MESSAGES } from './messages.ts';
import { CopyButton, RecoveryCodes } from './recovery-codes.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession, sendJson } from '#app/admin/data/api.ts';
import { AccountForm, PASSWORD } from './account-form.tsx';

type Step =
  | { name: 'rest' }
  | { name: 'enrolled'; enrolment: Enrolment }
  | { name: 'codes'; codes: string[] };

const REST: Step = { name: 'rest' };

export function TwoStepSignIn({ account }: { account: Account }) {
  const client = useQueryClient();
  const notify = useNotify();
  const [step, setStep] = useState<Step>(REST);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const { hasSecondFactor, recoveryCodesLeft } = account;

  // Each step removes the focused form.
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step.name, hasSecondFactor]);

  function handleChanged(message: string) {
    notify.success(message);
    for (const endpoint of ['account', 'sessions']) {
      void client.invalidateQueries({ queryKey: [endpoint] });
    }
  }

  function handleConfirmed(codes: string[]) {
    setStep({ name: 'codes', codes });
    handleChanged(ACCOUNT_MESSAGES.turnedOn);
  }

  return (
    <section aria-labelledby="two-step-heading" className="card grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="two-step-heading" ref={heading} tabIndex={-1} className="text-lg outline-none">
          {TWO_STEP_MESSAGES.heading}
        </h2>
        <Badge tone={hasSecondFactor ? 'green' : 'neutral'}>
          {hasSecondFactor ? TWO_STEP_MESSAGES.on : TWO_STEP_MESSAGES.off}
        </Badge>
      </div>
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep(REST)} />}
      {step.name === 'enrolled' && (
        <ConfirmForm
          enrolment={step.enrolment}
          onConfirmed={handleConfirmed}
          onCancel={() => setStep(REST)}
        />
      )}
      {step.name === 'rest' && !hasSecondFactor && (
        <EnrolForm onEnrolled={(enrolment) => setStep({ name: 'enrolled', enrolment })} />
      )}
      {step.name === 'rest' && hasSecondFactor && (
        <>
          <p>{TWO_STEP_MESSAGES.inUse(recoveryCodesLeft)}</p>
          <DisableForm onDisabled={() => handleChanged(ACCOUNT_MESSAGES.turnedOff)} />
        </>
      )}
    </section>
  );
}

const PASSWORD_FIELD = { label: SECURITY_MESSAGES.ownPassword, ...PASSWORD };
const CODE = { autoComplete: 'one-time-code' };

function EnrolForm({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
  const form = useForm({
    schema: enrolSchema,
    initial: { password: '' },
    async save(input) {
      onEnrolled(await sendJson<Enrolment>('POST', 'mfa/enrol', input));
    },
  });
  return (
    <>
      <p>{TWO_STEP_MESSAGES.explanation}</p>
      <AccountForm
        form={form}
        fields={{ password: PASSWORD_FIELD }}
        label={TWO_STEP_MESSAGES.setUp}
      />
    </>
  );
}

type ConfirmProps = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

function ConfirmForm({ enrolment, onConfirmed, onCancel }: ConfirmProps) {
  const { secret, qrSize, qrPath } = enrolment;
  const form = useForm({
    schema: confirmSchema,
    initial: { code: '' },
    async save(input) {
      const { recoveryCodes } = await sendForNewSession<{ recoveryCodes: string[] }>(
        'mfa/confirm',
        input,
      );
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <>
      <p>{TWO_STEP_MESSAGES.scan}</p>
      {/* Authenticator apps cannot read inverted codes. */}
      <svg
        role="img"
        aria-label={TWO_STEP_MESSAGES.qrCode}
        viewBox={`0 0 ${qrSize} ${qrSize}`}
        shapeRendering="crispEdges"
        className="size-52 max-w-full rounded"
      >
        <rect width={qrSize} height={qrSize} fill="#fff" />
        <path d={qrPath} fill="#000" />
      </svg>
      <div className="grid gap-2">
        <p>{TWO_STEP_MESSAGES.typeSecret}</p>
        <p className="flex flex-wrap items-center gap-3">
          <code data-testid="totp-secret" className="font-semibold tracking-wider wrap-anywhere">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyButton text={secret} label={TWO_STEP_MESSAGES.copySecret} />
        </p>
      </div>
      <p>{TWO_STEP_MESSAGES.enterCode}</p>
      <AccountForm
        form={form}
        fields={{ code: { label: TWO_STEP_MESSAGES.code, maxLength: 10, ...CODE } }}
        label={TWO_STEP_MESSAGES.turnOn}
        aside={<Button onClick={onCancel}>{TWO_STEP_MESSAGES.cancel}</Button>}
      />
    </>
  );
}

const DISABLE_FIELDS = {
  password: PASSWORD_FIELD,
  code: { label: TWO_STEP_MESSAGES.anyCode, maxLength: 40, ...CODE },
};

function DisableForm({ onDisabled }: { onDisabled: () => void }) {
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
      <summary className="w-fit font-medium text-accent">{TWO_STEP_MESSAGES.change}</summary>
      <div className="mt-4 grid gap-4">
        <p className="text-ink-muted">{TWO_STEP_MESSAGES.changeExplanation}</p>
        <AccountForm
          form={form}
          fields={DISABLE_FIELDS}
          label={TWO_STEP_MESSAGES.turnOff}
          variant="danger"
        />
      </div>
    </details>
  );
}
