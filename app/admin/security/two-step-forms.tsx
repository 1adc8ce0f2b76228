import { Button } from '#app/admin/ui/button.tsx';
import { useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession, sendJson } from '#app/admin/data/api.ts';
import {
  confirmSchema,
  disableSchema,
  type Enrolment,
  enrolSchema,
} from '#shared/admin-account/admin-schema.ts';
import { AccountForm, PASSWORD } from './account-form.tsx';
import { TWO_STEP_MESSAGES, SECURITY_MESSAGES } from './messages.ts';
import { CopyButton } from './recovery-codes.tsx';

const PASSWORD_FIELD = { label: SECURITY_MESSAGES.ownPassword, ...PASSWORD };
const CODE = { autoComplete: 'one-time-code' };

export function EnrolForm({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
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

export function ConfirmForm({ enrolment, onConfirmed, onCancel }: ConfirmProps) {
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

export function DisableForm({ onDisabled }: { onDisabled: () => void }) {
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
