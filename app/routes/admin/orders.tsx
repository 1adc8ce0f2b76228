import { LeadScreen } from '#app/admin/leads/lead-screen.tsx';
import { ORDER_LEADS } from '#app/admin/orders/order-leads.tsx';

export default function OrdersRoute() {
  return <LeadScreen kind={ORDER_LEADS} />;
}
