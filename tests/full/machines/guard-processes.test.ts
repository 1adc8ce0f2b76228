import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { JSON_TYPE, send, signIn } from '#tests/faults/faults.ts';
import { type GuardSite, misbehave, startGuardSite } from '#tests/faults/guard-site.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { SITE_PASSWORD } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const SHARED_WITHIN_MS = 1_000;
const START = { timeout: 20_000, interval: 100 };

let test: TestDatabase;
let proxy: DatabaseProxy;
let one: GuardSite;
/** Reaches its database through the proxy. */
let two: GuardSite;
let token: string;

beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url);
  [one, two] = await Promise.all([startGuardSite(test.url), startGuardSite(proxy.url)]);
  ({ token } = await signInForTest(test.db));
  // They serve a moment before they hear of changes.
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin-table-versions'
    `.execute(test.db);
    expect(rows).toHaveLength(2);
    const responses = await Promise.all([one, two].map((site) => site.visit(null)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }, START);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await proxy.stop();
  await test.destroy();
});

async function askAsAdmin({ port }: GuardSite, method: string, path: string, body?: object) {
  const response = await send(port, {
    method,
    path: `/api/admin/${path}`,
    headers: [['x-admin-session', token], JSON_TYPE],
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, response.body).toBeLessThan(300);
  return response.body === '' ? null : JSON.parse(response.body);
}

async function addRule(ipAddress: string, expiresAt: Date | null = null): Promise<void> {
  const rule = { id: uuidV7(), ipAddress, reason: 'Scanner of the week', expiresAt };
  await insertRows(test.db, 'ipSecurityRules', { ...rule, ruleType: 'blacklist' });
}

async function isBlocked(site: GuardSite, address: string): Promise<boolean> {
  return (await site.visit(address)).status === 403;
}

/** Asserts what becomes of an address in both processes, within the time in which they share what they know. */
async function expectBlocked(address: string, wanted: boolean, timeout = SHARED_WITHIN_MS) {
  const options = { timeout, interval: 25 };
  await Promise.all(
    [one, two].map((site) => expect.poll(() => isBlocked(site, address), options).toBe(wanted)),
  );
}

async function readRuleIds(address: string): Promise<string[]> {
  const rows = await test.db
    .selectFrom('ipSecurityRules')
    .select('id')
    .where(sql<boolean>`ip_address >>= ${address}::inet`)
    .execute();
  return rows.map(({ id }) => id);
}

async function readEventTypes(ipAddress: string): Promise<string[]> {
  const rows = await readRows(test.db, 'securityEvents', ['eventType'], { ipAddress });
  return rows.map(({ eventType }) => eventType);
}

const readLog = (ipAddress: string) =>
  readRows(test.db, 'ddosRequestLogs', ['endpoint', 'responseStatus', 'weight'], { ipAddress });

describe('two processes', () => {
  it('share a rule, and its removal, within a second', async () => {
    const address = '203.0.113.5';
    await expectBlocked(address, false);
    const rule = { rule_type: 'blacklist', reason: 'A whole network' };
    const created = { ip_address: '203.0.113.0/28', ...rule };
    const { id } = await askAsAdmin(one, 'POST', 'ip-rules', created);
    await expectBlocked(address, true);
    const page = await two.visit(address, '/');
    expect(page.body).toContain('A whole network');
    expect(page.body).toContain(id.slice(-12));
    await expectBlocked('203.0.113.16', false);
    await askAsAdmin(two, 'DELETE', `ip-rules/${id}`);
    await expectBlocked(address, false);
  });

  it('share the mode within a second', async () => {
    const address = '203.0.113.40';
    await addRule(address);
    await expectBlocked(address, true);
    for (const mode of ['simulate', 'on', 'off', 'on'] as const) {
      await test.db.updateTable('trafficProtection').set({ mode }).execute();
      await expectBlocked(address, mode === 'on');
    }
  });

  it('share an automatic block, and nothing is held against an address that was freed', async () => {
    const address = '203.0.113.60';
    await misbehave(one, address);
    await expectBlocked(address, true);
    expect(await readEventTypes(address)).toContain('ddos_block');
    const ids = await readRuleIds(address);
    expect(ids).toHaveLength(1);
    await askAsAdmin(two, 'DELETE', `ip-rules/${ids[0]}`);
    await expectBlocked(address, false);
    await one.visit(address, '/.env');
    await one.visit(address, '//admin');
    await new Promise((done) => setTimeout(done, 5_200));
    await one.visit(address, '/.env');
    await expectBlocked(address, false);
    expect(await readRuleIds(address)).toEqual([]);
  });

  it('block neither an administrator who works on the other one nor this machine', async () => {
    const address = '203.0.113.80';
    const login = await signIn(two.port, SITE_PASSWORD, address);
    expect(login.status, login.body).toBe(200);
    await Promise.all([misbehave(one, address), misbehave(one, null)]);
    await expect.poll(() => readEventTypes(address)).toContain('high_threat');
    await expect.poll(() => readEventTypes('127.0.0.1')).toContain('high_threat');
    await expectBlocked(address, false);
    expect((await one.visit(null)).status).toBe(200);
    for (const each of [address, '127.0.0.1']) {
      expect(await readRuleIds(each)).toEqual([]);
      expect(await readEventTypes(each)).not.toContain('ddos_block');
    }
  });

  it('let an address in when its rule ends, without being told', async () => {
    const address = '203.0.113.100';
    await addRule(address, new Date(Date.now() + 2_000));
    await expectBlocked(address, true);
    await expectBlocked(address, false, 3_000);
  });

  it('go on when the connection that tells of changes is lost', async () => {
    const address = '203.0.113.120';
    await addRule(address);
    await expectBlocked(address, true);
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin-table-versions'
    `.execute(test.db);
    expect(rows).toHaveLength(2);
    expect(await Promise.all([one, two].map((site) => isBlocked(site, address)))).toEqual([
      true,
      true,
    ]);
    await addRule('203.0.113.121');
    await expectBlocked('203.0.113.121', true, 3_000);
  });
});

describe.each([
  ['gone', () => proxy.cut()],
  ['silent', () => Promise.resolve(proxy.freeze())],
] as const)('a process whose database is %s', (state, lose) => {
  const net = state === 'gone' ? '198.51.100' : '198.51.101';

  it('keeps its gate, answers, blocks by itself and writes later what has waited', async () => {
    const [blocked, hostile, late, visitor] = [`${net}.1`, `${net}.2`, `${net}.3`, `${net}.4`];
    await addRule(blocked);
    // The connection that notifies of changes may still be on its way back from the case before.
    await expectBlocked(blocked, true, 5_000);
    await lose();
    const denied = await two.visit(blocked);
    expect(denied.status).toBe(403);
    expect(denied.ms).toBeLessThan(500);
    expect((await two.visit(`${net}.9`, '/healthz')).status).toBe(200);
    expect((await two.visit(`${net}.9`)).status).toBe(200);
    await misbehave(two, hostile);
    expect(await isBlocked(two, hostile)).toBe(true);
    await addRule(late);
    expect(await isBlocked(two, late)).toBe(false);
    expect((await two.visit(visitor, '/api/faqs?page=1')).status).toBe(503);
    expect(await readLog(visitor)).toEqual([]);

    await proxy.restore();
    const soon = { timeout: 15_000, interval: 100 };
    await expect.poll(() => readEventTypes(hostile), soon).toContain('ddos_block');
    await expect.poll(() => isBlocked(two, late), soon).toBe(true);
    await expectBlocked(hostile, true);
    await expectBlocked(blocked, true);
    await expect
      .poll(() => readLog(visitor), soon)
      .toEqual([{ endpoint: '/api/faqs', responseStatus: 503, weight: 1 }]);
  });
});
