export { ReportsPage as default } from '#app/admin/dashboard/reports/reports-page.tsx';
