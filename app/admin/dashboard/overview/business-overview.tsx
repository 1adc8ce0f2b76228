import { BarChart3, Mail, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { OVERVIEW_MESSAGES as messages } from './messages.ts';
import { PeriodCharts } from '#app/admin/dashboard/reports/period-charts.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Section, StatCards } from '#app/admin/ui/section.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts, Report } from '#shared/dashboard/admin-schema.ts';
import { SETUP_MESSAGES } from '#app/admin/ui/setup/messages.ts';
import { SetupCards, useSetup } from '#app/admin/ui/setup/setup-cards.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { SystemState } from './system-state.tsx';
import { UnansweredLeads } from './unanswered-leads.tsx';

const QUICK_ACTIONS = [
  { to: '/admin/orders?status=new', ...messages.orders, icon: ShoppingCart },
  { to: '/admin/messages?status=new', ...messages.messages, icon: Mail },
  { to: '/admin/reports', ...messages.reports, icon: BarChart3 },
];

export function BusinessOverview() {
  const counts = useApiQuery<DashboardCounts>('dashboard');
  const { data, isLoading } = counts;
  const hintOf = (count = 0) => count > 0 && <Badge tone="yellow">{messages.needsAttention}</Badge>;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SetupPanel />
      <QueryError query={counts} />
      <StatCards
        title={messages.statistics}
        labels={messages.labels}
        values={data}
        hints={{ newOrders: hintOf(data?.newOrders), newMessages: hintOf(data?.newMessages) }}
        isLoading={isLoading}
        className="grid-cols-2 xl:grid-cols-4"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <UnansweredLeads />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 xl:row-span-2">
          <QuickActions />
          <SystemState />
          <RecentChanges />
        </div>
        <Course />
      </div>
    </div>
  );
}

function SetupPanel() {
  const { data } = useSetup();
  if (!data || data.isDismissed) return null;
  return (
    <Section title={SETUP_MESSAGES.title} isCard>
      <SetupCards setup={data} />
      <Link to="/admin/setup" className="link w-fit">
        {SETUP_MESSAGES.more}
      </Link>
    </Section>
  );
}

function QuickActions() {
  return (
    <Section title={messages.actions} isCard>
      <ul className="grid gap-1 md:max-xl:grid-cols-3">
        {QUICK_ACTIONS.map(({ to, label, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="-mx-2 flex min-h-11 items-center gap-3 rounded px-2 py-1 hover:bg-surface-sunken hover:text-accent"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-accent" />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-ink-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Course() {
  const report = useApiQuery<Report>(`dashboard/reports?range=12w&${timeZoneQuery()}`);
  if (report.data) return <PeriodCharts report={report.data} />;
  if (report.isLoading) return <div aria-hidden className="skeleton h-72" />;
  return <QueryError query={report} />;
}
