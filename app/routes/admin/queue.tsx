import { MESSAGE_LEADS } from '#app/admin/messages/message-leads.tsx';
import { ORDER_LEADS } from '#app/admin/orders/order-leads.tsx';
import { LeadDialog, type LeadDialogProps } from '#app/admin/leads/lead-dialog.tsx';
import { QueueScreen } from '#app/admin/queue/queue-screen.tsx';

function Record({ kind, ...props }: LeadDialogProps & { kind: 'order' | 'message' }) {
  return kind === 'order' ? (
    <LeadDialog kind={ORDER_LEADS} {...props} />
  ) : (
    <LeadDialog kind={MESSAGE_LEADS} {...props} />
  );
}

export default function QueueRoute() {
  return <QueueScreen Record={Record} />;
}
