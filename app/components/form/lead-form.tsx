import type { ReactNode } from 'react';
import type { DraftEntries } from '#app/lib/draft.ts';
import { FORM_NAMES } from '#shared/forms/values.ts';
import { DraftOffer } from './draft-offer.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { FORM_MESSAGES } from './messages.ts';
import type { useLeadForm } from './use-lead-form.ts';

type Props<Entries extends DraftEntries> = {
  form: ReturnType<typeof useLeadForm<Entries>>;
  title: string;
  id: string;
  action: string;
  encType?: 'multipart/form-data';
  name: { 'aria-label': string } | { 'aria-labelledby': string };
  subject: string;
  buttons: ReactNode;
  children: ReactNode;
};

export function LeadForm<Entries extends DraftEntries>(props: Props<Entries>) {
  const { form, title, id, action, encType, name, subject, buttons, children } = props;
  const { attach, attempt, draft, failure, formKey, messages, shown, summary } = form;
  const { handleChange, handleSubmit } = form;
  return (
    <form
      ref={attach}
      id={id}
      method="post"
      action={action}
      encType={encType}
      noValidate
      onSubmit={handleSubmit}
      onChange={handleChange}
      {...name}
      className="relative grid gap-6"
    >
      <title>{summary.length > 0 ? FORM_MESSAGES.error + title : title}</title>
      {formKey && <input type="hidden" name={FORM_NAMES.formKey} value={formKey} />}
      {summary.length > 0 && <ErrorSummary key={attempt} entries={summary} />}
      {draft.offer && (
        <DraftOffer
          savedAt={draft.offer.savedAt}
          onRestore={draft.restore}
          onDiscard={draft.discard}
        />
      )}
      <div key={shown.generation} className="grid gap-6">
        {children}
      </div>
      <HoneypotField />
      {failure && (
        <FailureNotice
          title={messages.failedTitle}
          detail={failure.detail}
          text={messages.failed}
          subject={subject}
        />
      )}
      {buttons}
    </form>
  );
}

export function HoneypotField() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={FORM_NAMES.honeypot}>{FORM_MESSAGES.honeypot}</label>
      <input
        id={FORM_NAMES.honeypot}
        name={FORM_NAMES.honeypot}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        defaultValue=""
      />
    </div>
  );
}
