import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { formatCursor } from '#server/db/keyset.ts';
import type { ContactMessageAudit } from '#server/db/types.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { type AdminRequests, listField, listPages } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { buildMessage, emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';

const NOW = new Date('2026-11-21T21:30:00.000Z');
const HOUR = 3_600_000;

const it = base.extend({});
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.now = NOW;
  await api.db.deleteFrom('adminUsers').execute();
  await api.db.deleteFrom('contactMessages').execute();
  await emptyAudit(api.db);
});

type Entry = Partial<Insertable<ContactMessageAudit>> & { age?: number };

async function buildEntries(api: TestApp, admin: AdminRequests, entries: Entry[]): Promise<void> {
  const rows = entries.map(({ age = 0, ...entry }) => ({
    createdAt: new Date(NOW.getTime() - age),
    action: 'view' as const,
    hash: randomBytes(32),
    adminUserId: admin.adminUserId,
    ipAddress: '203.0.113.9',
    userAgent: 'Firefox on Linux',
    accessedFields: ['name'],
    ...entry,
  }));
  await insertRows(api.db, 'contactMessageAudit', rows);
}

const listQueries = (admin: AdminRequests, query: string) =>
  listField(admin, `contact-audit?${query}`, 'search_query');

describe('GET contact-audit', () => {
  it("returns the columns of the table and the administrator's name", async ({ api, admin }) => {
    const messageId = uuidV7();
    const orderId = uuidV7();
    await buildEntries(api, admin, [
      { messageId, accessedFields: ['name', 'email'], age: 2 },
      { orderId, adminUserId: null, ipAddress: null, userAgent: null, action: 'export', age: 1 },
    ]);
    const none = { user_agent: null, search_query: null, is_search_removed: false };
    const exported = {
      ...none,
      id: expect.any(String),
      created_at: '2026-11-21T21:29:59.999Z',
      action: 'export',
      message_id: null,
      order_id: orderId,
      admin_user_id: null,
      admin_username: null,
      ip_address: null,
      accessed_fields: ['name'],
    };
    const viewed = {
      ...exported,
      created_at: '2026-11-21T21:29:59.998Z',
      action: 'view',
      message_id: messageId,
      order_id: null,
      admin_user_id: admin.adminUserId,
      admin_username: admin.username,
      ip_address: '203.0.113.9',
      user_agent: 'Firefox on Linux',
      accessed_fields: ['name', 'email'],
    };
    const { body } = await admin.get('contact-audit');
    expect(body).toEqual({ items: [exported, viewed], next_cursor: null });
  });

  it('includes the last millisecond of the range, 24 hours by default', async ({ api, admin }) => {
    const last = [1, 24, 7 * 24, 30 * 24].map((hours) => hours * HOUR);
    const ages = last.flatMap((age) => [age, age + 1]);
    const entries = ages.map((age) => ({ age, searchQuery: `${age}` }));
    await buildEntries(api, admin, entries);
    expect(await listQueries(admin, 'range=1h')).toEqual([`${HOUR}`]);
    expect(await listQueries(admin, '')).toHaveLength(3);
    expect(await listQueries(admin, 'range=24h')).toHaveLength(3);
    expect(await listQueries(admin, 'range=7d')).toHaveLength(5);
    expect(await listQueries(admin, 'range=30d')).toHaveLength(7);
    expect(await listQueries(admin, 'range=all')).toHaveLength(8);
  });

  it('searches action, user agent and part of the address only', async ({ api, admin }) => {
    await buildEntries(api, admin, [
      { action: 'bulk_view', searchQuery: 'a', userAgent: 'curl/8', ipAddress: '198.51.100.77' },
      { action: 'update', searchQuery: 'firefox', accessedFields: ['firefox'], userAgent: null },
      { action: 'export', searchQuery: 'c', userAgent: '100%_Sure\\', ipAddress: '2001:db8::5' },
    ]);
    const found = { a: ['BULK', 'Bulk View', 'CURL', '51.100'], c: ['DB8', '%_', '\\', '%'] };
    for (const [query, searches] of Object.entries({ ...found, '': ['firefox', '/32'] })) {
      for (const search of searches) {
        const queries = await listQueries(admin, `search=${encodeURIComponent(search)}`);
        expect(queries.join(), search).toBe(query);
      }
    }
  });

  it('pages by 100 without losing an entry of the same instant', async ({ api, admin }) => {
    const entries = Array.from({ length: 250 }, (_, index) => {
      return { age: Math.floor((250 - index) / 60), searchQuery: String(index) };
    });
    await buildEntries(api, admin, entries);
    expect((await admin.get('contact-audit?range=all')).body.items).toHaveLength(100);
    const found = (await listPages(admin, 'contact-audit')).map((entry) => entry.search_query);
    expect(found).toEqual(entries.map(({ searchQuery }) => searchQuery).toReversed());
  });

  it.for([
    ['action=delete', 'action'],
    ['range=2h', 'range'],
    ['cursor=x', 'cursor'],
    [`cursor=${formatCursor({ value: 'not a date', id: uuidV7() })}`, 'cursor'],
    ['limit=101', 'limit'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
  ] as const)('refuses %s', async ([query, field], { admin }) => {
    const { status, body } = await admin.get(`contact-audit?${query}`);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
  });
});

it('counts every entry of the range for the statistics', async ({ api, admin }) => {
  const other = uuidV7();
  await buildEntries(api, admin, [
    { age: 10, accessedFields: ['message'] },
    { age: HOUR, accessedFields: ['email', 'message'], adminUserId: other },
    { age: HOUR + 1, accessedFields: ['name'], adminUserId: other },
    { age: 2 * HOUR, accessedFields: ['emails'], adminUserId: null },
    { age: 25 * HOUR, accessedFields: ['email'], adminUserId: uuidV7() },
    ...Array.from({ length: 150 }, () => ({ age: 3 * HOUR })),
  ]);
  for (const age of [0, 24 * HOUR, 24 * HOUR + 1]) {
    await buildMessage(api.db, { createdAt: new Date(NOW.getTime() - age) });
  }
  expect((await admin.get('contact-audit/stats')).body).toEqual({
    total_messages: 2,
    total_accesses: 154,
    unique_accessors: 2,
    sensitive_accesses: 2,
    recent_activity: 2,
  });
  expect((await admin.get('contact-audit/stats?range=all')).body).toEqual({
    total_messages: 3,
    total_accesses: 155,
    unique_accessors: 3,
    sensitive_accesses: 3,
    recent_activity: 2,
  });
  expect((await admin.get('contact-audit/stats?range=1y')).status).toBe(400);
});

describe('GET contact-audit/export.csv', () => {
  async function download(admin: AdminRequests, query = '') {
    const response = await admin.raw('GET', `contact-audit/export.csv?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, lines: bytes.toString('utf8').split('\r\n') };
  }

  it('holds every entry of the filter, behind a byte order mark', async ({ api, admin }) => {
    const entries = Array.from({ length: 4_500 }, (_, age): Entry => {
      return { age, action: age < 4_321 ? 'update' : 'view' };
    });
    await buildEntries(api, admin, entries);
    const { response, bytes, lines } = await download(admin, 'action=update');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    // 21:30 in UTC is the next day in Istanbul already.
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="contact_audit_2026-11-22.csv"; filename*=UTF-8\'\'contact_audit_2026-11-22.csv',
    );
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(lines[0]).toBe(
      '\ufeff"Timestamp";"Action";"Message ID";"Admin ID";"IP Address";"Fields Accessed";"Search Query"',
    );
    expect(lines.slice(1, -1)).toHaveLength(4_321);
    expect(lines.at(-1)).toBe('');
    const times = lines.slice(1, -1).map((line) => line.split(';')[0]);
    expect(new Set(times).size).toBe(4_321);
    expect(times).toEqual(times.toSorted((one = '', two = '') => two.localeCompare(one)));
  });

  it('writes full ids, joins fields, and makes formulas harmless', async ({ api, admin }) => {
    const messageId = uuidV7();
    const orderId = uuidV7();
    await buildEntries(api, admin, [
      {
        messageId,
        accessedFields: ['name', 'email'],
        searchQuery: '=HYPERLINK("https://example.com")',
      },
      { age: 1, orderId, adminUserId: null, ipAddress: null, searchQuery: 'a "b", c' },
      { age: 2, messageId, searchQuery: '\u200B=1+1' },
      { age: 3, searchDigest: randomBytes(32) },
    ]);
    const { lines } = await download(admin, 'time_zone=UTC');
    expect(lines.slice(1)).toEqual([
      `"2026-11-21T21:30:00.000Z";"view";"${messageId}";"${admin.adminUserId}";"203.0.113.9";"name;email";"'=HYPERLINK(""https://example.com"")"`,
      `"2026-11-21T21:29:59.999Z";"view";"Order ${orderId}";"System";;"name";"a ""b"", c"`,
      `"2026-11-21T21:29:59.998Z";"view";"${messageId}";"${admin.adminUserId}";"203.0.113.9";"name";"\u200B'=1+1"`,
      `"2026-11-21T21:29:59.997Z";"view";;"${admin.adminUserId}";"203.0.113.9";"name";"Removed after 365 days, or on request"`,
      '',
    ]);
  });

  it('is itself an entry, also of nothing found, but not if rejected', async ({ api, admin }) => {
    for (const query of ['range=2h', 'action=x', 'time_zone=Nowhere', 'search=%00']) {
      expect((await download(admin, query)).response.status).toBe(400);
    }
    const { lines } = await download(admin, 'search=nothing-like-it&range=all');
    expect(lines).toHaveLength(2);
    const { adminUserId } = admin;
    const searchQuery = 'nothing-like-it';
    const entry = { action: 'export', adminUserId, searchQuery, messageId: null };
    expect(await readRows(api.db, 'contactMessageAudit', '*')).toMatchObject([entry]);
  });
});

it('confirms an intact chain, and names the first broken entry', async ({ api, admin }) => {
  const verify = async () => (await admin.get('contact-audit/verification')).body;
  for (const list of ['orders', 'messages', 'orders']) await admin.get(list);
  const checked = { checked_at: NOW.toISOString(), broken_at: null, reason: null };
  const intact = { is_intact: true, entries: 3, removed_searches: 0, ...checked };
  expect(await Promise.all([verify(), verify()])).toEqual([intact, intact]);
  await buildEntries(api, admin, [{}]);
  const broken = { broken_at: expect.any(Number), reason: expect.any(String) };
  const unknown = { is_intact: false, entries: null, removed_searches: null };
  expect(await verify()).toEqual({ ...checked, ...unknown, ...broken });
});
