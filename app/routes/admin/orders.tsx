export { OrdersPage as default } from '#app/admin/orders/orders-page.tsx';
