import { type RawBuilder, sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { REPORT_PERIODS } from '#shared/dashboard/values.ts';
import { monthStarts, startOfLocalDate, weekStarts } from '#shared/lib/local-dates.ts';
import type {
  ResponseGroup,
  ResponseReport,
  ResponseReportQuery,
  ResponseSummary,
} from '#shared/reports/admin-schema.ts';
import { MAX_LISTED, MIN_COUNTED } from '#shared/reports/values.ts';
import { enquiries, type EnquiryFilter } from './enquiries.ts';

const GROUPS = ['services', 'sourcePages', 'referrers', 'assignees'] as const;

type Group = (typeof GROUPS)[number];

type Row = ResponseSummary & {
  group: 'all' | 'period' | Group;
  period: number | null;
  value: string | null;
};

function summary(): RawBuilder<unknown> {
  const ifEnough = (counted: string, value: RawBuilder<unknown>) =>
    sql`case when count(${sql.ref(counted)}) >= ${sql.lit(MIN_COUNTED)} then ${value} end`;
  const percentile = (share: number, of: string) =>
    ifEnough(of, sql`percentile_cont(${sql.lit(share)}) within group (order by ${sql.ref(of)})`);
  return sql`
    count(*) as enquiries,
    count(*) filter (where is_in_time) as in_time,
    count(*) filter (where not is_in_time) as late,
    count(*) filter (where not is_in_time and responded_at is null) as overdue,
    ${ifEnough('is_in_time', sql`100.0::float8 * count(*) filter (where is_in_time) / count(is_in_time)`)}
      as in_time_percent,
    ${percentile(0.5, 'open_minutes')} as median_minutes,
    ${percentile(0.9, 'open_minutes')} as ninetieth_minutes,
    ${percentile(0.5, 'plain_minutes')} as median_plain_minutes,
    ${percentile(0.9, 'plain_minutes')} as ninetieth_plain_minutes
  `;
}

async function readRows(
  ctx: Pick<ServiceContext, 'db'>,
  filter: EnquiryFilter,
  starts: readonly Date[],
): Promise<Row[]> {
  const instants = starts.map((start) => start.toISOString());
  const { rows } = await sql<Row>`
    with ${enquiries(filter)},
    placed as (
      select enquiry.*, width_bucket(enquiry.created_at, ${instants}::timestamptz[]) as period,
        split_part(referrer, '/', 1) as referrer_host, admin_users.username as assignee
      from enquiry left join admin_users on admin_users.id = assignee_id
    ),
    counted as (
      select
        case grouping(period, service_type, source_page, referrer_host, assignee)
          when 15 then 'period' when 23 then 'services' when 27 then 'sourcePages'
          when 29 then 'referrers' when 30 then 'assignees' else 'all'
        end as "group",
        period, coalesce(service_type, source_page, referrer_host, assignee) as value, ${summary()}
      from placed
      group by grouping sets ((), (period), (service_type), (source_page), (referrer_host), (assignee))
    )
    select * from (
      select counted.*, row_number() over (partition by "group" order by enquiries desc, value) as place
      from counted
    ) as listed
    where "group" in ('all', 'period') or place <= ${MAX_LISTED}
    order by "group", place
  `.execute(ctx.db);
  return rows;
}

const NOTHING: ResponseSummary = {
  enquiries: 0,
  inTime: 0,
  late: 0,
  overdue: 0,
  inTimePercent: null,
  medianMinutes: null,
  ninetiethMinutes: null,
  medianPlainMinutes: null,
  ninetiethPlainMinutes: null,
};

export async function getResponseReport(
  ctx: ServiceContext,
  query: ResponseReportQuery,
): Promise<ResponseReport> {
  requireAdmin(ctx);
  const { startsOn, starts, filter } = await readPeriods(ctx, query);
  const rows = await readRows(ctx, filter, starts);
  const find = (isWanted: (row: Row) => boolean) => rows.find(isWanted) ?? NOTHING;
  const groupOf = (group: Group): ResponseGroup[] => rows.filter((row) => row.group === group);
  return {
    ...find(({ group }) => group === 'all'),
    periods: startsOn.map((date, index) => ({
      ...find(({ group, period }) => group === 'period' && period === index + 1),
      startsOn: date,
    })),
    services: groupOf('services'),
    sourcePages: groupOf('sourcePages'),
    referrers: groupOf('referrers'),
    assignees: groupOf('assignees'),
  };
}

export async function readResponses(
  ctx: Pick<ServiceContext, 'db'>,
  filter: EnquiryFilter,
  starts: readonly Date[],
): Promise<ResponseSummary[]> {
  const rows = await readRows(ctx, filter, starts);
  return starts.map(
    (_, index) =>
      rows.find(({ group, period }) => group === 'period' && period === index + 1) ?? NOTHING,
  );
}

export async function readPeriods(
  ctx: ServiceContext,
  { range, kind, time_zone: timeZone }: ResponseReportQuery,
) {
  const now = ctx.now();
  const startsOn = (range === '12w' ? weekStarts : monthStarts)(now, timeZone, REPORT_PERIODS);
  const starts = startsOn.map((date) => startOfLocalDate(date, timeZone));
  const filter: EnquiryFilter = {
    since: starts[0] ?? now,
    until: now,
    now,
    hours: await findOfficeHours(ctx),
    kind: kind === 'all' ? undefined : kind,
  };
  return { startsOn, starts, filter };
}
