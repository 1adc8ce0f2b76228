import { BarChart3, Mail, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#app/admin/ui/badge.tsx';
import { StatCard } from '#app/admin/ui/card.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';
import { Statistic } from './statistic.tsx';

const CARDS = [
  { name: 'totalOrders', label: 'Total Orders', isNew: false },
  { name: 'newOrders', label: 'New Orders', isNew: true },
  { name: 'totalMessages', label: 'Total Messages', isNew: false },
  { name: 'newMessages', label: 'New Messages', isNew: true },
] as const;

const QUICK_ACTIONS = [
  {
    to: '/admin/orders?status=new',
    label: 'Review Orders',
    text: 'Orders that nobody has taken up yet',
    icon: ShoppingCart,
  },
  {
    to: '/admin/messages?status=new',
    label: 'Read Messages',
    text: 'Messages that nobody has read yet',
    icon: Mail,
  },
  {
    to: '/admin/reports',
    label: 'View Reports',
    text: 'Orders and messages by week and month',
    icon: BarChart3,
  },
];

export function BusinessOverview() {
  const counts = useApiQuery<DashboardCounts>('dashboard');
  const { data, isLoading } = counts;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryError query={counts} />
      <section aria-labelledby="figures-heading" aria-busy={isLoading}>
        <h2 id="figures-heading" className="sr-only">
          Orders and messages
        </h2>
        <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          {CARDS.map(({ name, label, isNew }) => (
            <StatCard
              key={name}
              label={label}
              value={<Statistic isLoading={isLoading}>{data && formatCount(data[name])}</Statistic>}
              hint={
                isNew && data && data[name] > 0 ? (
                  <Badge tone="yellow">Needs attention</Badge>
                ) : undefined
              }
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="actions-heading" className="grid gap-3">
        <h2 id="actions-heading" className="text-lg">
          Quick Actions
        </h2>
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
      </section>
    </div>
  );
}
