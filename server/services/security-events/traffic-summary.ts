import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import { countedRange } from '#server/db/traffic-columns.ts';
import { startOfDay } from '#shared/lib/local-dates.ts';
import {
  ADMIN_EVENT_TYPES,
  BLOCK_EVENT_TYPE,
  TOP_THREATS_SHOWN,
} from '#shared/security-events/values.ts';
import type { TrafficHour, TrafficSummary } from '#shared/security-events/admin-schema.ts';

const HOUR_MS = 3_600_000;

type Span = { start: Date; now: Date };

export async function getTrafficSummary(
  ctx: ServiceContext,
  { timeZone }: { timeZone: string },
): Promise<TrafficSummary> {
  requireAdmin(ctx);
  const now = ctx.now();
  const span = { start: startOfDay(now, timeZone), now };
  const [uniqueIps, topThreats, { hourly, averageThreatScore }] = await Promise.all([
    countAddresses(ctx, span),
    listTopThreats(ctx, span),
    countByHour(ctx, span),
  ]);
  return {
    startedAt: span.start.toISOString(),
    countedAt: now.toISOString(),
    requestsToday: sum(hourly.map(({ requests }) => requests)),
    blockedToday: sum(hourly.map(({ blocked }) => blocked)),
    uniqueIps,
    averageThreatScore,
    topThreats,
    hourly,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function selectRequests(ctx: ServiceContext, { start, now }: Span) {
  return ctx.db
    .selectFrom('ddosRequestLogs')
    .where('createdAt', '>=', start)
    .where('createdAt', '<=', now);
}

function selectThreats(ctx: ServiceContext, { start, now }: Span) {
  return ctx.db
    .selectFrom('securityEvents')
    .where('eventType', 'not in', ADMIN_EVENT_TYPES)
    .where('createdAt', '>=', start)
    .where('createdAt', '<=', now);
}

// Grouped by address: `count(distinct)` would sort every row of the day.
async function countAddresses(ctx: ServiceContext, span: Span): Promise<number> {
  const { count } = await ctx.db
    .selectFrom(selectRequests(ctx, span).select('ipAddress').groupBy('ipAddress').as('addresses'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function listTopThreats(ctx: ServiceContext, span: Span) {
  const rows = await ctx.db
    .selectFrom(
      selectThreats(ctx, span)
        .select([countedRange('ip_address').as('ipAddress'), 'threatScore', 'createdAt'])
        .as('threats'),
    )
    .select('ipAddress')
    .select(({ fn }) => [
      fn.max('threatScore').as('threatScore'),
      fn.countAll<number>().as('eventCount'),
      fn.max('createdAt').as('lastEventAt'),
      sql<boolean>`exists (
        select from ip_security_rules as rule
        where rule.rule_type = 'blacklist' and rule.ip_address >>= threats.ip_address
          and (rule.expires_at is null or rule.expires_at > ${span.now})
      )`.as('isBlocked'),
    ])
    .groupBy('ipAddress')
    .orderBy('threatScore', 'desc')
    .orderBy('eventCount', 'desc')
    .orderBy('ipAddress')
    .limit(TOP_THREATS_SHOWN)
    .execute();
  return rows.map(presentRow);
}

// Hours since the day began, so that offsets and daylight saving need no special case.
async function countByHour(ctx: ServiceContext, span: Span) {
  const { start, now } = span;
  const hour = sql<number>`floor(extract(epoch from created_at - ${start}) / 3600)::int`.as('hour');
  const [requests, events] = await Promise.all([
    selectRequests(ctx, span)
      .select([hour, sql<number>`sum(weight)::bigint`.as('count')])
      .groupBy('hour')
      .execute(),
    selectThreats(ctx, span)
      .select(({ fn }) => [
        hour,
        fn.countAll<number>().as('count'),
        fn.countAll<number>().filterWhere('eventType', '=', BLOCK_EVENT_TYPE).as('blocked'),
        fn.max('threatScore').as('highestScore'),
        sql<number>`sum(threat_score)::bigint`.as('scores'),
      ])
      .groupBy('hour')
      .execute(),
  ]);
  const requestsOf = new Map(requests.map(({ hour, count }) => [hour, count]));
  const eventsOf = new Map(events.map((counted) => [counted.hour, counted]));
  const hours = Math.floor((now.getTime() - start.getTime()) / HOUR_MS) + 1;
  const hourly = Array.from({ length: hours }, (_, index): TrafficHour => ({
    startedAt: new Date(start.getTime() + index * HOUR_MS).toISOString(),
    requests: requestsOf.get(index) ?? 0,
    blocked: eventsOf.get(index)?.blocked ?? 0,
    highestScore: eventsOf.get(index)?.highestScore ?? null,
  }));
  const count = sum(events.map((counted) => counted.count));
  const scores = sum(events.map((counted) => counted.scores));
  return { hourly, averageThreatScore: count === 0 ? 0 : Math.round(scores / count) };
}
