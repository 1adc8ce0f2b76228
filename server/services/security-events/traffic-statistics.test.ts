import type { Database } from '#server/context/context.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { insertRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import { getTrafficSummary } from './index.ts';

const HOUR_MS = 3_600_000;

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('ddosRequestLogs').execute();
  await db.deleteFrom('securityEvents').execute();
});

type Row = { createdAt: Date; ipAddress: string; weight: number; threatScore: number };

/** Fills the log around the edges of the day, and with the same random instants in every run. */
async function fill(db: Database, start: number, now: number) {
  const ipAddress = fc.oneof(
    fc.integer({ min: 1, max: 20 }).map((last) => `203.0.113.${last}`),
    fc.integer({ min: 1, max: 6 }).map((last) => `2001:db8::${last}`),
  );
  const instant = fc.integer({ min: now - 53 * HOUR_MS, max: now + HOUR_MS });
  const numbers = { weight: fc.integer({ min: 1, max: 900 }), threatScore: fc.nat(100) };
  const row = fc.record({ createdAt: instant.map((at) => new Date(at)), ipAddress, ...numbers });
  const [requests = [], events = []] = [1, 2].map((seed) => {
    const edges = [start, now, start + HOUR_MS].flatMap((at) => [at - 1, at, at + 1]);
    const rows: Row[] = fc.sample(row, { seed, numRuns: 200 });
    for (const [index, edge] of edges.entries()) rows[index]?.createdAt.setTime(edge);
    return rows;
  });
  const logs = requests.map(({ createdAt, ipAddress, weight }) => {
    return { createdAt, ipAddress, weight, endpoint: '/', responseStatus: 200 };
  });
  await insertRows(db, 'ddosRequestLogs', logs);
  const typed = events.map(({ weight, ...each }) => ({ ...each, eventType: eventTypeOf(weight) }));
  await insertRows(db, 'securityEvents', typed);
  return { requests, events };
}

const eventTypeOf = (weight: number) => (weight % 3 === 0 ? 'ddos_block' : 'high_threat');

/** All IPv6 addresses here are of one range. */
const countedAs = ({ ipAddress }: Row) => (ipAddress.includes(':') ? '2001:db8::/64' : ipAddress);

/** The order in which the database sorts the addresses. */
const placeOf = (address: string) => (address.includes(':') ? 1_000 : Number(address.slice(10)));

/** The expected summary, counted from all rows one by one. */
function recount(
  { requests, events }: Awaited<ReturnType<typeof fill>>,
  start: number,
  now: number,
) {
  const isToday = ({ createdAt }: Row) => Number(createdAt) >= start && Number(createdAt) <= now;
  const [sent, threats] = [requests.filter(isToday), events.filter(isToday)];
  const isBlock = ({ weight }: Row) => eventTypeOf(weight) === 'ddos_block';
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const weigh = (rows: Row[]) => sum(rows.map(({ weight }) => weight));
  const scores = (rows: Row[]) => rows.map(({ threatScore }) => threatScore);
  const hourOf = (at: number) => Math.floor((at - start) / HOUR_MS);
  const hourly = Array.from({ length: hourOf(now) + 1 }, (_, hour) => {
    const isWithin = ({ createdAt }: Row) => hourOf(Number(createdAt)) === hour;
    const highest = Math.max(...scores(threats.filter(isWithin)));
    return {
      startedAt: new Date(start + hour * HOUR_MS).toISOString(),
      requests: weigh(sent.filter(isWithin)),
      blocked: threats.filter(isWithin).filter(isBlock).length,
      highestScore: Number.isFinite(highest) ? highest : null,
    };
  });
  const topThreats = [...Map.groupBy(threats, countedAs)]
    .map(([ipAddress, own]) => ({
      ipAddress,
      threatScore: Math.max(...scores(own)),
      eventCount: own.length,
      lastEventAt: own
        .map(({ createdAt }) => createdAt.toISOString())
        .toSorted()
        .at(-1),
      isBlocked: false,
    }))
    .toSorted(
      (one, two) =>
        two.threatScore - one.threatScore ||
        two.eventCount - one.eventCount ||
        placeOf(one.ipAddress) - placeOf(two.ipAddress),
    );
  return {
    startedAt: new Date(start).toISOString(),
    countedAt: new Date(now).toISOString(),
    requestsToday: weigh(sent),
    uniqueIps: new Set(sent.map(({ ipAddress }) => ipAddress)).size,
    blockedToday: threats.filter(isBlock).length,
    averageThreatScore: Math.round(sum(scores(threats)) / (threats.length || 1)),
    topThreats: topThreats.slice(0, 5),
    hourly,
  };
}

it.for([
  ['a day', 'Europe/Istanbul', '2026-06-29T21:00:00Z', '2026-06-30T20:59:59.999Z', 24],
  ['its first moment', 'Europe/Istanbul', '2026-06-30T21:00:00Z', '2026-06-30T21:00:00Z', 1],
  ['half a day', 'UTC', '2026-06-30T00:00:00Z', '2026-06-30T12:00:00Z', 13],
  ['45 minutes off', 'Asia/Kathmandu', '2026-06-29T18:15:00Z', '2026-06-30T11:10:00Z', 17],
  ['23 hours', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59.999Z', 23],
  ['24.5 hours', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59.999Z', 25],
  ['two midnights', 'America/Havana', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z', 25],
] as const)(
  'counts %s in %s like a recount of every row',
  async ([, timeZone, startedAt, at, hours], { db, ctx }) => {
    const [start, now] = [Date.parse(startedAt), Date.parse(at)];
    const expected = recount(await fill(db, start, now), start, now);
    expect(expected.hourly).toHaveLength(hours);
    const owner = await asOwner({ ...ctx, now: () => new Date(now) });
    expect(await getTrafficSummary(owner, { timeZone })).toEqual(expected);
  },
);
