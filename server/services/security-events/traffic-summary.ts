import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
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

/** The traffic of a time zone's day up to now. */
export async function getTrafficSummary(
  ctx: ServiceContext,
  { timeZone }: { timeZone: string },
): Promise<TrafficSummary> {
  requireAdmin(ctx);
  const now = ctx.now();
  const span = { start: startOfDay(now, timeZone), now };
  const [requests, events, topThreats, hourly] = await Promise.all([
    sumRequests(ctx, span),
    countEvents(ctx, span),
    listTopThreats(ctx, span),
    countByHour(ctx, span),
  ]);
  const instants = { startedAt: span.start.toISOString(), countedAt: now.toISOString() };
  return { ...instants, ...requests, ...events, topThreats, hourly };
}

// Grouped by address first: counting distinct values directly would sort every row of the day.
async function sumRequests({ db }: ServiceContext, { start, now }: Span) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('ddosRequestLogs')
        .select(({ fn }) => fn.sum<number>('weight').as('requests'))
        .where('createdAt', '>=', start)
        .where('createdAt', '<=', now)
        .groupBy('ipAddress')
        .as('addresses'),
    )
    .select(({ fn }) => [
      sql<number>`coalesce(sum(requests), 0)::bigint`.as('requestsToday'),
      fn.countAll<number>().as('uniqueIps'),
    ])
    .executeTakeFirstOrThrow();
}

async function countEvents({ db }: ServiceContext, { start, now }: Span) {
  return db
    .selectFrom('securityEvents')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('eventType', '=', BLOCK_EVENT_TYPE).as('blockedToday'),
      sql<number>`coalesce(round(avg(threat_score)), 0)::int`.as('averageThreatScore'),
    ])
    .where('eventType', 'not in', ADMIN_EVENT_TYPES)
    .where('createdAt', '>=', start)
    .where('createdAt', '<=', now)
    .executeTakeFirstOrThrow();
}

async function listTopThreats({ db }: ServiceContext, { start, now }: Span) {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('securityEvents')
        .select([countedRange('ip_address').as('ipAddress'), 'threatScore', 'createdAt'])
        .where('eventType', 'not in', ADMIN_EVENT_TYPES)
        .where('createdAt', '>=', start)
        .where('createdAt', '<=', now)
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
          and (rule.expires_at is null or rule.expires_at > ${now})
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

// Hours since the day began: zones with half-hour offsets and days of 23 or 25 hours need no special case.
async function countByHour({ db }: ServiceContext, { start, now }: Span): Promise<TrafficHour[]> {
  const hour = sql<number>`floor(extract(epoch from created_at - ${start}) / 3600)::int`.as('hour');
  const [requests, events] = await Promise.all([
    db
      .selectFrom('ddosRequestLogs')
      .select([hour, sql<number>`sum(weight)::bigint`.as('count')])
      .where('createdAt', '>=', start)
      .where('createdAt', '<=', now)
      .groupBy('hour')
      .execute(),
    db
      .selectFrom('securityEvents')
      .select([
        hour,
        ({ fn }) =>
          fn.countAll<number>().filterWhere('eventType', '=', BLOCK_EVENT_TYPE).as('blocked'),
        ({ fn }) => fn.max('threatScore').as('highestScore'),
      ])
      .where('eventType', 'not in', ADMIN_EVENT_TYPES)
      .where('createdAt', '>=', start)
      .where('createdAt', '<=', now)
      .groupBy('hour')
      .execute(),
  ]);
  const requestsOf = new Map(requests.map(({ hour, count }) => [hour, count]));
  const eventsOf = new Map(events.map((counted) => [counted.hour, counted]));
  const hours = Math.floor((now.getTime() - start.getTime()) / HOUR_MS) + 1;
  return Array.from({ length: hours }, (_, index) => ({
    startedAt: new Date(start.getTime() + index * HOUR_MS).toISOString(),
    requests: requestsOf.get(index) ?? 0,
    blocked: eventsOf.get(index)?.blocked ?? 0,
    highestScore: eventsOf.get(index)?.highestScore ?? null,
  }));
}
