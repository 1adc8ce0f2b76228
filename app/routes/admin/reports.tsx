import { ReportsPage } from '#app/admin/reports/reports-page.tsx';

export default function ReportsRoute() {
  return <ReportsPage />;
}
