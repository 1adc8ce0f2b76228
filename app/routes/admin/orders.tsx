import { OrdersPage } from '#app/admin/orders/orders-page.tsx';

export default function OrdersRoute() {
  return <OrdersPage />;
}
