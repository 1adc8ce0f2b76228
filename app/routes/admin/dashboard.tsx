import { DashboardPage } from '#app/admin/dashboard/dashboard-page.tsx';

export default function DashboardRoute() {
  return <DashboardPage />;
}
