import { sendJson } from '#app/admin/data/api.ts';
import { FormDialog, TextAreaField, TextField, useForm } from '#app/admin/ui/form.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { attestationSchema, type Claim } from '#shared/claims/admin-schema.ts';
import { CLAIM_LIMITS, claimText } from '#shared/claims/values.ts';
import { MAX_URL_CHARACTERS } from '#shared/common/web-url.ts';
import { ATTESTATION_MESSAGES as LABELS, CLAIMS_MESSAGES as messages } from './messages.ts';

type Props = { claim: Claim; onClose: () => void; onSaved: () => Promise<void> };

export function AttestationDialog({ claim, onClose, onSaved }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: attestationSchema,
    initial: {
      key: claim.key,
      evidence: claim.evidence,
      evidenceUrl: claim.evidenceUrl,
      reviewBy: claim.reviewBy ?? '',
    },
    async save({ reviewBy, ...attestation }) {
      try {
        await sendJson('POST', 'public-claims/attestation', {
          ...attestation,
          reviewBy: reviewBy ?? '',
        });
        notify.success(messages.attestedToast);
      } catch (error) {
        notify.error(messages.saveFailed);
        throw error;
      }
    },
    onSaved(isDone) {
      if (isDone) onClose();
      void onSaved();
    },
  });
  return (
    <FormDialog
      title={messages.attestTitle(claimText(claim.key))}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={messages.save}
      size="medium"
    >
      <TextAreaField
        form={form}
        name="evidence"
        label={LABELS.evidence}
        hint={LABELS.evidenceHint}
        maxLength={CLAIM_LIMITS.evidence}
      />
      <TextField
        form={form}
        name="evidenceUrl"
        label={LABELS.evidenceUrl}
        type="url"
        placeholder="https://"
        maxLength={MAX_URL_CHARACTERS}
      />
      <TextField
        form={form}
        name="reviewBy"
        label={LABELS.reviewBy}
        hint={LABELS.reviewHint}
        type="date"
        className="field max-w-48"
      />
    </FormDialog>
  );
}
