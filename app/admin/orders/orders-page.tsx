import { LeadScreen } from '#app/admin/leads/lead-screen.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { ORDER_LEADS } from './order-leads.ts';

export function OrdersPage() {
  return (
    <LeadScreen
      kind={ORDER_LEADS}
      renderDialog={(dialog) => <OrderDialog key={dialog.id} {...dialog} />}
    />
  );
}
