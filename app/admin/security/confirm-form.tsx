import { Button } from '#app/admin/ui/button.tsx';
import { FormErrors, TextField, useForm } from '#app/admin/ui/form.tsx';
import { sendForNewSession } from '#app/admin/data/api.ts';
import { confirmSchema, type Enrolment } from '#shared/admin-account/admin-schema.ts';
import { CopyButton } from './copy-button.tsx';

const LABELS = { code: 'Six-digit code' };

type Props = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

export function ConfirmForm({ enrolment, onConfirmed, onCancel }: Props) {
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid gap-4"
    >
      <p>1. Scan this picture with your authenticator app.</p>
      {/* Black on white in both themes: apps cannot read it the other way round. */}
      <svg
        role="img"
        aria-label="QR code for the authenticator app; the same secret stands below as text"
        viewBox={`0 0 ${qrSize} ${qrSize}`}
        shapeRendering="crispEdges"
        className="size-52 max-w-full rounded"
      >
        <rect width={qrSize} height={qrSize} fill="#fff" />
        <path d={qrPath} fill="#000" />
      </svg>
      <div className="grid gap-2">
        <p>If you cannot scan it, type in this secret:</p>
        <p className="flex flex-wrap items-center gap-3">
          <code data-testid="totp-secret" className="font-semibold tracking-wider wrap-anywhere">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyButton text={secret} label="Copy secret" />
        </p>
      </div>
      <p>2. Enter the code that the app shows now.</p>
      <FormErrors form={form} labels={LABELS} />
      <TextField
        form={form}
        name="code"
        label={LABELS.code}
        autoComplete="one-time-code"
        maxLength={10}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isDisabled={form.isSaving} variant="primary">
          {form.isSaving ? 'One moment...' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
