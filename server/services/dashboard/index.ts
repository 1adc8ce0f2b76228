import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { OVERVIEW_ROWS, REPORT_PERIODS, type ReportRange } from '#shared/dashboard/values.ts';
import type {
  DashboardCounts,
  RecentChange,
  Report,
  ReportShare,
} from '#shared/dashboard/admin-schema.ts';
import { monthStarts, startOfLocalDate, weekStarts } from '#shared/lib/local-dates.ts';
import { presentRow } from '#server/db/present-row.ts';
import {
  ADMIN_CHANGE_TYPES,
  type AdminChange,
  readChangeReasons,
} from '#shared/admin-changes/values.ts';

export { getSystemState, readSystemState } from './system-state.ts';
export { listUnansweredLeads } from './unanswered-leads.ts';

export async function getDashboardCounts(ctx: ServiceContext): Promise<DashboardCounts> {
  requireAdmin(ctx);
  const { rows } = await sql<DashboardCounts>`
    select
      (select count(*) from orders) as total_orders,
      (select count(*) from orders where status in ('pending', 'new')) as new_orders,
      (select count(*) from contact_messages) as total_messages,
      (select count(*) from contact_messages where status = 'new') as new_messages
  `.execute(ctx.db);
  const [counts] = rows;
  if (!counts) throw new Error('a select without a row');
  return counts;
}

type Query = { range: ReportRange; timeZone: string };

function tally<Row extends { count: number }>(
  rows: Row[],
  valueOf: (row: Row) => string,
): ReportShare[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + row.count);
  return Array.from(counts, ([value, count]) => ({ value, count }));
}

function countIn(rows: { period: number; count: number }[], period: number): number {
  return rows.filter((row) => row.period === period).reduce((total, { count }) => total + count, 0);
}

export async function getReport(ctx: ServiceContext, { range, timeZone }: Query): Promise<Report> {
  requireAdmin(ctx);
  const starts = (range === '12w' ? weekStarts : monthStarts)(ctx.now(), timeZone, REPORT_PERIODS);
  const instants = starts.map((date) => startOfLocalDate(date, timeZone).toISOString());
  const since = new Date(instants[0] ?? 0);
  const period = sql<number>`width_bucket(created_at, ${instants}::timestamptz[])`.as('period');
  const [orders, messages] = await Promise.all([
    ctx.db
      .selectFrom('orders')
      .select([period, 'status', 'serviceType', 'estimatedBudget'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', since)
      .groupBy(['period', 'status', 'serviceType', 'estimatedBudget'])
      .execute(),
    ctx.db
      .selectFrom('contactMessages')
      .select([period, 'status'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', since)
      .groupBy(['period', 'status'])
      .execute(),
  ]);
  return {
    periods: starts.map((startsOn, index) => ({
      startsOn,
      orders: countIn(orders, index + 1),
      messages: countIn(messages, index + 1),
    })),
    orderStatuses: tally(orders, ({ status }) => status),
    orderServices: tally(orders, ({ serviceType }) => serviceType),
    orderBudgets: tally(orders, ({ estimatedBudget }) => estimatedBudget),
    messageStatuses: tally(messages, ({ status }) => status),
  };
}

export async function listRecentChanges(ctx: ServiceContext): Promise<RecentChange[]> {
  requireAdmin(ctx);
  const { rows } = await sql<{ id: number; type: AdminChange; reasons: string[]; createdAt: Date }>`
    select change.* from unnest(${ADMIN_CHANGE_TYPES}::text[]) as wanted (type), lateral (
      select id, event_type as type, reasons, created_at from security_events
      where event_type = wanted.type order by created_at desc limit ${OVERVIEW_ROWS}
    ) as change
    order by created_at desc, id desc limit ${OVERVIEW_ROWS}
  `.execute(ctx.db);
  return rows.map(({ reasons, ...row }) => ({ ...presentRow(row), ...readChangeReasons(reasons) }));
}
