import { Badge } from '#app/admin/ui/badge.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { useRole } from '#app/admin/data/role.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { DASHBOARD_TABS } from '#shared/dashboard/values.ts';
import { BusinessOverview } from './overview/business-overview.tsx';
import { DASHBOARD_SCREEN_MESSAGES as messages } from './messages.ts';
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
  const { may } = useRole();
  const tabs = DASHBOARD_TABS.filter((shown) => !('access' in shown) || may(shown.access));
  return (
    <AdminPage title={messages.title}>
      <Tabs
        label={messages.tabs}
        tabs={tabs.map((shown) => ({ ...shown, content: CONTENT[shown.value] }))}
        value={tab}
        onChange={(value) => setState({ tab: value })}
        aside={<Badge tone="green">{messages.isActive}</Badge>}
      />
    </AdminPage>
  );
}
