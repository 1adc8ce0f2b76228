import { type FormEvent, useRef, useState } from 'react';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { formatAcceptance } from '#app/components/office-hours/use-response-time.ts';
import { useToast } from '#app/components/toasts.tsx';
import { afterPaint } from '#app/lib/after-paint.ts';
import type { DraftEntries } from '#app/lib/draft.ts';
import { type PostResult, isTooEarly } from '#app/lib/post.ts';
import { FORM_ALREADY_SENT_MESSAGE } from '#shared/forms/messages.ts';
import type { RejectedForm } from '#shared/forms/values.ts';
import { type Check, useCheckedForm } from './use-checked-form.ts';
import { useDraft } from './use-draft.ts';

type Options<Entries> = {
  form: 'order' | 'contact';
  rejected: RejectedForm<Entries> | undefined;
  empty: Entries;
  loadCheck: () => Promise<Check<Entries>>;
  /** In the order of the page; the first field takes the focus after a draft was restored. */
  targets: readonly (readonly [field: string, targetId: string])[];
  messages: Record<'failedTitle' | 'failed' | 'succeededTitle', string>;
  succeeded: (within: string) => string;
  send: (valid: Entries) => Promise<void>;
};

export function useLeadForm<Entries extends DraftEntries>(options: Options<Entries>) {
  const { form, rejected, empty, loadCheck, targets, messages, succeeded, send } = options;
  const toast = useToast();
  const { settings } = useSiteSettings();
  const isSubmitting = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ detail: string | null } | null>(
    rejected?.failure ? { detail: rejected.failure } : null,
  );
  const checked = useCheckedForm({
    initial: { entries: rejected?.entries ?? empty, errors: rejected?.errors ?? {} },
    empty,
    loadCheck,
  });
  const { entries, errors } = checked;
  const formKey = rejected?.formKey ?? null;
  const draft = useDraft({ form, empty, entries, initialKey: formKey, onRestore: handleRestore });

  function handleRestore(restored: Entries) {
    checked.replaceEntries(restored);
    document.getElementById(targets[0]?.[1] ?? '')?.focus();
  }

  async function submit() {
    await afterPaint();
    setFailure(null);
    if (!checked.check) setIsBusy(true);
    const valid = await checked.validate();
    if (!valid) return;
    setIsBusy(true);
    draft.save(valid);
    await send(valid);
  }

  /** Ignores presses while sending. */
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await submit();
    } finally {
      isSubmitting.current = false;
      setIsBusy(false);
    }
  }

  function fail(detail: string | null, text = messages.failed) {
    setFailure({ detail });
    toast({ title: messages.failedTitle, text, isDestructive: true });
  }

  function reject(response: Exclude<PostResult<unknown>, { ok: true }>) {
    if (response.status === 422) {
      draft.renewKey();
      fail(FORM_ALREADY_SENT_MESSAGE);
    } else if (Object.keys(response.fields).length > 0) checked.reject(response.fields);
    else fail(response.message, isTooEarly(response) ? response.message : undefined);
  }

  function finish(acceptedAt: string | null = null) {
    draft.finish();
    const now = acceptedAt === null ? new Date() : new Date(acceptedAt);
    const text = formatAcceptance(now, settings.officeHours, succeeded);
    toast({ title: messages.succeededTitle, text });
  }

  const summary = targets.flatMap(([field, targetId]) =>
    errors[field] ? { targetId, message: errors[field] } : [],
  );
  return {
    ...checked,
    formKey,
    draft,
    isBusy,
    failure,
    messages,
    summary,
    handleSubmit,
    fail,
    reject,
    finish,
  };
}
