import { Badge } from '#app/admin/ui/badge.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
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
