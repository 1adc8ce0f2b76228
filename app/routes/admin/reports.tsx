export { ReportsPage as default } from '#app/admin/reports/reports-page.tsx';
