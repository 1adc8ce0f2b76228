import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { pruneTrafficHistory } from '#server/services/traffic-history/index.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { buildServiceContext, type TestStorage } from '#tests/support/leads.ts';
import { getTrafficSummary } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { insertRows } from '#tests/support/database/rows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SPAN_MS = 54 * HOUR_MS;

type Entry = { createdAt: Date; ipAddress: string; weight: number };
type Event = { createdAt: Date; ipAddress: string; threatScore: number; eventType: string };
let actor: ServiceContext['actor'];

it.beforeAll(async ({ db }) => {
  const { adminUserId, username, sessionId } = await signInForTest(db);
  actor = { type: 'admin', adminUserId, username, role: 'owner', sessionId, provedAt: new Date() };
});

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('ddosRequestLogs').execute();
  await db.deleteFrom('securityEvents').execute();
});

// Numbers that look random and are the same in every run.
function createNumbers(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    const digest = createHash('sha256').update(`${seed}:${count}`).digest();
    return digest.readUInt32BE(0) % below;
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDay(instant: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The IPv6 addresses below are all of one range. */
function countedAs(address: string): string {
  return address.startsWith('2001:db8::') ? '2001:db8::/64' : address;
}

/** The order in which the database sorts the addresses below. */
function placeOf(address: string): number {
  return address.startsWith('2001:') ? 1_000 : Number(address.slice('203.0.113.'.length));
}

/** The first millisecond of the day, found by walking back from `now`; no zone has changed its clocks within a minute. */
function walkToStart(now: number, timeZone: string): number {
  const today = localDay(now, timeZone);
  let minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  while (localDay(minute - MINUTE_MS, timeZone) === today) minute -= MINUTE_MS;
  return localDay(minute, timeZone) === today ? minute : minute + MINUTE_MS;
}

async function fill(
  db: Kysely<DB>,
  now: number,
  edges: number[],
): Promise<{ entries: Entry[]; events: Event[] }> {
  const pick = createNumbers(`traffic ${now}`);
  const address = () => (pick(5) === 0 ? `2001:db8::${1 + pick(6)}` : `203.0.113.${1 + pick(20)}`);
  const instants = [
    ...edges.flatMap((edge) => [edge - 1, edge, edge + 1]),
    ...Array.from({ length: 400 }, () => now + HOUR_MS - pick(SPAN_MS)),
  ].map((at) => new Date(at));
  const entries = instants.map((createdAt) => ({
    createdAt,
    ipAddress: address(),
    weight: pick(4) === 0 ? 1 + pick(900) : 1,
  }));
  const events = instants.slice(0, 150).map((createdAt) => ({
    createdAt,
    ipAddress: address(),
    threatScore: 40 + pick(61),
    eventType: pick(3) === 0 ? 'ddos_block' : 'high_threat',
  }));
  await insertRows(
    db,
    'ddosRequestLogs',
    entries.map((entry) => ({ ...entry, endpoint: '/', responseStatus: 200 })),
  );
  await db.insertInto('securityEvents').values(events).execute();
  return { entries, events };
}

/** What the page has to show, counted from all rows one by one. */
function recount(entries: Entry[], events: Event[], now: number, timeZone: string) {
  const today = localDay(now, timeZone);
  const start = walkToStart(now, timeZone);
  const isToday = ({ createdAt }: { createdAt: Date }) =>
    createdAt.getTime() <= now && localDay(createdAt.getTime(), timeZone) === today;
  const requests = entries.filter(isToday);
  const threats = events.filter(isToday);
  const blocks = threats.filter(({ eventType }) => eventType === 'ddos_block');
  const weightOf = (some: Entry[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  const scores = threats.reduce((sum, { threatScore }) => sum + threatScore, 0);
  const within = (from: number) => (row: { createdAt: Date }) =>
    row.createdAt.getTime() >= from && row.createdAt.getTime() < from + HOUR_MS;

  const hourly = [];
  for (let from = start; from <= now; from += HOUR_MS) {
    hourly.push({
      startedAt: new Date(from).toISOString(),
      requests: weightOf(requests.filter(within(from))),
      blocked: blocks.filter(within(from)).length,
    });
  }
  const addresses = [...new Set(threats.map(({ ipAddress }) => countedAs(ipAddress)))];
  const topThreats = addresses
    .map((ipAddress) => {
      const own = threats.filter((threat) => countedAs(threat.ipAddress) === ipAddress);
      return {
        ipAddress,
        threatScore: Math.max(...own.map(({ threatScore }) => threatScore)),
        eventCount: own.length,
        lastEventAt: new Date(
          Math.max(...own.map(({ createdAt }) => createdAt.getTime())),
        ).toISOString(),
      };
    })
    .toSorted(
      (one, two) =>
        two.threatScore - one.threatScore ||
        two.eventCount - one.eventCount ||
        placeOf(one.ipAddress) - placeOf(two.ipAddress),
    )
    .slice(0, 5);
  return {
    startedAt: new Date(start).toISOString(),
    countedAt: new Date(now).toISOString(),
    requestsToday: weightOf(requests),
    uniqueIps: new Set(requests.map(({ ipAddress }) => ipAddress)).size,
    blockedToday: blocks.length,
    averageThreatScore: threats.length === 0 ? 0 : Math.round(scores / threats.length),
    topThreats,
    hourly,
  };
}

async function readSummary(db: Kysely<DB>, files: TestStorage, now: number, timeZone: string) {
  const ctx = { ...buildServiceContext(db, files.storage, () => new Date(now)), actor };
  const { topThreats, hourly, ...statistics } = await getTrafficSummary(ctx, { timeZone });
  return {
    ...statistics,
    topThreats: topThreats.map(({ ipAddress, threatScore, eventCount, lastEventAt }) => ({
      ipAddress,
      threatScore,
      eventCount,
      lastEventAt,
    })),
    hourly: hourly.map(({ startedAt, requests, blocked }) => ({ startedAt, requests, blocked })),
  };
}

it.for([
  ['a moment before midnight', 'Europe/Istanbul', '2026-06-30T20:59:59.999Z', 24],
  ['at midnight', 'Europe/Istanbul', '2026-06-30T21:00:00.000Z', 1],
  ['at noon', 'UTC', '2026-06-30T12:00:00.000Z', 13],
  ['30 minutes off', 'Asia/Kolkata', '2026-06-30T18:29:59.999Z', 24],
  ['30 minutes off, the next day', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z', 1],
  ['45 minutes off', 'Asia/Kathmandu', '2026-06-30T11:10:00.000Z', 17],
  ['45 minutes off and ahead', 'Pacific/Chatham', '2026-06-30T11:14:00.000Z', 24],
  ['30 minutes off and behind', 'America/St_Johns', '2026-01-15T03:29:00.000Z', 24],
  ['the day ahead of UTC', 'Pacific/Kiritimati', '2026-06-30T11:00:00.000Z', 2],
  ['the day behind UTC', 'Pacific/Pago_Pago', '2026-07-01T10:30:00.000Z', 24],
  ['a day of 23 hours', 'America/New_York', '2026-03-09T03:59:59.999Z', 23],
  ['a day of 25 hours', 'America/New_York', '2026-11-02T04:59:59.999Z', 25],
  ['a day of 24 and a half hours', 'Australia/Lord_Howe', '2026-04-05T13:29:59.999Z', 25],
  ['a day that begins at one', 'Africa/Cairo', '2026-04-24T20:59:59.999Z', 23],
  ['a day on which midnight comes twice', 'America/Havana', '2026-11-02T04:59:59.999Z', 25],
] as const)(
  'counts %s in %s like a recount of every row',
  async ([, timeZone, at, hours], { db, files }) => {
    const now = Date.parse(at);
    const start = walkToStart(now, timeZone);
    const { entries, events } = await fill(db, now, [start, now, start + HOUR_MS]);
    const expected = recount(entries, events, now, timeZone);
    expect(expected.hourly).toHaveLength(hours);
    expect(await readSummary(db, files, now, timeZone)).toEqual(expected);
  },
);

it('counts the same when the log has been sorted into its days', async ({ db, files }) => {
  const now = Date.parse('2026-06-30T20:15:00.000Z');
  const { entries, events } = await fill(db, now, [walkToStart(now, 'Asia/Kolkata'), now]);
  const { made } = await pruneTrafficHistory(db, new Date(now));
  expect(made).toContain('2026-06-29');
  for (const timeZone of ['Asia/Kolkata', 'UTC', 'America/St_Johns']) {
    expect(await readSummary(db, files, now, timeZone)).toEqual(
      recount(entries, events, now, timeZone),
    );
  }
});
