import { useEffect, useEffectEvent } from 'react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { FilterSelect, QueryError } from '#app/admin/ui/list.tsx';
import { RecordSteps, type Steps } from '#app/admin/ui/list/record-steps.tsx';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import {
  MailLink,
  NotesForm,
  PreviousLeads,
  SpamNotice,
  ReceivedItem,
  StatusChangeItem,
  useFocusOnStatus,
  useNotesForm,
} from './lead-details.tsx';
import type { LeadDefinition, LeadDetail, LeadRow } from './shared/lead-kind.ts';
import { LEAD_DIALOG_MESSAGES as messages, LEAD_SCREEN_MESSAGES } from './shared/messages.ts';
import type { ReplyFlow } from './conversation/composer.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { useLeadRecord } from './use-lead-record.ts';

export type LeadDialogProps = {
  id: string;
  onClose: () => void;
  onChanged: (row: { id: string; status?: string }) => void;
  steps: Steps;
  flow?: ReplyFlow;
};

type Props<T extends LeadRow, D extends LeadDetail> = LeadDialogProps & {
  kind: LeadDefinition<T, D>;
};

export function LeadDialog<T extends LeadRow, D extends LeadDetail>(props: Props<T, D>) {
  const { kind, id, onClose, onChanged, steps } = props;
  const { idParameter } = kind;
  const record = useLeadRecord<D>({ kind, id, onChanged, isUnseen: props.flow?.isUnseen ?? false });
  const lead = record.data;
  const notes = useNotesForm({
    notes: lead?.notes ?? null,
    save: record.saveNotes,
    readNotes: record.readNotes,
  });
  useFocusOnStatus(lead);

  // Opening may change the status; the list shows it even if its filter no longer matches.
  const status = lead?.status;
  const showStatus = useEffectEvent(() => status !== undefined && onChanged({ id, status }));
  useEffect(() => {
    showStatus();
  }, [status]);

  return (
    <Dialog
      title={kind.dialogTitle}
      size="large"
      onClose={onClose}
      isDirty={notes.isDirty}
      onSave={() => void notes.submit()}
      isOpenAt={(params) => params.get(idParameter) === id}
      isReading
      footer={
        <>
          <RecordSteps noun={idParameter} steps={steps} />
          {lead && kind.renderFooter?.(lead, record)}
        </>
      }
    >
      <QueryError query={record} />
      {/* Announced when one record follows another. */}
      <div role="status" className="mb-3 wrap-anywhere empty:hidden">
        {lead ? (
          <>
            <span className="me-2 font-semibold">{kind.templateValuesOf(lead).name}</span>
            <MailLink email={lead.email} />
          </>
        ) : (
          record.isLoading && messages.loading(idParameter)
        )}
      </div>
      {lead && (
        <div className="grid gap-4 sm:gap-6">
          <Problem>{record.failure}</Problem>
          <div className="flex flex-wrap items-center gap-2">
            <FilterSelect
              label={messages.statusOfThis(idParameter)}
              value={lead.status}
              options={kind.statusesAfter(lead.status)}
              tone={kind.toneOf(lead.status)}
              onChange={record.changeStatus}
            />
            {lead.isSuspect && <Badge tone="red">{LEAD_SCREEN_MESSAGES.suspect}</Badge>}
            <span className="text-ink-muted">
              {kind.templateValuesOf(lead).reference}, <Moment iso={lead.createdAt} />
            </span>
          </div>
          {lead.isSuspect && <SpamNotice lead={lead} record={record} />}
          {kind.renderDetails(lead)}
          <Conversation
            path={kind.path}
            id={lead.id}
            email={lead.email}
            timelineTitle={messages.timeline}
            templateValues={kind.templateValuesOf(lead)}
            renderStatus={(change) => (
              <StatusChangeItem key={change.id} {...{ lead, record, kind, change }} />
            )}
            received={<ReceivedItem lead={lead} />}
            onChanged={record.reload}
            flow={props.flow}
          >
            <NotesForm form={notes} />
          </Conversation>
          <Section title={messages.facts} isInDialog>
            {kind.renderFacts(lead)}
          </Section>
          <Section title={messages.previousLeads} isInDialog>
            <PreviousLeads leads={lead.previous} />
          </Section>
        </div>
      )}
    </Dialog>
  );
}
