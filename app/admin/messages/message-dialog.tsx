import { Check, Mail } from 'lucide-react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import {
  Facts,
  Moment,
  NotesForm,
  PreviousLeads,
  Section,
  StatusSelect,
  SuspectNote,
  Timeline,
  useFocusOnStatus,
  useNotesForm,
} from '#app/admin/leads/lead-details.tsx';
import { ErrorPanel } from '#app/admin/ui/list.tsx';
import { formatAdminDate } from '#app/admin/ui/dates.ts';
import { mailAddress } from '#app/admin/leads/mail-address.ts';
import { useLeadRecord } from '#app/admin/leads/use-lead-record.ts';
import { MESSAGE_ADMIN_MESSAGES, messageStatusChangedMessage } from '#shared/messages/messages.ts';
import { messageStatusLabel } from '#shared/messages/values.ts';
import type { MessageDetail } from '#shared/messages/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { toneOfStatus } from './message-status.ts';
import { replyAddress } from './reply-address.ts';

type Props = { id: string; onClose: () => void; onChanged: (row: { id: string }) => void };

function describeChange(status: string) {
  return { title: 'Success', text: messageStatusChangedMessage(status) };
}

export function MessageDialog({ id, onClose, onChanged }: Props) {
  const record = useLeadRecord<MessageDetail>({
    path: `messages/${encodeURIComponent(id)}`,
    table: 'contact_messages',
    texts: MESSAGE_ADMIN_MESSAGES,
    describeChange,
    onChanged,
  });
  const notes = useNotesForm({
    notes: record.data?.notes ?? null,
    save: record.saveNotes,
    readNotes: record.readNotes,
  });
  const message = record.data;

  return (
    <Dialog
      title="Message Details"
      isOpen
      size="large"
      onClose={onClose}
      isDirty={notes.isDirty}
      onSave={() => void notes.submit()}
      footer={
        message && (
          <>
            {message.status !== 'responded' && (
              <button
                type="button"
                aria-disabled={record.isBusy}
                onClick={() => void record.changeStatus('responded')}
                className="admin-button admin-button-secondary"
              >
                <Check aria-hidden className="size-4" />
                Mark as Responded
              </button>
            )}
            <a
              href={replyAddress(message, formatAdminDate)}
              className="admin-button admin-button-primary"
            >
              <Mail aria-hidden className="size-4" />
              Reply via Email
            </a>
          </>
        )
      }
    >
      {record.error && (
        <ErrorPanel
          error={record.error}
          onRetry={() => void record.reload()}
          isKept={message !== undefined}
        />
      )}
      {!message && record.isLoading && <p role="status">Loading message...</p>}
      {message && <MessageContent message={message} record={record} notes={notes} />}
    </Dialog>
  );
}

type ContentProps = {
  message: MessageDetail;
  record: ReturnType<typeof useLeadRecord<MessageDetail>>;
  notes: ReturnType<typeof useNotesForm>;
};

function MessageContent({ message, record, notes }: ContentProps) {
  useFocusOnStatus(message);
  return (
    <div className="grid gap-6">
      {record.failure && (
        <p role="alert" className="font-medium text-alert">
          {record.failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect
          label="Status of this message"
          status={message.status}
          options={MESSAGE_STATUSES}
          toneOf={toneOfStatus}
          onChange={(status) => void record.changeStatus(status)}
        />
        {message.isSuspect && <Badge tone="red">Suspect</Badge>}
        <span className="text-ink-muted">
          <Moment iso={message.createdAt} />
        </span>
      </div>
      {message.isSuspect && (
        <SuspectNote
          reasons={message.suspectReasons}
          isBusy={record.isBusy}
          onClear={() => void record.clearSuspicion()}
        />
      )}
      <Facts
        facts={[
          { label: 'Name', value: message.name },
          {
            label: 'Email',
            value: (
              <a href={mailAddress(message.email)} className="link">
                {message.email}
              </a>
            ),
          },
        ]}
      />
      <Section title="Message">
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      </Section>
      <Facts
        facts={[
          {
            label: 'Responded',
            value: message.respondedAt ? <Moment iso={message.respondedAt} /> : 'Not yet',
          },
          { label: 'Classification', value: message.dataClassification },
          { label: 'Accesses Before', value: String(message.accessCount) },
          {
            label: 'Last Access',
            value: message.lastAccessedAt ? <Moment iso={message.lastAccessedAt} /> : 'Never',
          },
          { label: 'Kept Until', value: <Moment iso={message.retentionExpiresAt} /> },
        ]}
      />
      <Section title="Notes">
        <NotesForm form={notes} />
      </Section>
      <Section title="Timeline">
        <Timeline
          changes={message.timeline}
          createdAt={message.createdAt}
          labelOf={messageStatusLabel}
          toneOf={toneOfStatus}
          isBusy={record.isBusy}
          onUndo={(status) => void record.changeStatus(status)}
        />
      </Section>
      <Section title="Previous Enquiries">
        <PreviousLeads leads={message.previous} isDirty={notes.isDirty} />
      </Section>
    </div>
  );
}
