export { DashboardPage as default } from '#app/admin/dashboard/dashboard-page.tsx';
