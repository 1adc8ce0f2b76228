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
import { mailAddress } from '#app/admin/leads/mail-address.ts';
import { useLeadRecord } from '#app/admin/leads/use-lead-record.ts';
import { budgetLabel, orderStatusLabel, timelineLabel } from '#shared/orders/values.ts';
import { ORDER_ADMIN_MESSAGES, orderStatusChangedMessage } from '#shared/orders/messages.ts';
import type { OrderDetail } from '#shared/orders/admin-schema.ts';
import { OrderFiles } from './order-files.tsx';
import { statusOptionsOf, toneOfStatus } from './order-status.ts';

type Props = { id: string; onClose: () => void; onChanged: (row: { id: string }) => void };

function describeChange(status: string) {
  return { title: ORDER_ADMIN_MESSAGES.updatedTitle, text: orderStatusChangedMessage(status) };
}

export function OrderDialog({ id, onClose, onChanged }: Props) {
  const record = useLeadRecord<OrderDetail>({
    path: `orders/${encodeURIComponent(id)}`,
    table: 'orders',
    texts: ORDER_ADMIN_MESSAGES,
    describeChange,
    onChanged,
  });
  const notes = useNotesForm({
    notes: record.data?.notes ?? null,
    save: record.saveNotes,
    readNotes: record.readNotes,
  });

  return (
    <Dialog
      title="Order Details"
      isOpen
      size="large"
      onClose={onClose}
      isDirty={notes.isDirty}
      onSave={() => void notes.submit()}
    >
      {record.error && (
        <ErrorPanel
          error={record.error}
          onRetry={() => void record.reload()}
          isKept={record.data !== undefined}
        />
      )}
      {!record.data && record.isLoading && <p role="status">Loading order...</p>}
      {record.data && <OrderContent order={record.data} record={record} notes={notes} />}
    </Dialog>
  );
}

type ContentProps = {
  order: OrderDetail;
  record: ReturnType<typeof useLeadRecord<OrderDetail>>;
  notes: ReturnType<typeof useNotesForm>;
};

function OrderContent({ order, record, notes }: ContentProps) {
  useFocusOnStatus(order);
  return (
    <div className="grid gap-6">
      {record.failure && (
        <p role="alert" className="font-medium text-alert">
          {record.failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect
          label="Status of this order"
          status={order.status}
          options={statusOptionsOf(order.status)}
          toneOf={toneOfStatus}
          onChange={(status) => void record.changeStatus(status)}
        />
        {order.isSuspect && <Badge tone="red">Suspect</Badge>}
        <span className="text-ink-muted">
          {order.reference}, <Moment iso={order.createdAt} />
        </span>
      </div>
      {order.isSuspect && (
        <SuspectNote
          reasons={order.suspectReasons}
          isBusy={record.isBusy}
          onClear={() => void record.clearSuspicion()}
        />
      )}
      <Facts
        facts={[
          { label: 'Full Name', value: order.fullName },
          {
            label: 'Email',
            value: (
              <a href={mailAddress(order.email)} className="link">
                {order.email}
              </a>
            ),
          },
          { label: 'Phone', value: order.phone ?? 'N/A' },
          { label: 'Company', value: order.company ?? 'N/A' },
          { label: 'Service Type', value: order.serviceType },
          { label: 'Estimated Budget', value: budgetLabel(order.estimatedBudget) },
          { label: 'Target Timeline', value: timelineLabel(order.targetTimeline) },
          { label: 'Required Languages', value: order.requiredLanguages.join(', ') },
          { label: 'Desired Features', value: order.desiredFeatures.join(', ') },
          {
            label: 'Terms Accepted',
            value: (
              <>
                Version {order.termsVersion}, <Moment iso={order.termsAcceptedAt} />
              </>
            ),
          },
        ]}
      />
      <Section title="Project Description">
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{order.projectDescription}</p>
      </Section>
      <Section title="Attachments">
        <OrderFiles orderId={order.id} files={order.files} />
      </Section>
      <Section title="Notes">
        <NotesForm form={notes} />
      </Section>
      <Section title="Timeline">
        <Timeline
          changes={order.timeline}
          createdAt={order.createdAt}
          labelOf={orderStatusLabel}
          toneOf={toneOfStatus}
          isBusy={record.isBusy}
          onUndo={(status) => void record.changeStatus(status)}
        />
      </Section>
      <Section title="Previous Enquiries">
        <PreviousLeads leads={order.previous} isDirty={notes.isDirty} />
      </Section>
    </div>
  );
}
