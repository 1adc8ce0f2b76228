import { Badge } from '#app/admin/layout/badge.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { Tabs } from '#app/admin/layout/tabs.tsx';
import { useQueryState } from '#app/admin/lib/use-query-state.ts';
import { DASHBOARD_TABS } from '#shared/dashboard/values.ts';
import { BusinessOverview } from './business-overview.tsx';
import { Monitoring } from './monitoring.tsx';
import { SecurityStatus } from './security-status.tsx';

const DEFAULTS = { tab: 'overview' };

const CONTENT = {
  overview: <BusinessOverview />,
  security: <SecurityStatus />,
  ddos: <Monitoring />,
};

export function DashboardPage() {
  const [{ tab }, setState] = useQueryState(DEFAULTS);
  return (
    <AdminPage title="Admin Dashboard" actions={<Badge tone="green">System Active</Badge>}>
      <Tabs
        label="Dashboard"
        tabs={DASHBOARD_TABS.map(({ value, label }) => ({
          value,
          label,
          content: CONTENT[value],
        }))}
        value={tab}
        onChange={(value) => setState({ tab: value })}
      />
    </AdminPage>
  );
}
