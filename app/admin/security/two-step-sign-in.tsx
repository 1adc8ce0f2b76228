import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { Account, Enrolment } from '#shared/admin-account/admin-schema.ts';
import { TWO_STEP_MESSAGES } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ConfirmForm, DisableForm, EnrolForm } from './two-step-forms.tsx';

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
