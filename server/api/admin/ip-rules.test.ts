import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { blockReason, IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import {
  type AdminRequests,
  expectError,
  expectInvalid,
  listField,
  listPages,
} from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { buildLoggedRequests } from '#tests/support/traffic.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

const it = base.extend({});
it.override('options', {
  environment: { TRUSTED_PROXIES: '192.0.2.10,10.20.0.0/16,2001:db8:1::/48' },
});

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(({ api }) => api.db.deleteFrom('ipSecurityRules').execute());

const INPUT = {
  ip_address: '203.0.113.9',
  rule_type: 'blacklist',
  reason: 'Probes for admin pages',
};

/** The rule without what its preview does not take. */
const { reason: _reason, ...BLOCK } = INPUT;

function add(admin: AdminRequests, changes: Record<string, unknown> = {}) {
  return admin.post('ip-rules', { ...INPUT, ...changes });
}

describe('POST ip-rules', () => {
  it('adds a rule, names who made it, and removes it once', async ({ admin }) => {
    const { status, body } = await add(admin, { expires_at: '2099-01-01T12:00:00+03:00' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...INPUT,
      created_at: expect.any(String),
      expires_at: '2099-01-01T09:00:00.000Z',
      is_expired: false,
      created_by_username: expect.stringMatching(/^selin-/),
      is_automatic: false,
    });
    expect((await admin.get('ip-rules')).body).toEqual({ items: [body], next_cursor: null });
    const remove = (id: string) => admin.remove(`ip-rules/${id}`);
    expect(await remove(body.id)).toEqual({ status: 200, body: { success: true } });
    for (const id of [body.id, '1', 'x', '00000000-0000-0000-0000-00000000000g']) {
      expect((await remove(id)).status, id).toBe(404);
    }
    expect(await listField(admin, 'ip-rules')).toEqual([]);
  });

  it.for([
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['203.0.0.0/16', '203.0.0.0/16'],
    ['2001:db9::/32', '2001:db9::/32'],
  ] as const)('writes %j as %s', async ([given, canonical], { admin }) => {
    const { status, body } = await add(admin, { ip_address: given });
    expect([status, body.ip_address]).toEqual([201, canonical]);
    const [row] = (await admin.get('ip-rules')).body.items;
    expect(row.ip_address).toBe(canonical);
    expect((await add(admin, { ip_address: canonical })).status).toBe(409);
  });

  it.for([
    ['10.0.0.0/15', IP_RULE_MESSAGES.tooWide],
    ['2001:db8::/31', IP_RULE_MESSAGES.tooWide],
    ['::ffff:203.0.113.9/111', IP_RULE_MESSAGES.tooWide],
    ['127.0.0.1', IP_RULE_MESSAGES.loopback],
    ['::1', IP_RULE_MESSAGES.loopback],
    ['::ffff:127.0.0.1', IP_RULE_MESSAGES.loopback],
    ['::/64', IP_RULE_MESSAGES.loopback],
    ['192.0.2.10', IP_RULE_MESSAGES.proxy],
    ['192.0.2.0/24', IP_RULE_MESSAGES.proxy],
    ['2001:db8:1:2::3', IP_RULE_MESSAGES.proxy],
    // Without a socket a test's own address is this one.
    ['0.0.0.0', IP_RULE_MESSAGES.ownAddress],
  ] as const)('rejects to blacklist %s', async ([given, message], { admin }) => {
    expectInvalid(await add(admin, { ip_address: given }), { ip_address: message });
    expect((await admin.get('ip-rules')).body.items).toEqual([]);
    expect((await add(admin, { ip_address: given, rule_type: 'whitelist' })).status).toBe(201);
  });

  it.for([
    [{ ip_address: '' }, { ip_address: IP_RULE_MESSAGES.address }],
    [{ ip_address: '203.0.113' }, { ip_address: IP_RULE_MESSAGES.address }],
    [{ rule_type: 'blocklist' }, { rule_type: IP_RULE_MESSAGES.type }],
    [{ rule_type: undefined }, { rule_type: IP_RULE_MESSAGES.type }],
    [{ reason: ' ' }, { reason: IP_RULE_MESSAGES.reason }],
    [{ reason: 'x'.repeat(501) }, { reason: IP_RULE_MESSAGES.reasonTooLong }],
    [{ expires_at: 'tomorrow' }, { expires_at: IP_RULE_MESSAGES.end }],
    [{ expires_at: '2020-01-01T00:00:00Z' }, { expires_at: IP_RULE_MESSAGES.end }],
    [{ created_by: uuidV7() }, { created_by: 'This field is not known' }],
  ] as const)('rejects %j', async ([changes, fields], { admin }) => {
    expectInvalid(await add(admin, changes), fields);
  });

  it('stores one rule of a type for an address, however many come at once', async ({ admin }) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => add(admin)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await add(admin, { rule_type: 'suspicious' })).status).toBe(201);
  });

  it('replaces a rule that has expired', async ({ api, admin }) => {
    const { body } = await add(admin, { expires_at: '2099-01-01T00:00:00Z' });
    expect((await add(admin)).status).toBe(409);
    await api.db.updateTable('ipSecurityRules').set({ expiresAt: '2020-01-01' }).execute();
    expect((await admin.get('ip-rules')).body.items[0].is_expired).toBe(true);
    expect((await add(admin)).status).toBe(201);
    const { items } = (await admin.get('ip-rules')).body;
    expect(items).toHaveLength(1);
    expect(items[0].id).not.toBe(body.id);
  });
});

const NOW = new Date('2026-11-21T12:00:00Z');

type LoggedRequest = Omit<Parameters<typeof buildLoggedRequests>[1][number], 'at'>;

function logRequests({ db }: TestApp, ...requests: (LoggedRequest & { hoursAgo?: number })[]) {
  const rows = requests.map(({ hoursAgo = 1, ...request }) => {
    const at = new Date(NOW.getTime() - hoursAgo * 3_600_000);
    return { ip: '203.0.113.9', ...request, at };
  });
  return buildLoggedRequests(db, rows);
}

function addRule({ db }: TestApp, ipAddress: string, ruleType: IpRuleType, expiresAt?: string) {
  const rule = { ipAddress, ruleType, expiresAt: expiresAt ?? null };
  return insertRows(db, 'ipSecurityRules', { id: uuidV7(), ...rule });
}

describe('POST ip-rules/preview', () => {
  it.beforeEach(async ({ api }) => {
    api.clock.now = NOW;
    await api.db.deleteFrom('ddosRequestLogs').execute();
    await updateRows(api.db, 'adminSessions', {}, { ipAddress: null, ...ENDLESS_SESSION });
  });
  it.afterEach(({ api }) => api.clock.release());

  async function preview(admin: AdminRequests, address: string, type: IpRuleType = 'blacklist') {
    const rule = { ip_address: address, rule_type: type };
    const { status, body } = await admin.post('ip-rules/preview', rule);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  }

  it('sums what the rule would have stopped in the last seven days', async ({ api, admin }) => {
    await logRequests(
      api,
      { weight: 5 },
      { hoursAgo: 7 * 24 - 0.001, weight: 7 },
      { hoursAgo: 7 * 24 + 0.001, weight: 1_000 },
      { hoursAgo: -1, weight: 1_000 },
      { ip: '203.0.113.10', status: 429, weight: 2 },
      { ip: '203.0.113.10', status: 403 },
      { ip: '203.0.114.9', weight: 1_000 },
      { ip: '2001:db8:2::1', weight: 1_000 },
    );
    expect(await preview(admin, '203.0.113.77/24')).toEqual({
      ip_address: '203.0.113.0/24',
      rule_type: 'blacklist',
      since: '2026-11-14T12:00:00.000Z',
      until: NOW.toISOString(),
      requests: 15,
      addresses: 2,
      refused: 3,
      enquiries: 0,
      administrator_sign_ins: 0,
      over_limit: null,
      is_estimate: true,
    });
    expect(await preview(admin, '203.0.113.10')).toMatchObject({ requests: 3, addresses: 1 });
    const wide = { requests: 1_000, addresses: 1 };
    expect(await preview(admin, '2001:db8:2::/48')).toMatchObject(wide);
  });

  it('counts accepted enquiries, whichever way they came, and sign-ins', async ({ api, admin }) => {
    await logRequests(
      api,
      { endpoint: '/api/submit-order', status: 201 },
      { endpoint: '/api/contact-messages', status: 201 },
      { endpoint: '/order', status: 303 },
      { endpoint: '/contact', status: 303 },
      { endpoint: '/api/submit-order', status: 400 },
      { endpoint: '/order', status: 200 },
      { endpoint: '/api/order-attachments', status: 201 },
      { endpoint: '/blog', status: 303 },
    );
    for (const [ipAddress, createdAt] of [
      ['203.0.113.9', '2026-11-20T00:00:00Z'],
      ['203.0.113.10', '2026-11-15T00:00:00Z'],
      ['203.0.113.9', '2026-11-14T00:00:00Z'],
      ['198.51.100.1', '2026-11-20T00:00:00Z'],
    ] as const) {
      await signInForTest(api.db, undefined, { ipAddress, createdAt, lastUsedAt: createdAt });
    }
    const counts = { requests: 8, enquiries: 4, administrator_sign_ins: 1, is_estimate: false };
    expect(await preview(admin, '203.0.113.9')).toMatchObject(counts);
    expect((await preview(admin, '203.0.113.0/24')).administrator_sign_ins).toBe(2);
  });

  it('counts what the limit of a suspicious address would have denied', async ({ api, admin }) => {
    const minute = (index: number) => ({ hoursAgo: 1 + index / 60 });
    await logRequests(
      api,
      // 20 at once and 2 a second are 140 in a minute.
      { ...minute(0), weight: 100 },
      { ...minute(0), weight: 45 },
      { ...minute(1), weight: 140 },
      // A image is a tenth of a request.
      { ...minute(2), weight: 1_000, endpoint: '/share.png' },
      { ...minute(3), weight: 1_411, endpoint: '/media/a.svg' },
      { ...minute(4), weight: 150, ip: '203.0.113.10' },
      { ...minute(5), weight: 200, ip: '203.0.113.11' },
      // A /64 range is counted as one.
      { ...minute(6), weight: 100, ip: '2001:db8:2::1' },
      { ...minute(6), weight: 100, ip: '2001:db8:2::2' },
    );
    await addRule(api, '203.0.113.11', 'whitelist');
    const overLimit = async (range: string) =>
      (await preview(admin, range, 'suspicious')).over_limit;
    expect(await overLimit('203.0.113.9')).toBe(5 + 2);
    expect(await overLimit('203.0.113.0/24')).toBe(5 + 2 + 10);
    expect(await overLimit('2001:db8:2::/64')).toBe(60);
    expect(await overLimit('203.0.113.12')).toBe(0);
  });

  it('leaves to more specific rules what they decide', async ({ api, admin }) => {
    await logRequests(
      api,
      { ip: '203.0.113.1', weight: 2 },
      { ip: '203.0.113.2', weight: 3 },
      { ip: '203.0.113.3', weight: 4 },
      { ip: '203.0.113.4', weight: 5 },
    );
    await addRule(api, '203.0.113.1', 'whitelist');
    await addRule(api, '203.0.113.2', 'suspicious');
    await addRule(api, '203.0.113.3', 'whitelist', '2026-11-21T11:59:59Z');
    await addRule(api, '203.0.0.0/16', 'whitelist');
    expect(await preview(admin, '203.0.113.0/24')).toMatchObject({ requests: 9, addresses: 2 });
    // Of two rules for the same address the allowing one wins.
    expect((await preview(admin, '203.0.113.1')).requests).toBe(0);
    expect((await preview(admin, '203.0.113.2')).requests).toBe(3);
    expect((await preview(admin, '203.0.113.2', 'whitelist')).requests).toBe(3);
  });

  it('knows that this machine and proxies stay free of every rule', async ({ api, admin }) => {
    await logRequests(api, { ip: '127.0.0.1' }, { ip: '192.0.2.10' }, { ip: '192.0.2.11' });
    expect(await preview(admin, '192.0.2.0/24', 'suspicious')).toMatchObject({ requests: 1 });
    expect(await preview(admin, '127.0.0.1', 'suspicious')).toMatchObject({ requests: 0 });
  });

  it('rejects what is no rule, or takes too long to count', async ({ api, admin }) => {
    const body = { ...BLOCK, rule_type: 'x', reason: 'x' };
    const fields = { rule_type: IP_RULE_MESSAGES.type, reason: 'This field is not known' };
    expectInvalid(await admin.post('ip-rules/preview', body), fields);
    const loopback = await admin.post('ip-rules/preview', { ...BLOCK, ip_address: '127.0.0.1' });
    expectInvalid(loopback, { ip_address: IP_RULE_MESSAGES.loopback });
    await api.db.transaction().execute(async (tx) => {
      await sql`lock table ddos_request_logs in access exclusive mode`.execute(tx);
      const response = await admin.post('ip-rules/preview', BLOCK);
      expectError(response, 503, IP_RULE_MESSAGES.previewTooLarge);
    });
    expect((await preview(admin, '203.0.113.9')).requests).toBe(0);
  });
});

describe('GET ip-rules', () => {
  it('marks the rules that the traffic guard made', async ({ api, admin }) => {
    const guarded = { reason: blockReason(83), expiresAt: '2099-01-01' };
    for (const [index, changes] of [
      {},
      { createdBy: admin.adminUserId },
      { reason: 'Scans' },
      { expiresAt: null },
    ].entries()) {
      const rule = { ...guarded, ipAddress: `203.0.113.${index}`, ...changes };
      const id = uuidV7();
      await insertRows(api.db, 'ipSecurityRules', { id, ruleType: 'blacklist', ...rule });
    }
    const marks = await listField(admin, 'ip-rules', 'is_automatic');
    expect(marks).toEqual([false, false, false, true]);
  });

  it.for([
    ['infinity', null, false],
    ['294000-01-01', null, false],
    ['-infinity', '1970-01-01T00:00:00.000Z', true],
  ] as const)('takes an end at %s', async ([end, expiresAt, isExpired], { api, admin }) => {
    await add(admin);
    await sql`update ip_security_rules set expires_at = ${end}::timestamptz`.execute(api.db);
    const { items } = (await admin.get('ip-rules')).body;
    expect(items).toMatchObject([{ expires_at: expiresAt, is_expired: isExpired }]);
    expect((await add(admin)).status).toBe(isExpired ? 201 : 409);
  });

  it('goes on where a page ended, newest first', async ({ admin }) => {
    for (let index = 0; index < 5; index += 1)
      await add(admin, { ip_address: `203.0.113.${index}` });
    const rules = await listPages(admin, 'ip-rules?limit=3');
    expect(rules.map((rule) => rule.ip_address)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `203.0.113.${index}`),
    );
    expect((await admin.get('ip-rules?cursor=x')).status).toBe(400);
  });
});
