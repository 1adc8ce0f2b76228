import { DeadlineLine } from '#app/components/office-hours/deadline-line.tsx';
import { FORM_MESSAGES } from '#app/components/form/messages.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { dateText, formatInstant } from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { RejectedTracking, TrackedEnquiry } from '#shared/tracking/values.ts';
import { ConversationList } from './conversation-list.tsx';
import { ActionForm, Entry } from './form-parts.tsx';
import { ALL_DATA_FORM, DATA_FORM, DETAILS_FORM, TRACK_MESSAGES, WORD_FORM } from './messages.ts';
import { WordForm } from './word-form.tsx';

type Part = { enquiry: TrackedEnquiry; path: string; rejected: RejectedTracking | undefined };

const ADDRESS_ID = 'address';

type Props = Part & { title: string; formKey: string; hours: OfficeHours };

export function TrackPage({ title, formKey, hours, ...part }: Props) {
  const { enquiry, path, rejected } = part;
  return (
    <>
      <title>{rejected ? FORM_MESSAGES.error + title : title}</title>
      <header className="content-width pt-12 lg:pt-20">
        <p className="eyebrow">{TRACK_MESSAGES.eyebrow}</p>
        <h1 className="mt-2 text-3xl wrap-anywhere">{TRACK_MESSAGES.heading(enquiry.label)}</h1>
        <p className="mt-4 max-w-text text-ink-muted">{TRACK_MESSAGES.intro}</p>
      </header>
      <div className="content-width grid items-start gap-x-16 gap-y-10 pt-8 pb-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:pt-12 lg:pb-24">
        <div className="grid min-w-0 gap-10">
          {enquiry.isUndelivered && <Undelivered email={enquiry.contact.email} />}
          <Status enquiry={enquiry} hours={hours} />
          <section aria-labelledby="conversation-title">
            <h2 id="conversation-title" className="mb-6 text-2xl">
              {TRACK_MESSAGES.conversation}
            </h2>
            {enquiry.hasMore && <p className="mb-6 text-ink-muted">{TRACK_MESSAGES.older}</p>}
            <ConversationList items={enquiry.items} path={path} timeZone={hours.timeZone} />
          </section>
          <section aria-labelledby="write-title" className="card p-4 xs:p-5 sm:p-8">
            <h2 id="write-title" className="mb-6 text-2xl">
              {WORD_FORM.heading}
            </h2>
            <WordForm path={path} formKey={formKey} rejected={rejected} />
          </section>
        </div>
        <div className="grid min-w-0 gap-8">
          <Details {...part} />
          <YourData {...part} timeZone={hours.timeZone} />
        </div>
      </div>
    </>
  );
}

function dayOf(iso: string, timeZone: string): string {
  return dateText(localDate(new Date(iso), timeZone));
}

function Status({ enquiry, hours }: { enquiry: TrackedEnquiry; hours: OfficeHours }) {
  const { status, statusAt, progress } = enquiry;
  const at = new Date(statusAt);
  return (
    <section aria-labelledby="status-title" className="card border-s-4 border-s-accent p-4 xs:p-6">
      <h2 id="status-title" className="text-xl">
        {TRACK_MESSAGES.statusHeading}
      </h2>
      <p className="mt-2 text-lg font-medium">{TRACK_MESSAGES.status[status]}</p>
      {status === 'due' ? (
        <DeadlineLine promisedAt={at} className="mt-2" />
      ) : (
        <p className="mt-2 text-ink-muted">
          {TRACK_MESSAGES.statusAt[status]}:{' '}
          <time dateTime={statusAt}>{formatInstant(at, hours)}</time>
        </p>
      )}
      {progress && (
        <p className="mt-1 text-ink-muted">
          {TRACK_MESSAGES.progress}: {progress}
        </p>
      )}
    </section>
  );
}

function Undelivered({ email }: { email: string }) {
  const { heading, text, correct } = TRACK_MESSAGES.undelivered;
  return (
    <section
      aria-labelledby="undelivered-title"
      className="card grid justify-items-start gap-3 border-s-4 border-s-alert p-4 xs:p-6"
    >
      <h2 id="undelivered-title" className="text-xl text-alert">
        {heading}
      </h2>
      <p className="wrap-anywhere">{text(email)}</p>
      <a href={`#${ADDRESS_ID}`} className="button button-secondary">
        {correct}
      </a>
    </section>
  );
}

function Details({ enquiry, path, rejected }: Part) {
  const { kind, contact, pending } = enquiry;
  return (
    <section id="details" aria-labelledby="details-title" className="card grid gap-6 p-4 xs:p-6">
      <h2 id="details-title" className="text-xl">
        {DETAILS_FORM.heading}
      </h2>
      <ActionForm path={path} action="correct" rejected={rejected} button={DETAILS_FORM.save}>
        <Entry name="name" label={DETAILS_FORM.name} value={contact.name} autoComplete="name" />
        {kind === 'order' && (
          <>
            <Entry
              name="phone"
              label={DETAILS_FORM.phone}
              value={contact.phone}
              isOptional
              autoComplete="tel"
            />
            <Entry
              name="company"
              label={DETAILS_FORM.company}
              value={contact.company}
              isOptional
              autoComplete="organization"
            />
          </>
        )}
      </ActionForm>
      <div id={ADDRESS_ID} className="grid scroll-mt-24 gap-4 border-t border-line pt-6">
        <h3 className="text-lg">{DETAILS_FORM.emailHeading}</h3>
        <p className="wrap-anywhere">{DETAILS_FORM.current(contact.email)}</p>
        {pending.email && (
          <p className="font-medium wrap-anywhere">{DETAILS_FORM.pending(pending.email)}</p>
        )}
        <p className="text-sm text-ink-muted">{DETAILS_FORM.emailHint}</p>
        <ActionForm path={path} action="email" rejected={rejected} button={DETAILS_FORM.change}>
          <Entry name="email" label={DETAILS_FORM.email} type="email" autoComplete="email" />
        </ActionForm>
      </div>
    </section>
  );
}

function YourData({ enquiry, path, rejected, timeZone }: Part & { timeZone: string }) {
  const { status, contact, pending, retainedUntil } = enquiry;
  const isWithdrawn = status === 'withdrawn';
  return (
    <section id="your-data" aria-labelledby="data-title" className="card grid gap-6 p-4 xs:p-6">
      <h2 id="data-title" className="text-xl">
        {DATA_FORM.heading}
      </h2>
      <div className="grid justify-items-start gap-2">
        <a href={`${path}/data.json`} download className="button button-secondary">
          {DATA_FORM.download}
        </a>
        <p className="text-sm text-ink-muted">{DATA_FORM.downloadHint}</p>
      </div>
      <ActionForm
        path={path}
        action={isWithdrawn ? 'resume' : 'withdraw'}
        rejected={rejected}
        button={isWithdrawn ? DATA_FORM.resume : DATA_FORM.withdraw}
      >
        <p className="text-sm text-ink-muted">
          {isWithdrawn ? DATA_FORM.resumeHint : DATA_FORM.withdrawHint}
        </p>
      </ActionForm>
      {retainedUntil && (
        <p className="text-sm text-ink-muted">{DATA_FORM.until(dayOf(retainedUntil, timeZone))}</p>
      )}
      {pending.heldErasureAt && (
        <p className="font-medium">{DATA_FORM.held(dayOf(pending.heldErasureAt, timeZone))}</p>
      )}
      <ActionForm path={path} action="erase" rejected={rejected} button={DATA_FORM.erase}>
        {pending.erasure ? (
          <p className="font-medium wrap-anywhere">{DATA_FORM.erasing(contact.email)}</p>
        ) : (
          <p className="text-sm text-ink-muted">{DATA_FORM.eraseHint}</p>
        )}
      </ActionForm>
      <AllData {...{ enquiry, path, rejected }} />
    </section>
  );
}

function AllData({ enquiry: { contact, pending }, path, rejected }: Part) {
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg">{ALL_DATA_FORM.heading}</h3>
      <p className="text-sm wrap-anywhere text-ink-muted">{ALL_DATA_FORM.text(contact.email)}</p>
      <ActionForm path={path} action="export-all" rejected={rejected} button={ALL_DATA_FORM.export}>
        {pending.personExport && (
          <p className="font-medium wrap-anywhere">{ALL_DATA_FORM.exporting(contact.email)}</p>
        )}
      </ActionForm>
      <ActionForm path={path} action="erase-all" rejected={rejected} button={ALL_DATA_FORM.erase}>
        {pending.personErasure && (
          <p className="font-medium wrap-anywhere">{ALL_DATA_FORM.erasing(contact.email)}</p>
        )}
      </ActionForm>
    </div>
  );
}
