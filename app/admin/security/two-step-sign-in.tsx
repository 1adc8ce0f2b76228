import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { Account, Enrolment } from '#shared/admin-account/admin-schema.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { DisableForm } from './disable-form.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { name: 'rest' }
  | { name: 'enrolled'; enrolment: Enrolment }
  | { name: 'codes'; codes: string[] };

/** Sets up, shows and turns off the second step of signing in. */
export function TwoStepSignIn({ account }: { account: Account }) {
  const client = useQueryClient();
  const notify = useNotify();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const { hasSecondFactor, recoveryCodesLeft } = account;

  // The form that had the focus is gone with each step.
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
          Two-step sign-in
        </h2>
        <Badge tone={hasSecondFactor ? 'green' : 'neutral'}>{hasSecondFactor ? 'On' : 'Off'}</Badge>
      </div>
      {step.name === 'codes' && (
        <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: 'rest' })} />
      )}
      {step.name === 'enrolled' && (
        <ConfirmForm
          enrolment={step.enrolment}
          onConfirmed={handleConfirmed}
          onCancel={() => setStep({ name: 'rest' })}
        />
      )}
      {step.name === 'rest' && !hasSecondFactor && (
        <EnrolForm onEnrolled={(enrolment) => setStep({ name: 'enrolled', enrolment })} />
      )}
      {step.name === 'rest' && hasSecondFactor && (
        <>
          <p>
            Signing in asks for your password and a code from your authenticator app.{' '}
            {recoveryCodesLeft === 1
              ? '1 recovery code is left.'
              : `${recoveryCodesLeft} recovery codes are left.`}
          </p>
          <DisableForm onDisabled={() => handleChanged(ACCOUNT_MESSAGES.turnedOff)} />
        </>
      )}
    </section>
  );
}
