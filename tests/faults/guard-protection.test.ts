import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { createDatabase } from '#server/db/client.ts';
import type { DB } from '#server/db/types.ts';
import { createProtection, type Protection } from '#server/traffic/protection.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startDatabaseProxy } from './database-proxy.ts';

const ADDRESS = '203.0.113.9';
const MINUTE_MS = 60_000;
const START = new Date('2026-06-30T12:00:00Z').getTime();

const sources = createSourceReader(['192.0.2.1']);

let test: TestDatabase;
let elapsedMs = 0;
/** How wrong the wall clock is. */
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
  await test.db.deleteFrom('ipSecurityRules').execute();
  await test.db.deleteFrom('securityEvents').execute();
  await test.db.deleteFrom('adminSessions').execute();
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

/** Brings an address to a score of 70 or more by evidence of two kinds, and keeps it there. */
function misbehave({ guard }: Protection, address = ADDRESS): void {
  const source = sources.sourceOf(address);
  guard.record(source, 'probe', 6);
  guard.record(source, 'malformed', 10);
  elapsedMs += 5_001;
  guard.record(source, 'probe', 1);
}

function isBlocked({ guard }: Protection, address = ADDRESS): boolean {
  return guard.admit(sources.sourceOf(address), 'page').action === 'block';
}

function scoreOf({ guard }: Protection, address = ADDRESS): number {
  return guard.scoreOf(sources.sourceOf(address));
}

function readRules() {
  return test.db
    .selectFrom('ipSecurityRules')
    .select(['id', 'ipAddress', 'ruleType', 'reason', 'createdAt', 'expiresAt', 'createdBy'])
    .orderBy('createdAt')
    .execute();
}

function readEvents() {
  return test.db
    .selectFrom('securityEvents')
    .select(['eventType', 'ipAddress', 'threatScore', 'reasons', 'samples', 'createdAt'])
    .orderBy('id')
    .execute();
}

async function readEventTypes(): Promise<string[]> {
  return (await readEvents()).map(({ eventType }) => eventType);
}

/** Waits until the guard has no block of its own left and everything is in the database. */
async function settle(protection: Protection): Promise<void> {
  await expect.poll(async () => (await readRules()).length).toBeGreaterThan(0);
  await protection.reload();
}

async function addRule(
  ruleType: 'blacklist' | 'whitelist',
  expiresAt: Date | null = null,
  ipAddress = ADDRESS,
): Promise<void> {
  await test.db
    .insertInto('ipSecurityRules')
    .values({ id: uuidV7(), ipAddress, ruleType, reason: 'By hand', expiresAt })
    .execute();
}

describe('an automatic block', () => {
  it('is a rule with an end and an event with its reasons and requests', async () => {
    const protection = await start();
    const source = sources.sourceOf(ADDRESS);
    protection.guard.observe(source, { method: 'GET', path: '/\ud800.php\0', status: 404 });
    misbehave(protection);
    expect(isBlocked(protection)).toBe(true);
    await expect.poll(readEventTypes).toContain('ddos_block');
    const at = new Date(START + 5_001);
    expect(await readRules()).toEqual([
      {
        id: expect.any(String),
        ipAddress: `${ADDRESS}/32`,
        ruleType: 'blacklist',
        reason: expect.stringMatching(/^Blocked because of threat score (?:7|8|9|10)\d$/),
        createdAt: at,
        expiresAt: new Date(at.getTime() + 10 * MINUTE_MS),
        createdBy: null,
      },
    ]);
    const event = (await readEvents()).find(({ eventType }) => eventType === 'ddos_block');
    expect(event).toMatchObject({ ipAddress: ADDRESS, createdAt: at });
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
    misbehave(protection, '2001:db8:0:7::1');
    await settle(protection);
    expect((await readRules())[0]?.ipAddress).toBe('2001:db8:0:7::/64');
    expect(isBlocked(protection, '2001:db8:0:7:ffff::2')).toBe(true);
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
    misbehave(ticking, '203.0.113.10');
    await expect.poll(async () => (await readRules()).length).toBe(2);
    await ticking.reload();
    elapsedMs += 10 * MINUTE_MS;
    await expect.poll(() => scoreOf(ticking, '203.0.113.10')).toBe(0);
  });

  it('doubles from 10 minutes to a day, and begins anew after a week', async () => {
    const protection = await start();
    const minutes: number[] = [];
    async function blockOnce(): Promise<void> {
      const before = (await readRules()).length;
      misbehave(protection);
      await expect.poll(async () => (await readRules()).length).toBe(before + 1);
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
    elapsedMs += 8 * 24 * 60 * MINUTE_MS;
    await blockOnce();
    expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 10]);
  });

  it('is never made where an administrator has signed in within 24 hours, and ends where one does', async () => {
    async function signIn(address: string, hoursAgo: number): Promise<void> {
      const { sessionId } = await signInForTest(test.db);
      const at = new Date(START + elapsedMs - hoursAgo * 60 * MINUTE_MS);
      await test.db
        .updateTable('adminSessions')
        .set({ ipAddress: address, createdAt: at, lastUsedAt: at, isActive: false })
        .where('id', '=', sessionId)
        .execute();
    }
    const earlier = await start();
    misbehave(earlier);
    await settle(earlier);
    expect(isBlocked(earlier)).toBe(true);
    await signIn('203.0.113.10', 23);
    await signIn('2001:db8:0:7::1', 23);
    await signIn('203.0.113.11', 25);
    await signIn(ADDRESS, 0);
    // Another process than the one where they signed in hears of it while something is blocked.
    elapsedMs += 5_000;
    await expect.poll(() => isBlocked(earlier)).toBe(false);
    // And one that starts later knows.
    const later = await start();
    for (const address of ['203.0.113.10', '2001:db8:0:7:9::9', '203.0.113.11']) {
      misbehave(later, address);
    }
    await expect.poll(async () => (await readRules()).length).toBe(2);
    expect(isBlocked(later, ADDRESS)).toBe(false);
    expect(isBlocked(later, '203.0.113.10')).toBe(false);
    expect(isBlocked(later, '2001:db8:0:7::3')).toBe(false);
    expect(isBlocked(later, '203.0.113.11')).toBe(true);
  });

  it('is one rule and one event when two processes see the same', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const source = sources.sourceOf(ADDRESS);
    for (const { guard } of [one, two]) {
      guard.record(source, 'probe', 6);
      guard.record(source, 'malformed', 10);
    }
    elapsedMs += 5_001;
    for (const { guard } of [one, two]) guard.record(source, 'probe', 1);
    await settle(one);
    await Promise.all([one.stop(), two.stop()]);
    expect(await readRules()).toHaveLength(1);
    const types = await readEventTypes();
    expect(types.filter((type) => type === 'ddos_block')).toHaveLength(1);
    await two.reload();
    expect([isBlocked(one), isBlocked(two)]).toEqual([true, true]);
  });

  it.each([
    ['IPv4', ADDRESS],
    ['IPv6', '2001:db8:0:7::1'],
  ])(
    'frees its %s address at once when it is taken back, everywhere, and does not return',
    async (_, address) => {
      const [one, two] = await Promise.all([start(), start()]);
      const source = sources.sourceOf(address);
      two.guard.record(source, 'probe', 6);
      misbehave(one, address);
      await settle(one);
      await two.reload();
      expect([isBlocked(one, address), isBlocked(two, address)]).toEqual([true, true]);
      await test.db.deleteFrom('ipSecurityRules').execute();
      await Promise.all([one.reload(), two.reload()]);
      expect([isBlocked(one, address), isBlocked(two, address)]).toEqual([false, false]);
      expect([scoreOf(one, address), scoreOf(two, address)]).toEqual([0, 0]);
      elapsedMs += 6_000;
      for (const { guard } of [one, two]) {
        guard.record(source, 'probe', 1);
        guard.record(source, 'malformed', 4);
      }
      await Promise.all([one.stop(), two.stop()]);
      expect(await readRules()).toEqual([]);
      expect([isBlocked(one, address), isBlocked(two, address)]).toEqual([false, false]);
    },
  );
});

describe('the end of a rule', () => {
  const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
  const OTHER = '203.0.113.10';
  const inAnHour = () => new Date(START + elapsedMs + 60 * MINUTE_MS);

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
  async function signIn(
    address: string,
    changes: { isActive?: boolean; idleMs?: number; leftMs?: number; ageMs?: number } = {},
  ): Promise<void> {
    const { sessionId } = await signInForTest(test.db);
    const { isActive = true, idleMs = MINUTE_MS, leftMs = 60 * MINUTE_MS } = changes;
    const { ageMs = 120 * MINUTE_MS } = changes;
    await test.db
      .updateTable('adminSessions')
      .set({
        ipAddress: address,
        isActive,
        createdAt: new Date(START - ageMs),
        lastUsedAt: new Date(START - idleMs),
        expiresAt: new Date(START + leftMs),
      })
      .where('id', '=', sessionId)
      .execute();
  }

  it.each([
    ['IPv4', ADDRESS, ADDRESS],
    ['IPv6', '2001:db8:0:7::1', '2001:db8:0:7::2'],
  ])('is one with a live session of another process (%s)', async (_, address, own) => {
    const protection = await start();
    await signIn(own);
    misbehave(protection, address);
    await expect.poll(() => isBlocked(protection, address)).toBe(false);
    await protection.stop();
    expect(await readRules()).toEqual([]);
    const types = await readEventTypes();
    expect(types).not.toContain('ddos_block');
    expect(types).toContain('high_threat');
    expect(scoreOf(protection, address)).toBeLessThan(70);
  });

  it.each([
    ['has ended', { isActive: false }],
    ['is idle', { idleMs: 31 * MINUTE_MS }],
    ['has expired', { leftMs: -MINUTE_MS }],
  ])('is one whose session of the last 24 hours %s', async (_, changes) => {
    const protection = await start();
    await signIn(ADDRESS, changes);
    misbehave(protection);
    await expect.poll(readEventTypes).toContain('high_threat');
    await protection.stop();
    expect(await readRules()).toEqual([]);
  });

  it('is not one whose session began earlier', async () => {
    const protection = await start();
    await signIn(ADDRESS, { ageMs: 24 * 60 * MINUTE_MS });
    misbehave(protection);
    await settle(protection);
    expect(isBlocked(protection)).toBe(true);
  });

  it('is one that was whitelisted a moment ago', async () => {
    const protection = await start();
    await addRule('whitelist', null, '203.0.113.0/24');
    misbehave(protection);
    await expect.poll(() => isBlocked(protection)).toBe(false);
    expect((await readRules()).map(({ ruleType }) => ruleType)).toEqual(['whitelist']);
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
    await protection.stop();
    expect(await readRules()).toEqual([]);
    expect(await readEventTypes()).toContain('high_threat');
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
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await protection.reload();
    expect([isBlocked(protection), isBlocked(protection, '198.51.100.7')]).toEqual([true, true]);
    expect(await readEvents()).toEqual([]);

    await proxy.restore();
    await expect.poll(async () => (await readRules()).length, { timeout: 10_000 }).toBe(2);
    await expect
      .poll(readEventTypes)
      .toEqual(expect.arrayContaining(['ddos_block', 'high_threat']));
    expect(isBlocked(protection)).toBe(true);
    // Not one warning for each try.
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
    const db = new Proxy(test.db, {
      get(target, name) {
        if (name === 'selectFrom' && !isReadable) {
          throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const protection = await start(db);
    isReadable = false;
    misbehave(protection);
    await expect.poll(async () => (await readRules()).length).toBe(1);
    await expect.poll(() => warnings.length).toBe(1);
    expect(isBlocked(protection)).toBe(true);
    isReadable = true;
    await protection.reload();
    expect(isBlocked(protection)).toBe(true);
    await test.db.deleteFrom('ipSecurityRules').execute();
    await protection.reload();
    expect(isBlocked(protection)).toBe(false);
  });

  it('keeps a thousand events and says how many it could not keep', async () => {
    const { proxy, protection } = await startBehindProxy();
    await proxy.cut();
    for (let minute = 0; minute < 5; minute += 1) {
      elapsedMs += 61_000;
      for (let index = 0; index < 250; index += 1) {
        protection.guard.record(sources.sourceOf(`10.1.${minute}.${index}`), 'probe', 5);
      }
    }
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await proxy.restore();
    await expect.poll(async () => (await readEvents()).length, { timeout: 15_000 }).toBe(1_000);
    await expect
      .poll(() => warnings.at(-1))
      .toEqual({
        fields: { dropped: 250 },
        message: 'there was no room for events of the traffic guard',
      });
  });

  it('keeps no more than that of what came while a write was failing', async () => {
    function addEvents(network: number): void {
      for (let index = 0; index < 600; index += 1) {
        if (index % 250 === 0) elapsedMs += 61_000;
        const address = `10.${network}.${Math.floor(index / 250)}.${index % 250}`;
        protection.guard.record(sources.sourceOf(address), 'probe', 5);
      }
    }
    const db = createFailingOnce('08006', () => addEvents(2));
    const protection = await start(db);
    addEvents(1);
    await expect.poll(async () => (await readEvents()).length, { timeout: 15_000 }).toBe(1_000);
    await expect.poll(() => warnings.at(-1)?.fields).toEqual({ dropped: 200 });
  });

  it('keeps what it was about to write when the database is only too busy', async () => {
    const protection = await start(createFailingOnce('57014'));
    protection.guard.record(sources.sourceOf(ADDRESS), 'probe', 5);
    await expect.poll(readEventTypes, { timeout: 10_000 }).toEqual(['elevated_threat']);
  });
});

/** The database of the test, on which the first write fails. */
function createFailingOnce(code: string, before: () => void = () => undefined): Kysely<DB> {
  let hasFailed = false;
  return new Proxy(test.db, {
    get(target, name) {
      if (name === 'insertInto' && !hasFailed) {
        hasFailed = true;
        before();
        throw Object.assign(new Error('the first write fails'), { code });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
