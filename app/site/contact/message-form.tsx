import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CharacterCounter } from '#app/components/form/character-counter.tsx';
import { FailureNotice } from '#app/components/form/failure-notice.tsx';
import { TextAreaField, TextField } from '#app/components/form/field.tsx';
import { FormHead } from '#app/components/form/form-head.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { TrapField } from '#app/components/form/trap-field.tsx';
import { useCheckedForm } from '#app/components/form/use-checked-form.ts';
import { useDraft } from '#app/components/form/use-draft.ts';
import { useSubmission } from '#app/components/form/use-submission.ts';
import { useToast } from '#app/components/toasts.tsx';
import { isTooEarly, postJson } from '#app/lib/post.ts';
import {
  EMPTY_MESSAGE_ENTRIES,
  type MessageEntries,
  readMessageEntries,
  type RefusedForm,
} from '#shared/forms/values.ts';
import { FORM_ALREADY_SENT_MESSAGE } from '#shared/forms/messages.ts';
import { MESSAGE_LIMITS } from '#shared/messages/values.ts';
import { MESSAGE_MESSAGES } from '#shared/messages/messages.ts';
import { CONTACT_PATH, SENT_URL } from './contact-url.ts';
import { loadMessageCheck } from './message-check.ts';
import { MESSAGE_FORM_MESSAGES } from './messages.ts';

const FIELDS = ['name', 'email', 'message', 'form'] as const;

type Props = {
  /** A form that was sent without scripts and not accepted. */
  refused: RefusedForm<MessageEntries> | undefined;
  title: string;
};

export function MessageForm({ refused, title }: Props) {
  const toast = useToast();
  const navigate = useNavigate();
  const { isBusy, handleSubmit } = useSubmission(submit);
  const [failure, setFailure] = useState<{ detail: string | null } | null>(
    refused?.failure ? { detail: refused.failure } : null,
  );
  const {
    attach,
    shown,
    entries,
    errors,
    attempt,
    isBlank,
    validate,
    readSignals,
    refuse,
    replaceEntries,
    handleChange,
  } = useCheckedForm({
    initial: { entries: refused?.entries ?? EMPTY_MESSAGE_ENTRIES, errors: refused?.errors ?? {} },
    read: readMessageEntries,
    loadCheck: loadMessageCheck,
  });
  const draft = useDraft({
    form: 'contact',
    empty: EMPTY_MESSAGE_ENTRIES,
    entries,
    initialKey: refused?.formKey ?? null,
    onRestore: handleRestore,
  });
  const summary = FIELDS.flatMap((field) =>
    errors[field]
      ? { targetId: field === 'form' ? 'message-form' : field, message: errors[field] }
      : [],
  );

  function handleRestore(restored: MessageEntries) {
    replaceEntries(restored);
    document.getElementById('name')?.focus();
  }

  async function submit() {
    setFailure(null);
    const valid = await validate();
    if (!valid) return;
    draft.save(valid);
    const answer = await postJson<{ id: string }>(
      '/api/contact-messages',
      { ...valid, ...readSignals() },
      draft.formKey(),
    );
    if (answer.ok) return finish();
    if (Object.keys(answer.fields).length > 0) return refuse(answer.fields);
    if (answer.status === 422) draft.renewKey();
    setFailure({ detail: answer.status === 422 ? FORM_ALREADY_SENT_MESSAGE : answer.message });
    toast({
      title: MESSAGE_MESSAGES.failedTitle,
      text: isTooEarly(answer) ? answer.message : MESSAGE_MESSAGES.failed,
      isDestructive: true,
    });
  }

  async function finish() {
    draft.finish();
    toast({ title: MESSAGE_MESSAGES.succeededTitle, text: MESSAGE_MESSAGES.succeeded });
    await navigate(SENT_URL, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <form
        ref={attach}
        id="message-form"
        method="post"
        action={CONTACT_PATH}
        noValidate
        onSubmit={handleSubmit}
        onChange={handleChange}
        aria-labelledby="message-title"
        className="relative grid gap-6"
      >
        <FormHead
          title={title}
          formKey={refused?.formKey}
          summary={summary}
          attempt={attempt}
          draft={draft}
        />
        <div key={shown.generation} className="grid gap-6">
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField
              id="name"
              label={MESSAGE_FORM_MESSAGES.name}
              defaultValue={shown.entries.name}
              error={errors.name}
              autoComplete="name"
              enterKeyHint="next"
            />
            <TextField
              id="email"
              label={MESSAGE_FORM_MESSAGES.email}
              type="email"
              inputMode="email"
              defaultValue={shown.entries.email}
              error={errors.email}
              autoComplete="email"
              enterKeyHint="next"
            />
          </div>
          <TextAreaField
            id="message"
            label={MESSAGE_FORM_MESSAGES.message}
            hint={MESSAGE_FORM_MESSAGES.messageHint}
            rows={7}
            defaultValue={shown.entries.message}
            error={errors.message}
            extra={
              <CharacterCounter
                id="message-count"
                text={entries.message}
                {...MESSAGE_LIMITS.message}
              />
            }
          />
        </div>
        <TrapField />
        {failure && (
          <FailureNotice
            title={MESSAGE_MESSAGES.failedTitle}
            detail={failure.detail}
            text={MESSAGE_MESSAGES.failed}
            subject={MESSAGE_FORM_MESSAGES.subject}
          />
        )}
        <button
          type="submit"
          aria-disabled={isBusy}
          className="button button-primary min-w-40 justify-self-start aria-disabled:opacity-75"
        >
          {isBusy ? MESSAGE_FORM_MESSAGES.sending : MESSAGE_FORM_MESSAGES.send}
        </button>
      </form>
      <LeaveGuard
        isActive={!isBlank}
        isReleased={draft.isFinished}
        text={MESSAGE_FORM_MESSAGES.leave}
      />
    </>
  );
}
