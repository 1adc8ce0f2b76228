import { BarChart3, Mail, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { PeriodCharts } from '#app/admin/dashboard/reports/period-charts.tsx';
import { Badge } from '#app/admin/ui/badge.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Section, StatCards } from '#app/admin/ui/section.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts, Report } from '#shared/dashboard/admin-schema.ts';
import { OVERVIEW_MESSAGES as messages } from './messages.ts';

const QUICK_ACTIONS = [
  { to: '/admin/orders?status=new', ...messages.orders, icon: ShoppingCart },
  { to: '/admin/messages?status=new', ...messages.messages, icon: Mail },
  { to: '/admin/reports', ...messages.reports, icon: BarChart3 },
];

export function BusinessOverview() {
  const counts = useApiQuery<DashboardCounts>('dashboard');
  const report = useApiQuery<Report>(`dashboard/reports?range=12w&${timeZoneQuery()}`);
  const { data, isLoading } = counts;
  const hintOf = (count = 0) => count > 0 && <Badge tone="yellow">{messages.needsAttention}</Badge>;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryError query={counts} />
      <StatCards
        title={messages.statistics}
        labels={messages.labels}
        values={data}
        hints={{ newOrders: hintOf(data?.newOrders), newMessages: hintOf(data?.newMessages) }}
        isLoading={isLoading}
        className="grid-cols-2 xl:grid-cols-4"
      />
      <Section title={messages.actions}>
        <ul className="grid gap-3 md:grid-cols-3">
          {QUICK_ACTIONS.map(({ to, label, text, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="card flex h-full items-center gap-4 p-4 hover:border-accent hover:text-accent"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-accent" />
                <span>
                  <span className="block font-semibold">{label}</span>
                  <span className="block text-ink-muted">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {report.data && <PeriodCharts report={report.data} />}
    </div>
  );
}
