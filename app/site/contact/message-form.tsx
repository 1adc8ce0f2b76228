import { useNavigate } from 'react-router';
import { CharacterCounter } from '#app/components/form/character-counter.tsx';
import { TextAreaField, TextField } from '#app/components/form/field.tsx';
import { LeadForm } from '#app/components/form/lead-form.tsx';
import { LeaveGuard } from '#app/components/form/leave-guard.tsx';
import { checkBy } from '#app/components/form/use-checked-form.ts';
import { useLeadForm } from '#app/components/form/use-lead-form.ts';
import { PrivacyNotice } from '#app/site/lib/privacy-notice.tsx';
import { postJson } from '#app/lib/post.ts';
import type { RejectedForm } from '#shared/forms/values.ts';
import {
  EMPTY_MESSAGE_ENTRIES,
  MESSAGE_FIELDS,
  type MessageEntries,
} from '#shared/messages/values.ts';
import { MESSAGE_MESSAGES, messageSucceededMessage } from '#shared/messages/messages.ts';
import { CONTACT_PATH, sentUrl } from './contact-url.ts';
import { MESSAGE_FORM_MESSAGES } from './messages.ts';

const TARGETS = [
  ['name', 'name'],
  ['email', 'email'],
  ['message', 'message'],
  ['form', 'message-form'],
] as const;

/** Too large for the initial load. */
async function loadCheck() {
  const { messageInputSchema } = await import('#shared/messages/schema.ts');
  return checkBy<MessageEntries>(messageInputSchema);
}

type Props = {
  rejected: RejectedForm<MessageEntries> | undefined;
  title: string;
  privacyNote: string | undefined;
};

export function MessageForm({ rejected, title, privacyNote }: Props) {
  const navigate = useNavigate();
  const form = useLeadForm({
    form: 'contact',
    rejected,
    empty: EMPTY_MESSAGE_ENTRIES,
    loadCheck,
    targets: TARGETS,
    messages: MESSAGE_MESSAGES,
    succeeded: messageSucceededMessage,
    send,
  });
  const { draft, isBusy } = form;

  async function send(valid: MessageEntries): Promise<void> {
    const result = await postJson<{ id: string; trackingPath: string | null }>(
      '/api/contact-messages',
      { ...valid, ...form.readSignals() },
      draft.formKey(),
    );
    if (!result.ok) return form.reject(result);
    form.finish(result.acceptedAt);
    const { id, trackingPath } = result.value;
    await navigate(sentUrl(id), {
      replace: true,
      preventScrollReset: true,
      state: { acceptedAt: result.acceptedAt, trackingPath },
    });
  }

  function field(name: keyof MessageEntries) {
    return {
      id: name,
      label: MESSAGE_FORM_MESSAGES[name],
      defaultValue: form.shown.entries[name],
      error: form.errors[name],
    };
  }

  return (
    <>
      <LeadForm
        form={form}
        title={title}
        id="message-form"
        action={CONTACT_PATH}
        name={{ 'aria-labelledby': 'message-title' }}
        subject={MESSAGE_FORM_MESSAGES.subject}
        buttons={
          <button
            type="submit"
            aria-disabled={isBusy}
            className="button button-primary min-w-[min(10rem,100%)] justify-self-start aria-disabled:opacity-75"
          >
            {isBusy ? MESSAGE_FORM_MESSAGES.sending : MESSAGE_FORM_MESSAGES.send}
          </button>
        }
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField {...field('name')} autoComplete="name" enterKeyHint="next" />
          <TextField
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            enterKeyHint="next"
          />
        </div>
        <TextAreaField
          {...field('message')}
          hint={MESSAGE_FORM_MESSAGES.messageHint}
          rows={7}
          extra={
            <CharacterCounter
              id="message-count"
              text={form.entries.message}
              min={MESSAGE_FIELDS.message.min}
              max={MESSAGE_FIELDS.message.max}
            />
          }
        />
        <PrivacyNotice text={privacyNote} />
      </LeadForm>
      <LeaveGuard
        isActive={!form.isBlank}
        isReleased={draft.isFinished}
        text={MESSAGE_FORM_MESSAGES.leave}
      />
    </>
  );
}
