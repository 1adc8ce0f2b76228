import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { IP_RULE_MESSAGES } from '#shared/ip-rules.ts';
import {
  type AdminRequests,
  HOSTILE_VALUES,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let site: TestApp;
let admin: AdminRequests;

beforeAll(async () => {
  site = await createTestApp({
    environment: { TRUSTED_PROXIES: '192.0.2.10,10.20.0.0/16,2001:db8:1::/48' },
  });
  admin = await signedInRequests(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.deleteFrom('ipSecurityRules').execute();
});

const INPUT = {
  ip_address: '203.0.113.9',
  rule_type: 'blacklist',
  reason: 'Probes for admin pages',
};

function add(changes: Record<string, unknown> = {}) {
  return admin.post('ip-rules', { ...INPUT, ...changes });
}

describe('POST ip-rules', () => {
  it('adds a rule and names who made it', async () => {
    const { status, body } = await add({ expires_at: '2099-01-01T12:00:00+03:00' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...INPUT,
      created_at: expect.any(String),
      expires_at: '2099-01-01T09:00:00.000Z',
      is_expired: false,
      created_by_username: expect.stringMatching(/^selin-/),
    });
    expect((await admin.get('ip-rules')).body).toEqual({ items: [body], next_cursor: null });
  });

  it.each([
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9/32', '203.0.113.9'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.255/25', '203.0.113.128/25'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:ffff:ffff::1/33', '2001:db8:8000::/33'],
    ['2001:db8:2::/128', '2001:db8:2::'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['203.0.0.0/16', '203.0.0.0/16'],
    ['2001:db9::/32', '2001:db9::/32'],
  ])('writes %j as %s', async (given, canonical) => {
    const { status, body } = await add({ ip_address: given });
    expect([status, body.ip_address]).toEqual([201, canonical]);
    const [row] = (await admin.get('ip-rules')).body.items;
    expect(row.ip_address).toBe(canonical);
    expect((await add({ ip_address: canonical })).status).toBe(409);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.9/33',
    '203.0.113.9/-1',
    '203.0.113.9/24/24',
    '203.0.113.9/',
    '203.0.113.9/024',
    '0203.0.113.9',
    '0xcb.0.113.9',
    '3405803785',
    'fe80::1%eth0',
    '::ffff:203.0.113.9/95',
    '1::2::3',
    '2001:db8::/129',
    'example.com',
    '203.0.113.9, 203.0.113.10',
  ])('refuses the address %j', async (given) => {
    const { status, body } = await add({ ip_address: given });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({ ip_address: IP_RULE_MESSAGES.address });
  });

  it.each([
    ['10.0.0.0/15', IP_RULE_MESSAGES.tooWide],
    ['0.0.0.0/0', IP_RULE_MESSAGES.tooWide],
    ['2001:db8::/31', IP_RULE_MESSAGES.tooWide],
    ['::ffff:203.0.113.9/111', IP_RULE_MESSAGES.tooWide],
    ['127.0.0.1', IP_RULE_MESSAGES.loopback],
    ['127.0.0.0/16', IP_RULE_MESSAGES.loopback],
    ['::1', IP_RULE_MESSAGES.loopback],
    ['::ffff:127.0.0.1', IP_RULE_MESSAGES.loopback],
    ['::/64', IP_RULE_MESSAGES.loopback],
    ['192.0.2.10', IP_RULE_MESSAGES.proxy],
    ['192.0.2.0/24', IP_RULE_MESSAGES.proxy],
    ['10.20.3.4', IP_RULE_MESSAGES.proxy],
    ['2001:db8:1:2::3', IP_RULE_MESSAGES.proxy],
    // Without a socket a test's own address is this one.
    ['0.0.0.0', IP_RULE_MESSAGES.ownAddress],
    ['0.0.0.0/24', IP_RULE_MESSAGES.ownAddress],
  ])('refuses to blacklist %s, and nothing is stored', async (given, message) => {
    const { status, body } = await add({ ip_address: given });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({ ip_address: message });
    expect((await admin.get('ip-rules')).body.items).toEqual([]);
    expect((await add({ ip_address: given, rule_type: 'whitelist' })).status).toBe(201);
  });

  it.each([
    [{ rule_type: 'blocklist' }, { rule_type: IP_RULE_MESSAGES.type }],
    [{ rule_type: undefined }, { rule_type: IP_RULE_MESSAGES.type }],
    [{ reason: ' ' }, { reason: IP_RULE_MESSAGES.reason }],
    [{ reason: 'x'.repeat(501) }, { reason: IP_RULE_MESSAGES.reasonTooLong }],
    [{ expires_at: 'tomorrow' }, { expires_at: IP_RULE_MESSAGES.end }],
    [{ expires_at: '2020-01-01T00:00:00Z' }, { expires_at: IP_RULE_MESSAGES.end }],
    [{ created_by: uuidV7() }, { created_by: 'This field is not known' }],
  ])('refuses %j', async (changes, fields) => {
    const { status, body } = await add(changes);
    expect(status).toBe(400);
    expect(body.error.fields).toEqual(fields);
  });

  it('takes one rule of a type for an address, however many are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    expect((await add({ rule_type: 'suspicious' })).status).toBe(201);
  });

  it('replaces a rule that has expired', async () => {
    const { body } = await add({ expires_at: '2099-01-01T00:00:00Z' });
    expect((await add()).status).toBe(409);
    await site.db.updateTable('ipSecurityRules').set({ expiresAt: '2020-01-01' }).execute();
    expect((await admin.get('ip-rules')).body.items[0].is_expired).toBe(true);
    expect((await add()).status).toBe(201);
    const { items } = (await admin.get('ip-rules')).body;
    expect(items).toHaveLength(1);
    expect(items[0].id).not.toBe(body.id);
  });

  it('answers hostile values without failing', async () => {
    for (const hostile of HOSTILE_VALUES) {
      for (const field of ['ip_address', 'rule_type', 'reason', 'expires_at', 'toString']) {
        const { status } = await add({ [field]: hostile });
        expect([201, 400, 409, 413]).toContain(status);
      }
      expect((await admin.post('ip-rules', hostile)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('GET ip-rules', () => {
  it('goes on where a page ended, newest first', async () => {
    for (let index = 0; index < 5; index += 1) await add({ ip_address: `203.0.113.${index}` });
    const first = (await admin.get('ip-rules?limit=3')).body;
    const second = (await admin.get(`ip-rules?limit=3&cursor=${first.next_cursor}`)).body;
    const addresses = [...first.items, ...second.items].map((rule) => rule.ip_address);
    expect(addresses).toEqual([4, 3, 2, 1, 0].map((index) => `203.0.113.${index}`));
    expect(second.next_cursor).toBeNull();
  });

  it('refuses a cursor that no page has named', async () => {
    const forged = Buffer.from(JSON.stringify(['yesterday', uuidV7()])).toString('base64url');
    for (const cursor of ['x', forged]) {
      expect((await admin.get(`ip-rules?cursor=${cursor}`)).status).toBe(400);
    }
  });
});

describe('DELETE ip-rules/{id}', () => {
  it('removes a rule once', async () => {
    const { body } = await add();
    expect(await admin.remove(`ip-rules/${body.id}`)).toEqual({
      status: 200,
      body: { success: true },
    });
    expect((await admin.remove(`ip-rules/${body.id}`)).status).toBe(404);
    expect((await admin.get('ip-rules')).body.items).toEqual([]);
  });

  it.each(['1', 'x', '00000000-0000-0000-0000-00000000000g'])('has no rule %s', async (id) => {
    expect((await admin.remove(`ip-rules/${id}`)).status).toBe(404);
  });
});
