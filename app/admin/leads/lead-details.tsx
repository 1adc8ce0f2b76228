import { Undo2 } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod';
import type { PreviousLead, StatusChange } from '#shared/leads/admin-schema.ts';
import { notesSchema } from '#shared/leads/admin-schema.ts';
import { MARK_REMOVED, MAX_NOTES, suspectReasonLabel } from '#shared/leads/values.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { ORDER_STATUSES } from '#shared/orders/values.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { DISCARD_QUESTION, useConfirm } from '#app/admin/ui/dialog.tsx';
import {
  ConflictView,
  type Form,
  FormErrors,
  TextAreaField,
  useForm,
} from '#app/admin/ui/form.tsx';
import { mailtoUrl } from './mailto-url.ts';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-2">
      <h3 id={id} className="text-base font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Names and values; what is empty is left out by whoever makes the list. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Moment({ iso }: { iso: string }) {
  return (
    <>
      <DateText iso={iso} /> <TimeText iso={iso} />
    </>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={mailtoUrl(email)} className="link">
      {email}
    </a>
  );
}

const NOTES_FORM = z.object({ notes: notesSchema });
const NOTES_LABELS = { notes: 'Notes' };

export type NotesValues = { notes: string };

type NotesFormOptions = {
  notes: string | null;
  /** Saves the notes over `oldNotes`, tells about it, and rejects when the server rejects. */
  save: (notes: string | null, oldNotes: string | null) => Promise<void>;
  readNotes: () => Promise<string | null>;
};

/** The form of the internal notes; what was saved is what the next save is written over. */
export function useNotesForm({ notes, save, readNotes }: NotesFormOptions): Form<NotesValues> {
  const saved = notes ?? '';
  const form = useForm({
    schema: NOTES_FORM,
    initial: { notes: saved },
    version: saved,
    async save(parsed, version) {
      await save(parsed.notes, version || null);
      return { version: parsed.notes ?? '' };
    },
    async loadCurrent() {
      const current = (await readNotes()) ?? '';
      return { values: { notes: current }, version: current };
    },
  });
  // What others save replaces only what nobody is changing here; else the next save meets it as a conflict.
  const follow = useEffectEvent(() => {
    if (!form.isDirty || form.values.notes === saved) form.reset({ notes: saved }, saved);
  });
  useEffect(() => follow(), [saved]);
  return form;
}

export function NotesForm({ form }: { form: Form<NotesValues> }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="grid gap-2"
    >
      <FormErrors form={form} labels={NOTES_LABELS} />
      <ConflictView form={form} labels={NOTES_LABELS} />
      <TextAreaField
        form={form}
        name="notes"
        label="Internal notes"
        hint="Only administrators see them."
        maxLength={MAX_NOTES}
      />
      <Button type="submit" isDisabled={form.isSaving} className="w-fit">
        {form.isSaving ? 'Saving...' : 'Save notes'}
      </Button>
    </form>
  );
}

type SpamNoticeProps = { reasons: string[]; isBusy: boolean; onClear: () => void };

/** Why an entry is marked, and the way to take the mark away. */
export function SpamNotice({ reasons, isBusy, onClear }: SpamNoticeProps) {
  const id = useId();
  return (
    <Section title="Marked as Suspect">
      {reasons.length > 0 && <p>Because {reasons.map(suspectReasonLabel).join('; ')}.</p>}
      <p id={id} className="text-ink-muted">
        No confirmation was sent to the given address. It is sent when the mark is taken away.
      </p>
      <Button aria-describedby={id} isDisabled={isBusy} onClick={onClear} className="w-fit">
        Not suspect
      </Button>
    </Section>
  );
}

const MARK_LABELS: Record<string, string> = {
  [MARK_REMOVED.oldStatus]: 'Suspect',
  [MARK_REMOVED.newStatus]: 'Not suspect',
};

type TimelineProps = {
  changes: StatusChange[];
  createdAt: string;
  labelOf: (status: string) => string;
  toneOf: (status: string) => BadgeTone;
  isBusy: boolean;
  onUndo: (status: string) => void;
};

/** Who changed the status or took the mark away, and when; the last change of the status can be undone. */
export function Timeline({ changes, createdAt, labelOf, toneOf, isBusy, onUndo }: TimelineProps) {
  const isMark = ({ newStatus }: StatusChange) => newStatus === MARK_REMOVED.newStatus;
  const last = changes.find((change) => !isMark(change));
  const badgeOf = (status: string) => (
    <Badge tone={status in MARK_LABELS ? 'neutral' : toneOf(status)}>
      {MARK_LABELS[status] ?? labelOf(status)}
    </Badge>
  );
  return (
    <ol className="grid gap-2">
      {changes.map((change) => (
        <li
          key={change.id}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 border-s-2 border-line ps-3"
        >
          {badgeOf(change.oldStatus)}
          <span aria-hidden>→</span>
          <span className="sr-only">became</span>
          {badgeOf(change.newStatus)}
          <span className="text-ink-muted">
            by {change.adminUsername ?? 'a removed account'},{' '}
            <RelativeTime iso={change.createdAt} />
          </span>
          {change === last && (
            <Button isDisabled={isBusy} onClick={() => onUndo(change.oldStatus)} icon={Undo2}>
              Undo
            </Button>
          )}
        </li>
      ))}
      <li className="border-s-2 border-line ps-3 text-ink-muted">
        Received <RelativeTime iso={createdAt} />
      </li>
    </ol>
  );
}

const STATUSES = [...ORDER_STATUSES, ...MESSAGE_STATUSES];

type PreviousProps = { leads: PreviousLead[]; isDirty: boolean };

/** Other enquiries by the same address, each a link to its own dialog. */
export function PreviousLeads({ leads, isDirty }: PreviousProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  if (leads.length === 0) return <p className="text-ink-muted">None by this address.</p>;

  function handleClick(event: MouseEvent, to: string) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!isDirty || isElsewhere) return;
    event.preventDefault();
    void confirm(DISCARD_QUESTION).then((isSure) => (isSure ? navigate(to) : undefined));
  }

  return (
    <ul className="grid gap-1">
      {leads.map(({ kind, id, reference, serviceType, status, createdAt }) => {
        const to = `/admin/${kind}s?${kind}=${id}`;
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <Link to={to} onClick={(event) => handleClick(event, to)} className="link">
              {kind === 'order' ? `Order ${reference ?? ''}` : 'Message'}
            </Link>
            <span className="text-ink-muted">
              {serviceType && `${serviceType}, `}
              {STATUSES.find(({ value }) => value === status)?.label ?? status},{' '}
              <DateText iso={createdAt} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Gives the focus to the status when the button that changed it has gone. */
export function useFocusOnStatus({ status, timeline }: { status: string; timeline: unknown[] }) {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('dialog[open] select[data-tone]')?.focus();
  }, [status, timeline.length]);
}

type StatusSelectProps = {
  label: string;
  status: string;
  options: readonly { value: string; label: string }[];
  toneOf: (status: string) => BadgeTone;
  onChange: (status: string) => void;
};

/** The status of a row as a badge that can be changed in place. */
export function StatusSelect({ label, status, options, toneOf, onChange }: StatusSelectProps) {
  return (
    <select
      aria-label={label}
      value={status}
      onChange={(event) => onChange(event.target.value)}
      data-tone={toneOf(status)}
      className="admin-badge min-h-8 cursor-pointer"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
