import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { DraftEntries } from '#app/lib/draft.ts';
import { FORM_NAMES } from '#shared/forms/values.ts';
import { DRAFT_MESSAGES, FORM_MESSAGES } from './messages.ts';
import type { useLeadForm } from './use-lead-form.ts';
import { focusOnMount } from '#app/lib/focus.ts';
import { useCompany } from '#app/components/live-settings.tsx';

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

type DraftOfferProps = { savedAt: number; onRestore: () => void; onDiscard: () => void };

const GAP_PX = 12;

// Rendered in the browser only, in the time zone of the device.
const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  const box = useRef<HTMLElement>(null);

  // The offer must not cover a focused field.
  useEffect(() => {
    if (!box.current) return undefined;
    const offer = box.current;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const covered = window.innerHeight - offer.getBoundingClientRect().top;
      style.scrollPaddingBottom = `${Math.round(covered) + GAP_PX}px`;
    });
    observer.observe(offer);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);

  return (
    <section
      ref={box}
      aria-label={DRAFT_MESSAGES.label}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-3 rounded border-2 border-accent bg-surface-raised p-4 shadow-lg"
    >
      <p role="status" className="min-w-56 flex-1">
        {DRAFT_MESSAGES.text(when.format(savedAt))}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={onRestore}>
          {DRAFT_MESSAGES.restore}
        </button>
        <button type="button" className="button button-secondary" onClick={onDiscard}>
          {DRAFT_MESSAGES.discard}
        </button>
      </div>
    </section>
  );
}

type SummaryEntry = { targetId: string; message: string };

/** GOV.UK Design System, error summary. Takes the focus when it appears. */
function ErrorSummary({ entries }: { entries: readonly SummaryEntry[] }) {
  function handleClick(event: MouseEvent, targetId: string) {
    const target = document.getElementById(targetId);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div
      ref={focusOnMount}
      role="alert"
      aria-labelledby="error-summary-title"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else leads to the summary of a rejected form
      autoFocus
      className="scroll-mt-12 rounded border-2 border-alert bg-surface-raised p-5"
    >
      <h2 id="error-summary-title" className="text-xl">
        {FORM_MESSAGES.errors}
      </h2>
      <ul className="mt-3 grid gap-1">
        {entries.map(({ targetId, message }) => (
          <li key={targetId}>
            <a
              href={`#${targetId}`}
              onClick={(event) => handleClick(event, targetId)}
              className="inline-flex min-h-6 py-0.5 font-medium text-alert underline underline-offset-3 wrap-anywhere hover:decoration-2"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FailureNoticeProps = { title: string; text: string; detail?: string | null; subject: string };

function FailureNotice({ title, text, detail, subject }: FailureNoticeProps) {
  const company = useCompany();
  return (
    <div
      ref={focusOnMount}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else leads to the notice
      autoFocus
      className="scroll-mt-12 scroll-mb-6 rounded border-2 border-alert bg-surface-raised p-5"
    >
      <p className="font-semibold text-alert">{title}</p>
      {detail && <p className="mt-1">{detail}</p>}
      <p className="mt-1">{text}</p>
      <p className="mt-2 text-sm text-ink-muted">
        {FORM_MESSAGES.nothingLost}{' '}
        <a href={`mailto:${company.email}?subject=${encodeURIComponent(subject)}`} className="link">
          {company.email}
        </a>
        .
      </p>
    </div>
  );
}
