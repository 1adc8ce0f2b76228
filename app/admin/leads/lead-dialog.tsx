import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { Dialog, DISCARD_QUESTION, useConfirm } from '#app/admin/ui/dialog.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { useRowKeys } from '#app/admin/ui/shortcuts.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import {
  Moment,
  NotesForm,
  PreviousLeads,
  Section,
  StatusSelect,
  SpamNotice,
  Timeline,
  useFocusOnStatus,
  useNotesForm,
} from './lead-details.tsx';
import type { LeadDetail, LeadKind } from './lead-kind.ts';
import type { LeadDialogProps } from './lead-screen.tsx';
import { type LeadRecord, useLeadRecord } from './use-lead-record.ts';

type Props<T extends LeadDetail> = LeadDialogProps & {
  kind: LeadKind;
  /** What stands before the date. */
  reference?: (lead: T) => string;
  renderFooter?: (lead: T, record: LeadRecord<T>) => ReactNode;
  /** What the visitor has sent. */
  children: (lead: T) => ReactNode;
};

/** An order or a message with its status, notes and timeline. */
export function LeadDialog<T extends LeadDetail>(props: Props<T>) {
  const { kind, id, onClose, onChanged, previousId, nextId, onOpen, renderFooter } = props;
  const confirm = useConfirm();
  const record = useLeadRecord<T>({ kind, id, onChanged });
  const lead = record.data;
  const notes = useNotesForm({
    notes: lead?.notes ?? null,
    save: record.saveNotes,
    readNotes: record.readNotes,
  });

  // What opening has changed shows in the list, also where its filter would not find it any more.
  const status = lead?.status;
  const showStatus = useEffectEvent(() => status !== undefined && onChanged({ id, status }));
  useEffect(() => {
    showStatus();
  }, [status]);

  async function open(to: string | undefined) {
    if (to === undefined) return;
    if (!notes.isDirty || (await confirm(DISCARD_QUESTION))) onOpen(to);
  }
  useRowKeys((step) => void open(step === 1 ? nextId : previousId));

  return (
    <Dialog
      title={kind.dialogTitle}
      size="large"
      onClose={onClose}
      isDirty={notes.isDirty}
      onSave={() => void notes.submit()}
      footer={
        lead && (
          <>
            <span className="me-auto flex gap-1">
              <IconButton
                label={`Previous ${kind.idParameter} (k)`}
                icon={ChevronUp}
                isDisabled={previousId === undefined}
                onClick={() => void open(previousId)}
              />
              <IconButton
                label={`Next ${kind.idParameter} (j)`}
                icon={ChevronDown}
                isDisabled={nextId === undefined}
                onClick={() => void open(nextId)}
              />
            </span>
            {renderFooter?.(lead, record)}
          </>
        )
      }
    >
      <QueryError query={record} />
      {!lead && record.isLoading && <p role="status">Loading {kind.idParameter}...</p>}
      {lead && <Content {...props} lead={lead} record={record} notes={notes} />}
    </Dialog>
  );
}

type ContentProps<T extends LeadDetail> = Props<T> & {
  lead: T;
  record: LeadRecord<T>;
  notes: ReturnType<typeof useNotesForm>;
};

function Content<T extends LeadDetail>(props: ContentProps<T>) {
  const { kind, reference, children, lead, record, notes } = props;
  useFocusOnStatus(lead);
  return (
    <div className="grid gap-6">
      <Problem>{record.failure}</Problem>
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect
          label={`Status of this ${kind.idParameter}`}
          status={lead.status}
          options={kind.statusesAfter(lead.status)}
          toneOf={kind.toneOf}
          onChange={record.changeStatus}
        />
        {lead.isSuspect && <Badge tone="red">Suspect</Badge>}
        <span className="text-ink-muted">
          {reference?.(lead)}
          <Moment iso={lead.createdAt} />
        </span>
      </div>
      {lead.isSuspect && (
        <SpamNotice
          reasons={lead.suspectReasons}
          isBusy={record.isBusy}
          onClear={record.clearSuspicion}
        />
      )}
      {children(lead)}
      <Section title="Notes">
        <NotesForm form={notes} />
      </Section>
      <Section title="Timeline">
        <Timeline
          changes={lead.timeline}
          createdAt={lead.createdAt}
          labelOf={(status) => kind.statuses.find(({ value }) => value === status)?.label ?? status}
          toneOf={kind.toneOf}
          isBusy={record.isBusy}
          onUndo={record.changeStatus}
        />
      </Section>
      <Section title="Previous Enquiries">
        <PreviousLeads leads={lead.previous} isDirty={notes.isDirty} />
      </Section>
    </div>
  );
}
