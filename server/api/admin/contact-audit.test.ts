import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ContactMessageAudit } from '#server/db/types.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { type AdminRequests, listField, listPages } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { buildMessage, emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';

const NOW = new Date('2026-11-21T21:30:00.000Z');
const HOUR = 3_600_000;

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.now = NOW;
  await api.db.deleteFrom('adminUsers').execute();
  await api.db.deleteFrom('contactMessages').execute();
  await emptyAudit(api.db);
});

type Entry = Partial<Insertable<ContactMessageAudit>> & { age?: number };

async function buildEntries(api: TestApp, admin: AdminRequests, entries: Entry[]): Promise<void> {
  await api.db
    .insertInto('contactMessageAudit')
    .values(
      entries.map(({ age = 0, ...entry }) => ({
        createdAt: new Date(NOW.getTime() - age),
        action: 'view' as const,
        hash: randomBytes(32),
        adminUserId: admin.adminUserId,
        ipAddress: '203.0.113.9',
        userAgent: 'Firefox on Linux',
        accessedFields: ['name'],
        ...entry,
      })),
    )
    .execute();
}

const listQueries = (admin: AdminRequests, query: string) =>
  listField(admin, `contact-audit?${query}`, 'search_query');

describe('GET contact-audit', () => {
  it('answers the columns of the table and the name of the administrator', async ({
    api,
    admin,
  }) => {
    const messageId = uuidV7();
    const orderId = uuidV7();
    await buildEntries(api, admin, [
      { messageId, accessedFields: ['name', 'email'], age: 2 },
      { orderId, adminUserId: null, ipAddress: null, userAgent: null, action: 'export', age: 1 },
    ]);
    const { body } = await admin.get('contact-audit');
    expect(body).toEqual({
      items: [
        {
          id: expect.any(String),
          created_at: '2026-11-21T21:29:59.999Z',
          action: 'export',
          message_id: null,
          order_id: orderId,
          admin_user_id: null,
          admin_username: null,
          ip_address: null,
          user_agent: null,
          accessed_fields: ['name'],
          search_query: null,
          is_search_removed: false,
        },
        {
          id: expect.any(String),
          created_at: '2026-11-21T21:29:59.998Z',
          action: 'view',
          message_id: messageId,
          order_id: null,
          admin_user_id: admin.adminUserId,
          admin_username: expect.stringMatching(/^selin-/),
          ip_address: '203.0.113.9',
          user_agent: 'Firefox on Linux',
          accessed_fields: ['name', 'email'],
          search_query: null,
          is_search_removed: false,
        },
      ],
      next_cursor: null,
    });
  });

  it('takes the range up to its last millisecond, the last 24 hours where none is named', async ({
    api,
    admin,
  }) => {
    const ages = [HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];
    await buildEntries(
      api,
      admin,
      ages.flatMap((age) => [
        { age, searchQuery: `${age}` },
        { age: age + 1, searchQuery: `${age + 1}` },
      ]),
    );
    expect(await listQueries(admin, 'range=1h')).toEqual([`${HOUR}`]);
    expect(await listQueries(admin, '')).toHaveLength(3);
    expect(await listQueries(admin, 'range=24h')).toHaveLength(3);
    expect(await listQueries(admin, 'range=7d')).toHaveLength(5);
    expect(await listQueries(admin, 'range=30d')).toHaveLength(7);
    expect(await listQueries(admin, 'range=all')).toHaveLength(8);
  });

  it('narrows to an action', async ({ api, admin }) => {
    await buildEntries(api, admin, [
      { action: 'bulk_view', searchQuery: 'bulk' },
      { action: 'view', searchQuery: 'one' },
    ]);
    expect(await listQueries(admin, 'action=view')).toEqual(['one']);
    expect(await listQueries(admin, 'action=all')).toHaveLength(2);
    expect(await listQueries(admin, 'action=export')).toEqual([]);
  });

  it('searches action and user agent without regard to case, the address by a part, nothing else', async ({
    api,
    admin,
  }) => {
    await buildEntries(api, admin, [
      { action: 'bulk_view', searchQuery: 'a', userAgent: 'curl/8', ipAddress: '198.51.100.77' },
      { action: 'update', searchQuery: 'firefox', accessedFields: ['firefox'], userAgent: null },
      { action: 'export', searchQuery: 'c', userAgent: '100%_Sure\\', ipAddress: '2001:db8::5' },
    ]);
    expect(await listQueries(admin, 'search=BULK')).toEqual(['a']);
    expect(await listQueries(admin, 'search=Bulk%20View')).toEqual(['a']);
    expect(await listQueries(admin, 'search=CURL')).toEqual(['a']);
    expect(await listQueries(admin, 'search=51.100')).toEqual(['a']);
    expect(await listQueries(admin, 'search=DB8')).toEqual(['c']);
    expect(await listQueries(admin, 'search=firefox')).toEqual([]);
    expect(await listQueries(admin, `search=${encodeURIComponent('%_')}`)).toEqual(['c']);
    expect(await listQueries(admin, `search=${encodeURIComponent('\\')}`)).toEqual(['c']);
    expect(await listQueries(admin, `search=${encodeURIComponent('%')}`)).toEqual(['c']);
    expect(await listQueries(admin, 'search=/32')).toEqual([]);
  });

  it('pages by 100 without losing an entry of the same instant', async ({ api, admin }) => {
    await buildEntries(
      api,
      admin,
      Array.from({ length: 250 }, (_, index) => ({
        age: Math.floor((250 - index) / 60),
        searchQuery: String(index),
      })),
    );
    expect((await admin.get('contact-audit?range=all')).body.items).toHaveLength(100);
    const found = await listPages(admin, 'contact-audit');
    expect(found.map((entry) => entry.search_query)).toEqual(
      Array.from({ length: 250 }, (_, index) => String(249 - index)),
    );
  });

  it.for([
    ['action=delete', 'action'],
    ['range=2h', 'range'],
    ['cursor=x', 'cursor'],
    ['limit=101', 'limit'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
  ] as const)('refuses %s', async ([query, field], { admin }) => {
    const { status, body } = await admin.get(`contact-audit?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });

  it('rejects a forged cursor', async ({ admin }) => {
    const forged = Buffer.from(JSON.stringify(['not a date', uuidV7()])).toString('base64url');
    expect((await admin.get(`contact-audit?cursor=${forged}`)).status).toBe(400);
  });
});

describe('GET contact-audit/stats', () => {
  it('counts every entry of the range', async ({ api, admin }) => {
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
  });

  it('refuses a range that does not exist', async ({ admin }) => {
    expect((await admin.get('contact-audit/stats?range=1y')).status).toBe(400);
  });
});

describe('GET contact-audit/export.csv', () => {
  async function download(admin: AdminRequests, query = '') {
    const response = await admin.raw('GET', `contact-audit/export.csv?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, lines: bytes.toString('utf8').split('\r\n') };
  }

  it('holds every entry of the filter, behind a byte order mark', async ({ api, admin }) => {
    await buildEntries(
      api,
      admin,
      Array.from({ length: 4_500 }, (_, index) => ({
        age: index,
        action: index < 4_321 ? ('update' as const) : ('view' as const),
      })),
    );
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

  it('is itself an entry, also when nothing was found', async ({ api, admin }) => {
    const { lines } = await download(admin, 'search=nothing-like-it&range=all');
    expect(lines).toHaveLength(2);
    const entries = await api.db.selectFrom('contactMessageAudit').selectAll().execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'export',
      adminUserId: admin.adminUserId,
      searchQuery: 'nothing-like-it',
      messageId: null,
    });
  });

  it('rejects what the list rejects, and logs nothing then', async ({ api, admin }) => {
    for (const query of ['range=2h', 'action=x', 'time_zone=Nowhere', 'search=%00']) {
      expect((await download(admin, query)).response.status).toBe(400);
    }
    expect(await api.db.selectFrom('contactMessageAudit').selectAll().execute()).toEqual([]);
  });
});

it.for(['POST', 'PUT', 'PATCH', 'DELETE'])('has no %s', async (method, { admin }) => {
  expect([404, 405]).toContain((await admin.raw(method, 'contact-audit')).status);
});

describe('GET contact-audit/verification', () => {
  it('says that the chain holds, and names the first entry that does not fit', async ({
    api,
    admin,
  }) => {
    for (const list of ['orders', 'messages', 'orders']) await admin.get(list);
    const both = await Promise.all([1, 2].map(() => admin.get('contact-audit/verification')));
    for (const { status, body } of both) {
      expect([status, body]).toEqual([
        200,
        {
          is_intact: true,
          entries: 3,
          removed_searches: 0,
          broken_at: null,
          reason: null,
          checked_at: NOW.toISOString(),
        },
      ]);
    }
    await buildEntries(api, admin, [{}]);
    const { sequence } = await api.db
      .selectFrom('contactMessageAudit')
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .executeTakeFirstOrThrow();
    expect((await admin.get('contact-audit/verification')).body).toEqual({
      is_intact: false,
      entries: null,
      removed_searches: null,
      broken_at: sequence,
      reason: expect.any(String),
      checked_at: NOW.toISOString(),
    });
  });
});
