import { Field } from '#app/components/form/field.tsx';
import { HoneypotField } from '#app/components/form/lead-form.tsx';
import { FORM_NAMES } from '#shared/forms/values.ts';
import { ATTACHMENT_ACCEPT } from '#shared/orders/values.ts';
import type { RejectedTracking } from '#shared/tracking/values.ts';
import { ActionForm } from './form-parts.tsx';
import { WORD_FORM } from './messages.ts';

type Props = { path: string; formKey: string; rejected: RejectedTracking | undefined };

export function WordForm({ path, formKey, rejected }: Props) {
  const own = rejected?.action === 'write' ? rejected : undefined;
  return (
    <ActionForm
      path={path}
      action="write"
      encType="multipart/form-data"
      rejected={rejected}
      button={WORD_FORM.send}
      isPrimary
    >
      <input type="hidden" name={FORM_NAMES.formKey} value={formKey} />
      <Field
        id="write-message"
        name="message"
        label={WORD_FORM.message}
        error={own?.errors['message']}
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            defaultValue={own?.entries['message'] ?? ''}
            className="field scroll-mt-12 resize-y"
          />
        )}
      </Field>
      <Field
        id="write-files"
        name={FORM_NAMES.files}
        label={WORD_FORM.files}
        isOptional
        hint={WORD_FORM.filesHint}
        error={own?.errors[FORM_NAMES.files]}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            accept={ATTACHMENT_ACCEPT}
            className="field scroll-mt-12 max-w-full"
          />
        )}
      </Field>
      <HoneypotField />
    </ActionForm>
  );
}
