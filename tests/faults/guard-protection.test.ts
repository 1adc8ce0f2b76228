import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { createDatabase } from '#server/db/client.ts';
import type { DB } from '#server/db/types.ts';
import { createProtection, type Protection } from '#server/traffic/protection.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startDatabaseProxy } from './database-proxy.ts';

const ADDRESS = '203.0.113.9';
const OTHER = '203.0.113.10';
const NETWORK = '2001:db8:0:7';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ENDED = { isActive: false };
const START = new Date('2026-06-30T12:00:00Z').getTime();

const { sourceOf } = createSourceReader(['192.0.2.1']);

let test: TestDatabase;
let elapsedMs = 0;
let wrongMs = 0;
let warnings: { fields: Record<string, unknown>; message: string }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.destroy());
beforeEach(async () => {
  elapsedMs = 0;
  wrongMs = 0;
  warnings = [];
  for (const table of ['ipSecurityRules', 'securityEvents', 'adminSessions'] as const) {
    await test.db.deleteFrom(table).execute();
  }
});

async function start(db: Kysely<DB> = test.db, intervalMs = 10): Promise<Protection> {
  const protection = await createProtection({
    db,
    configuredMode: null,
    intervalMs,
    now: () => new Date(START + elapsedMs + wrongMs),
    monotonicNow: () => 50_000 + elapsedMs,
    log: createTestLog({ warn: (fields, message) => warnings.push({ fields, message }) }),
  });
  onTestFinished(() => protection.stop());
  return protection;
}

/** Evidence of two kinds; one more probe five seconds later makes it a score of 70 or more. */
function suspect({ guard }: Protection, address: string): void {
  guard.record(sourceOf(address), 'probe', 6);
  guard.record(sourceOf(address), 'malformed', 10);
}

function misbehave(protection: Protection, address = ADDRESS): void {
  suspect(protection, address);
  elapsedMs += 5_001;
  protection.guard.record(sourceOf(address), 'probe', 1);
}

function isBlocked({ guard }: Protection, address = ADDRESS): boolean {
  return guard.admit(sourceOf(address), 'page').action === 'block';
}

function scoreOf({ guard }: Protection, address = ADDRESS): number {
  return guard.scoreOf(sourceOf(address));
}

function readRules() {
  return test.db.selectFrom('ipSecurityRules').selectAll().orderBy('createdAt').execute();
}

async function readEventTypes(): Promise<string[]> {
  const events = await readRows(test.db, 'securityEvents', ['eventType']);
  return events.map(({ eventType }) => eventType);
}

const expectRules = (count: number) =>
  expect.poll(async () => (await readRules()).length, { timeout: 10_000 }).toBe(count);

/** Waits until the guard has no block of its own left and everything is in the database. */
async function settle(protection: Protection): Promise<void> {
  await expect.poll(readRules).not.toEqual([]);
  await protection.reload();
}

const addRule = (
  ruleType: 'blacklist' | 'whitelist',
  expiresAt: Date | null = null,
  ipAddress = ADDRESS,
) =>
  insertRows(test.db, 'ipSecurityRules', {
    id: uuidV7(),
    ipAddress,
    ruleType,
    reason: 'By hand',
    expiresAt,
  });

/** A session of an administrator that began so long ago. */
async function signIn(
  ipAddress: string,
  ageMs = 2 * HOUR_MS,
  { isActive = true, idleMs = MINUTE_MS, leftMs = HOUR_MS } = {},
): Promise<void> {
  const now = START + elapsedMs;
  await signInForTest(test.db, undefined, {
    ipAddress,
    isActive,
    createdAt: new Date(now - ageMs),
    lastUsedAt: new Date(now - idleMs),
    expiresAt: new Date(now + leftMs),
  });
}

/** The database of the test, on which statements that begin with a method fail while they should. */
function createFailing(
  method: 'selectFrom' | 'insertInto',
  code: string,
  shouldFail: () => boolean,
): Kysely<DB> {
  return new Proxy(test.db, {
    get(target, name) {
      if (name === method && shouldFail()) {
        throw Object.assign(new Error('made to fail by the test'), { code });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function createFailingOnce(code: string, before: () => void = () => undefined): Kysely<DB> {
  let hasFailed = false;
  return createFailing('insertInto', code, () => {
    if (hasFailed) return false;
    hasFailed = true;
    before();
    return true;
  });
}

describe('an automatic block', () => {
  it('is a rule with an end and an event with its reasons and requests', async () => {
    const protection = await start();
    const sent = { method: 'GET', path: '/\ud800.php\0', status: 404 };
    protection.guard.observe(sourceOf(ADDRESS), sent);
    misbehave(protection);
    expect(isBlocked(protection)).toBe(true);
    await expect.poll(readEventTypes).toContain('ddos_block');
    const createdAt = new Date(START + 5_001);
    expect(await readRules()).toMatchObject([
      {
        ipAddress: `${ADDRESS}/32`,
        ruleType: 'blacklist',
        reason: expect.stringMatching(/^Blocked because of threat score (?:7|8|9|10)\d$/),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 10 * MINUTE_MS),
        createdBy: null,
      },
    ]);
    const [event] = await readRows(
      test.db,
      'securityEvents',
      ['ipAddress', 'createdAt', 'reasons', 'samples'],
      { eventType: 'ddos_block' },
    );
    expect(event).toMatchObject({ ipAddress: ADDRESS, createdAt });
    expect(event?.reasons).toHaveLength(2);
    expect(event?.samples).toEqual([
      { at: expect.any(String), method: 'GET', path: '/\ufffd.php', status: 404 },
    ]);
    await protection.reload();
    expect(isBlocked(protection)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('holds a whole /64 of IPv6', async () => {
    const protection = await start();
    misbehave(protection, `${NETWORK}::1`);
    await settle(protection);
    expect(await readRules()).toMatchObject([{ ipAddress: `${NETWORK}::/64` }]);
    expect(isBlocked(protection, `${NETWORK}:ffff::2`)).toBe(true);
    expect(isBlocked(protection, '2001:db8:0:8::1')).toBe(false);
  });

  it('ends by itself without a look at the database, and the old evidence with it', async () => {
    const protection = await start(test.db, 3_600_000);
    misbehave(protection);
    await settle(protection);
    elapsedMs += 10 * MINUTE_MS - 1;
    expect(isBlocked(protection)).toBe(true);
    elapsedMs += 2;
    expect(isBlocked(protection)).toBe(false);
    const ticking = await start();
    await ticking.reload();
    misbehave(ticking, OTHER);
    await expectRules(2);
    await ticking.reload();
    elapsedMs += 10 * MINUTE_MS;
    await expect.poll(() => scoreOf(ticking, OTHER)).toBe(0);
  });

  it('doubles from 10 minutes to a day, and begins anew after a week', async () => {
    const protection = await start();
    const minutes: number[] = [];
    async function blockOnce(): Promise<void> {
      misbehave(protection);
      await expectRules(minutes.length + 1);
      const rule = (await readRules()).at(-1);
      const lengthMs = (rule?.expiresAt?.getTime() ?? 0) - (rule?.createdAt.getTime() ?? 0);
      minutes.push(lengthMs / MINUTE_MS);
      await protection.reload();
      expect(isBlocked(protection)).toBe(true);
      elapsedMs += lengthMs - 1;
      expect(isBlocked(protection)).toBe(true);
      elapsedMs += 2;
      expect(isBlocked(protection)).toBe(false);
      await expect.poll(() => scoreOf(protection)).toBe(0);
    }
    for (let count = 0; count < 10; count += 1) await blockOnce();
    elapsedMs += 8 * 24 * HOUR_MS;
    await blockOnce();
    expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 10]);
  });

  it('is never made where an administrator has signed in within 24 hours, and ends where one does', async () => {
    const earlier = await start();
    misbehave(earlier);
    await settle(earlier);
    expect(isBlocked(earlier)).toBe(true);
    await signIn(OTHER, 23 * HOUR_MS, ENDED);
    await signIn(`${NETWORK}::1`, 23 * HOUR_MS, ENDED);
    await signIn('203.0.113.11', 25 * HOUR_MS, ENDED);
    await signIn(ADDRESS, 0, ENDED);
    // Another process than the one where they signed in hears of it while something is blocked.
    elapsedMs += 5_000;
    await expect.poll(() => isBlocked(earlier)).toBe(false);
    const later = await start();
    for (const address of [OTHER, `${NETWORK}:9::9`, '203.0.113.11']) misbehave(later, address);
    await expectRules(2);
    const addresses = [ADDRESS, OTHER, `${NETWORK}::3`, '203.0.113.11'];
    const blocked = addresses.map((address) => isBlocked(later, address));
    expect(blocked).toEqual([false, false, false, true]);
  });

  it('is one rule and one event when two processes see the same', async () => {
    const both = [await start(), await start()] as const;
    const [one, two] = both;
    for (const protection of both) suspect(protection, ADDRESS);
    elapsedMs += 5_001;
    for (const { guard } of both) guard.record(sourceOf(ADDRESS), 'probe', 1);
    await settle(one);
    await Promise.all(both.map((protection) => protection.stop()));
    expect(await readRules()).toHaveLength(1);
    const types = await readEventTypes();
    expect(types.filter((type) => type === 'ddos_block')).toHaveLength(1);
    await two.reload();
    expect([isBlocked(one), isBlocked(two)]).toEqual([true, true]);
  });

  it.each([
    ['IPv4', ADDRESS],
    ['IPv6', `${NETWORK}::1`],
  ])(
    'frees its %s address at once when it is taken back, everywhere, and does not return',
    async (_, address) => {
      const both = [await start(), await start()] as const;
      const [one, two] = both;
      const readBlocked = () => both.map((protection) => isBlocked(protection, address));
      two.guard.record(sourceOf(address), 'probe', 6);
      misbehave(one, address);
      await settle(one);
      await two.reload();
      expect(readBlocked()).toEqual([true, true]);
      await test.db.deleteFrom('ipSecurityRules').execute();
      await Promise.all(both.map((protection) => protection.reload()));
      expect(readBlocked()).toEqual([false, false]);
      expect(both.map((protection) => scoreOf(protection, address))).toEqual([0, 0]);
      elapsedMs += 6_000;
      for (const { guard } of both) {
        guard.record(sourceOf(address), 'probe', 1);
        guard.record(sourceOf(address), 'malformed', 4);
      }
      await Promise.all(both.map((protection) => protection.stop()));
      expect(await readRules()).toEqual([]);
      expect(readBlocked()).toEqual([false, false]);
    },
  );
});

describe('the end of a rule', () => {
  const YEAR_MS = 365 * 24 * HOUR_MS;
  const inAnHour = () => new Date(START + elapsedMs + HOUR_MS);

  it('outlasts a wall clock that jumps ahead, also of a rule that was added meanwhile', async () => {
    await addRule('blacklist', inAnHour());
    const protection = await start();
    wrongMs = YEAR_MS;
    await expect.poll(() => isBlocked(protection)).toBe(true);
    await addRule('blacklist', inAnHour(), OTHER);
    await protection.reload();
    expect([isBlocked(protection), isBlocked(protection, OTHER)]).toEqual([true, false]);
    wrongMs = 0;
    await expect.poll(() => isBlocked(protection, OTHER)).toBe(true);
    elapsedMs += 61 * MINUTE_MS;
    expect([isBlocked(protection), isBlocked(protection, OTHER)]).toEqual([false, false]);
  });

  it('is found by a process that started while the wall clock was wrong', async () => {
    await addRule('blacklist', inAnHour());
    wrongMs = YEAR_MS;
    const protection = await start();
    expect(isBlocked(protection)).toBe(false);
    wrongMs = 0;
    await expect.poll(() => isBlocked(protection)).toBe(true);
  });

  it.each([
    ['infinity', true],
    ['200000-01-01', true],
    ['294000-01-01', true],
    ['-infinity', false],
    ['4000-01-01 BC', false],
  ])('may be %s', async (end, expected) => {
    await addRule('blacklist');
    await sql`update ip_security_rules set expires_at = ${end}::timestamptz`.execute(test.db);
    const protection = await start();
    expect(isBlocked(protection)).toBe(expected);
    await protection.reload();
    expect([isBlocked(protection), warnings]).toEqual([expected, []]);
  });
});

describe('an address that must not be blocked', () => {
  async function expectSpared(protection: Protection): Promise<void> {
    await expect.poll(readEventTypes).toContain('high_threat');
    await protection.stop();
    expect(await readRules()).toEqual([]);
    expect(await readEventTypes()).not.toContain('ddos_block');
  }

  it.each([
    ['IPv4', ADDRESS, ADDRESS],
    ['IPv6', `${NETWORK}::1`, `${NETWORK}::2`],
  ])('is one with a live session of another process (%s)', async (_, address, own) => {
    const protection = await start();
    await signIn(own);
    misbehave(protection, address);
    await expect.poll(() => isBlocked(protection, address)).toBe(false);
    await expectSpared(protection);
    expect(scoreOf(protection, address)).toBeLessThan(70);
  });

  it('is one whose session of the last 24 hours is idle and has ended', async () => {
    const protection = await start();
    const idle = { idleMs: 31 * MINUTE_MS, leftMs: -MINUTE_MS };
    await signIn(ADDRESS, 2 * HOUR_MS, { ...ENDED, ...idle });
    misbehave(protection);
    await expectSpared(protection);
  });

  it('is not one whose session began earlier', async () => {
    const protection = await start();
    await signIn(ADDRESS, 24 * HOUR_MS);
    misbehave(protection);
    await settle(protection);
    expect(isBlocked(protection)).toBe(true);
  });

  it('is one that was whitelisted a moment ago', async () => {
    const protection = await start();
    await addRule('whitelist', null, '203.0.113.0/24');
    misbehave(protection);
    await expect.poll(() => isBlocked(protection)).toBe(false);
    expect(await readRules()).toMatchObject([{ ruleType: 'whitelist' }]);
    expect(await readEventTypes()).not.toContain('ddos_block');
  });

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine (IPv6)', '::1'],
    ['a trusted proxy', '192.0.2.1'],
  ])('is %s', async (_, address) => {
    const protection = await start();
    misbehave(protection, address);
    expect(scoreOf(protection, address)).toBeGreaterThanOrEqual(70);
    expect(isBlocked(protection, address)).toBe(false);
    await expectSpared(protection);
  });
});

describe('without a database', () => {
  async function startBehindProxy() {
    const proxy = await startDatabaseProxy(test.url);
    const { db, destroy } = createDatabase({ connection: proxy.url, poolSize: 2 });
    const protection = await start(db);
    onTestFinished(async () => {
      await protection.stop();
      await destroy();
      await proxy.stop();
    });
    return { proxy, protection };
  }

  it('goes on with its rules, blocks by itself, and writes later what has waited', async () => {
    await addRule('blacklist', null, '198.51.100.0/24');
    const { proxy, protection } = await startBehindProxy();
    await proxy.cut();
    await protection.reload();
    expect(isBlocked(protection, '198.51.100.7')).toBe(true);
    misbehave(protection);
    expect(isBlocked(protection)).toBe(true);
    await expect.poll(() => warnings).not.toEqual([]);
    await protection.reload();
    expect([isBlocked(protection), isBlocked(protection, '198.51.100.7')]).toEqual([true, true]);
    expect(await readEventTypes()).toEqual([]);

    await proxy.restore();
    await expectRules(2);
    await expect
      .poll(readEventTypes)
      .toEqual(expect.arrayContaining(['ddos_block', 'high_threat']));
    expect(isBlocked(protection)).toBe(true);
    expect(warnings.length).toBeLessThan(5);
  });

  it('reads by itself what it has missed as soon as it can', async () => {
    const { proxy, protection } = await startBehindProxy();
    await proxy.cut();
    await protection.reload();
    await addRule('blacklist');
    expect(isBlocked(protection)).toBe(false);
    await proxy.restore();
    await expect.poll(() => isBlocked(protection), { timeout: 10_000 }).toBe(true);
  });

  it('holds a block whose rule was written but could not be read back', async () => {
    let isReadable = true;
    const db = createFailing('selectFrom', 'ECONNREFUSED', () => !isReadable);
    const protection = await start(db);
    isReadable = false;
    misbehave(protection);
    await expectRules(1);
    await expect.poll(() => warnings).toHaveLength(1);
    expect(isBlocked(protection)).toBe(true);
    isReadable = true;
    await protection.reload();
    expect(isBlocked(protection)).toBe(true);
    await test.db.deleteFrom('ipSecurityRules').execute();
    await protection.reload();
    expect(isBlocked(protection)).toBe(false);
  });

  const expectAThousandEvents = () =>
    expect.poll(async () => (await readEventTypes()).length, { timeout: 15_000 }).toBe(1_000);

  it('keeps a thousand events and says how many it could not keep', async () => {
    const { proxy, protection } = await startBehindProxy();
    await proxy.cut();
    for (let minute = 0; minute < 5; minute += 1) {
      elapsedMs += 61_000;
      for (let index = 0; index < 250; index += 1) {
        protection.guard.record(sourceOf(`10.1.${minute}.${index}`), 'probe', 5);
      }
    }
    await expect.poll(() => warnings).not.toEqual([]);
    await proxy.restore();
    await expectAThousandEvents();
    const message = 'there was no room for events of the traffic guard';
    await expect.poll(() => warnings.at(-1)).toEqual({ fields: { dropped: 250 }, message });
  });

  it('keeps no more than that of what came while a write was failing', async () => {
    function addEvents(network: number): void {
      for (let index = 0; index < 600; index += 1) {
        if (index % 250 === 0) elapsedMs += 61_000;
        const address = `10.${network}.${Math.floor(index / 250)}.${index % 250}`;
        protection.guard.record(sourceOf(address), 'probe', 5);
      }
    }
    const db = createFailingOnce('08006', () => addEvents(2));
    const protection = await start(db);
    addEvents(1);
    await expectAThousandEvents();
    await expect.poll(() => warnings.at(-1)?.fields).toEqual({ dropped: 200 });
  });

  it('keeps what it was about to write when the database is only too busy', async () => {
    const protection = await start(createFailingOnce('57014'));
    protection.guard.record(sourceOf(ADDRESS), 'probe', 5);
    await expect.poll(readEventTypes, { timeout: 10_000 }).toEqual(['elevated_threat']);
  });
});
