import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import { notesSchema, type PreviousLead, type StatusChange } from '#shared/leads/admin-schema.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { MARK_REMOVED, MAX_NOTES, suspectReasonLabel } from '#shared/leads/values.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { ORDER_STATUSES } from '#shared/orders/values.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type Form, FormBody, TextAreaField, useForm } from '#app/admin/ui/form.tsx';
import { FIELD_MESSAGES } from '#app/admin/ui/messages.ts';
import { Section } from '#app/admin/ui/section.tsx';
import { mailtoUrl } from './mailto-url.ts';
import { DateText, RelativeTime } from '#app/admin/ui/time.tsx';
import type { LeadActions, LeadDetail, LeadKind } from './shared/lead-kind.ts';
import { LEAD_DIALOG_MESSAGES as messages, LEAD_SCREEN_MESSAGES } from './shared/messages.ts';

type FactsProps<K extends string> = {
  labels: Readonly<Record<K, string>>;
  values: Readonly<Record<NoInfer<K>, ReactNode>>;
};

export function Facts<K extends string>({ labels, values }: FactsProps<K>) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {(Object.entries(labels) as [K, string][]).map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="wrap-anywhere">{values[name] || messages.none}</dd>
        </div>
      ))}
    </dl>
  );
}

export function WrittenText({ title, text }: { title: string; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [isScrollable, setIsScrollable] = useState(false);
  useEffect(() => {
    const observer = new ResizeObserver(([{ target } = {}]) => {
      setIsScrollable(!!target && target.scrollHeight > target.clientHeight);
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [text]);
  return (
    <Section title={title} isInDialog>
      <div
        ref={box}
        role="group"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
        tabIndex={isScrollable ? 0 : undefined}
        className="max-h-36 max-w-prose overflow-y-auto whitespace-pre-wrap wrap-anywhere sm:max-h-46 print:max-h-none print:overflow-visible"
      >
        {text}
      </div>
    </Section>
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
const NOTES_LABELS = { notes: messages.notes };

export type NotesValues = { notes: string };

type NotesFormOptions = {
  notes: string | null;
  save: (notes: string | null, oldNotes: string | null) => Promise<void>;
  readNotes: () => Promise<string | null>;
};

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
  // Changes by others replace only unedited notes; otherwise the next save reports a conflict.
  const follow = useEffectEvent(() => {
    if (!form.isDirty || form.values.notes === saved) form.reset({ notes: saved }, saved);
  });
  useEffect(() => follow(), [saved]);
  return form;
}

export function NotesForm({ form }: { form: Form<NotesValues> }) {
  return (
    <FormBody form={form} labels={NOTES_LABELS} className="grid gap-2">
      <TextAreaField
        form={form}
        name="notes"
        label={messages.notes}
        hint={messages.notesHint}
        rows={2}
        maxLength={MAX_NOTES}
      />
      <Button type="submit" isDisabled={form.isSaving} className="w-fit">
        {form.isSaving ? FIELD_MESSAGES.saving : messages.saveNotes}
      </Button>
    </FormBody>
  );
}

type RecordProps = { lead: LeadDetail; record: LeadActions };

export function SpamNotice({ lead: { suspectReasons }, record }: RecordProps) {
  const id = useId();
  return (
    <Section title={messages.suspicion} isInDialog>
      {suspectReasons.length > 0 && (
        <p>{messages.because(suspectReasons.map(suspectReasonLabel))}</p>
      )}
      <p id={id} className="text-ink-muted">
        {messages.noConfirmation}
      </p>
      <Button
        aria-describedby={id}
        isDisabled={record.isBusy}
        onClick={record.clearSuspicion}
        className="w-fit"
      >
        {messages.notSuspect}
      </Button>
    </Section>
  );
}

const STATUSES = [...ORDER_STATUSES, ...MESSAGE_STATUSES];

function labelOfStatus(status: string): string {
  return STATUSES.find(({ value }) => value === status)?.label ?? status;
}

const MARK_LABELS: Record<string, string> = {
  [MARK_REMOVED.oldStatus]: LEAD_SCREEN_MESSAGES.suspect,
  [MARK_REMOVED.newStatus]: messages.notSuspect,
};

type ShownChange = {
  id: string;
  oldStatus: string | null;
  newStatus: string | null;
  adminUsername: string | null;
  createdAt: string;
};

type StatusChangeProps = RecordProps & { kind: LeadKind; change: ShownChange };

export function StatusChangeItem({ lead, record, kind, change }: StatusChangeProps) {
  const { id, oldStatus, newStatus, adminUsername, createdAt } = change;
  const isMark = (one: StatusChange) => one.newStatus === MARK_REMOVED.newStatus;
  const last = lead.timeline.find((one) => !isMark(one));
  const badgeOf = (status: string | null) => (
    <Badge tone={status === null || status in MARK_LABELS ? 'neutral' : kind.toneOf(status)}>
      {MARK_LABELS[status ?? ''] ?? labelOfStatus(status ?? '')}
    </Badge>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-s-2 border-line ps-3">
      {badgeOf(oldStatus)}
      <span aria-hidden>→</span>
      <span className="sr-only">{messages.became}</span>
      {badgeOf(newStatus)}
      <span className="text-ink-muted">
        {messages.by(adminUsername)}
        <RelativeTime iso={createdAt} />
      </span>
      {id === last?.id && (
        <Button
          isDisabled={record.isBusy}
          onClick={() => record.changeStatus(last.oldStatus)}
          icon={Undo2}
        >
          {LEAD_SCREEN_MESSAGES.undo}
        </Button>
      )}
    </li>
  );
}

export function ReceivedItem({ lead }: { lead: LeadDetail }) {
  return (
    <li className="border-s-2 border-line ps-3 text-ink-muted">
      {messages.received}
      <RelativeTime iso={lead.createdAt} />
    </li>
  );
}

export function PreviousLeads({ leads }: { leads: PreviousLead[] }) {
  if (leads.length === 0) return <p className="text-ink-muted">{messages.noPrevious}</p>;
  return (
    <ul className="grid gap-1">
      {leads.map(({ id, serviceType, status, createdAt, ...lead }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <Link to={`/admin/${lead.kind}s?${lead.kind}=${id}`} className="link link-line">
            {enquiryTitle(lead)}
          </Link>
          <span className="text-ink-muted">
            {serviceType && `${serviceType}, `}
            {labelOfStatus(status)}, <DateText iso={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function useFocusOnStatus(lead: LeadDetail | undefined) {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('dialog[open] select[data-tone]')?.focus();
  }, [lead?.status, lead?.timeline.length]);
}
