import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { formatCursor } from '#server/db/keyset.ts';
import { messageReference } from '#shared/messages/reference.ts';
import {
  buildAttachment,
  buildMessage,
  buildOrder,
  emptyAudit,
  HOSTILE_CURSORS,
  HOSTILE_IDS,
  parseCsv,
  readAudit,
  withoutAudit,
} from '#tests/support/browser/admin-leads.ts';
import {
  type AdminRequests,
  type AdminResponse,
  HOSTILE_VALUES,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('orderAttachments').execute();
  await api.db.deleteFrom('orders').execute();
  await api.db.deleteFrom('contactMessages').execute();
  await emptyAudit(api.db);
});

async function listNames(admin: AdminRequests, query = ''): Promise<string[]> {
  const { status, body } = await admin.get(`orders?${query}`);
  expect(status, query).toBe(200);
  return body.items.map((order: { full_name: string }) => order.full_name);
}

async function count(admin: AdminRequests, query = ''): Promise<number> {
  const { status, body } = await admin.get(`orders/count?${query}`);
  expect(status, query).toBe(200);
  return body.total;
}

const TOTAL_MESSAGE = 'Send how many rows the filter showed';

async function waitForLock(api: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(api.db);
      return rows.length;
    })
    .toBe(1);
}

async function attach(api: TestApp, orderId: string, changes: Record<string, unknown> = {}) {
  const bytes = Buffer.from('%PDF-1.7 plan');
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = { orderId, sizeBytes: bytes.length, sha256, status: 'claimed', ...changes } as const;
  const row = await buildAttachment(api.db, file);
  await api.storage.write(row.path, bytes, 'application/pdf');
  return row;
}

describe('GET orders', () => {
  it('answers rows without their long texts, newest first, and is in the audit', async ({
    api,
    admin,
  }) => {
    await buildOrder(api.db, { fullName: 'Older', createdAt: '2026-11-01T10:00:00Z' });
    const order = await buildOrder(api.db, {
      fullName: 'Özlem Öztürk',
      company: 'Çetin Lojistik',
      phone: '+90 312 555 01 02',
      notes: 'secret note',
      fileUrls: ['order-attachments/1-a.pdf', 'order-attachments/2-b.pdf'],
      isSuspect: true,
      createdAt: '2026-11-02T10:00:00Z',
    });
    const { status, body } = await admin.get('orders');
    expect(status).toBe(200);
    expect(body.next_cursor).toBeNull();
    expect(body.items).toHaveLength(2);
    expect(body.items[0]).toEqual({
      id: order.id,
      reference: order.reference,
      full_name: 'Özlem Öztürk',
      email: order.email,
      company: 'Çetin Lojistik',
      service_type: 'Business Dashboards',
      estimated_budget: '15k-50k',
      target_timeline: '60-days',
      status: 'new',
      is_suspect: true,
      created_at: '2026-11-02T10:00:00.000Z',
      updated_at: order.updatedAt.toISOString(),
      file_count: 2,
    });
    expect(JSON.stringify(body)).not.toMatch(/open shipments|secret note|555 01 02/);
    expect(await readAudit(api.db)).toEqual([
      {
        action: 'bulk_view',
        accessedFields: ['full_name', 'email', 'company'],
        messageId: null,
        orderId: null,
        searchQuery: null,
        adminUserId: admin.adminUserId,
        userAgent: 'Firefox on Linux',
      },
    ]);
  });

  it.for([
    ['-created_at', ['C', 'A', 'B', 'D']],
    ['created_at', ['D', 'B', 'A', 'C']],
    ['full_name', ['A', 'B', 'C', 'D']],
    ['-full_name', ['D', 'C', 'B', 'A']],
  ] as const)(
    'walks every row once by %s, also where many are equal',
    async ([sort, expected], { api, admin }) => {
      const times = { A: 3, B: 2, C: 4, D: 1 };
      for (const [fullName, hour] of Object.entries(times)) {
        for (let twin = 0; twin < 5; twin += 1) {
          await buildOrder(api.db, {
            fullName: fullName.repeat(2),
            createdAt: `2026-11-0${hour}T10:00:00Z`,
          });
        }
      }
      const seen: { id: string; full_name: string }[] = [];
      let cursor: string | null = null;
      do {
        const place: string = cursor ? `&cursor=${cursor}` : '';
        const { body } = await admin.get(`orders?sort=${sort}&limit=3${place}`);
        seen.push(...body.items);
        cursor = body.next_cursor;
      } while (cursor);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(20);
      expect(seen.map(({ full_name: name }) => name[0])).toEqual(
        expected.flatMap((name) => Array.from({ length: 5 }, () => name)),
      );
    },
  );

  it('answers 50 rows where no limit is asked for, 100 at most', async ({ api, admin }) => {
    for (let index = 0; index < 51; index += 1) await buildOrder(api.db);
    const { body } = await admin.get('orders');
    expect(body.items).toHaveLength(50);
    const rest = await admin.get(`orders?cursor=${body.next_cursor}`);
    expect(rest.body.items).toHaveLength(1);
    expect(rest.body.next_cursor).toBeNull();
    expect((await admin.get('orders?limit=101')).status).toBe(400);
  });

  it('filters by the status, new with pending, and by what is suspect, and counts the same', async ({
    api,
    admin,
  }) => {
    for (const status of ['pending', 'new', 'in-progress', 'completed'] as const) {
      await buildOrder(api.db, { fullName: status, status });
    }
    await buildOrder(api.db, { fullName: 'spam', isSuspect: true });
    const cases: [string, string[]][] = [
      ['status=new', ['spam', 'new', 'pending']],
      ['status=new&suspect=0', ['new', 'pending']],
      ['status=pending', ['pending']],
      ['suspect=1', ['spam']],
      ['suspect=1&status=completed', []],
      ['status=all&suspect=', ['spam', 'completed', 'in-progress', 'new', 'pending']],
      ['status=&search=', ['spam', 'completed', 'in-progress', 'new', 'pending']],
    ];
    for (const [query, names] of cases) {
      expect(await listNames(admin, query), query).toEqual(names);
      expect(await count(admin, query), query).toBe(names.length);
    }
  });

  it('finds in every text, whatever the case and the dots of the i', async ({ api, admin }) => {
    await buildOrder(api.db, {
      fullName: 'IŞIL Yılmaz',
      email: 'Isil@Example.org',
      company: 'Kızılay LİMİTED',
      phone: '+90 312 555',
      serviceType: 'Mapping & Location Apps',
      projectDescription: 'Harita üzerinde şantiyelerin günlük ilerlemesini gösteren bir uygulama.',
    });
    await buildOrder(api.db, { fullName: 'Another' });
    for (const search of [
      'işıl',
      'ISIL',
      'ışıl yılmaz',
      'İŞİL YİLMAZ',
      'isil@example.org',
      'kizilay limited',
      '312 555',
      'mapping & loc',
      'SANTIYE',
      '  işıl  ',
    ]) {
      const query = `search=${encodeURIComponent(search)}`;
      expect(await listNames(admin, query), search).toEqual(['IŞIL Yılmaz']);
      expect(await count(admin, query), search).toBe(1);
    }
    expect((await readAudit(api.db)).at(-2)).toMatchObject({
      action: 'bulk_view',
      searchQuery: 'işıl',
    });
    expect((await readAudit(api.db)).at(-1)).toMatchObject({
      action: 'search',
      accessedFields: [],
      searchQuery: 'işıl',
    });
  });

  it.for([
    ['%', '100% sure'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ['a\\_b', 'a\\_b c'],
    ['%_%', 'x%_%y'],
  ] as const)('takes %s in a search as it is', async ([search, company], { api, admin }) => {
    await buildOrder(api.db, { fullName: 'With', company });
    await buildOrder(api.db, { fullName: 'Without', company: 'axxb' });
    const query = `search=${encodeURIComponent(search)}`;
    expect(await listNames(admin, query)).toEqual(['With']);
    expect(await count(admin, query)).toBe(1);
  });

  it('walks what a search finds, rare or frequent, page by page', async ({ api, admin }) => {
    for (let index = 0; index < 30; index += 1) {
      await buildOrder(api.db, {
        fullName: `N${String(index).padStart(2, '0')}`,
        company: index % 10 === 0 ? 'Rarely Ltd' : 'Often Ltd',
      });
    }
    for (const [search, expected] of [
      ['rarely', 3],
      ['often', 27],
      ['ltd', 30],
    ] as const) {
      for (const sort of ['created_at', '-full_name']) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const place: string = cursor ? `&cursor=${cursor}` : '';
          const { body } = await admin.get(`orders?search=${search}&sort=${sort}&limit=2${place}`);
          seen.push(...body.items.map((row: { full_name: string }) => row.full_name));
          cursor = body.next_cursor;
        } while (cursor);
        const sorted = seen.toSorted();
        expect(seen).toEqual(sort === 'created_at' ? sorted : sorted.toReversed());
        expect(new Set(seen).size).toBe(expected);
      }
    }
  });

  it('finds behind the window that a frequent word is looked for in', async ({ api, admin }) => {
    await buildOrder(api.db, { fullName: 'Oldest', company: 'Zeplin', createdAt: '2020-01-01' });
    await sql`
      insert into orders (
        id, reference, idempotency_key, request_hash, full_name, email, service_type,
        project_description, desired_features, estimated_budget, target_timeline,
        required_languages, terms_version, terms_accepted_at
      ) select
        gen_random_uuid(), 'VT-' || n, gen_random_uuid(), request_hash, 'Filler', email, service_type,
        project_description, desired_features, estimated_budget, target_timeline,
        required_languages, terms_version, terms_accepted_at
      from orders, generate_series(1000, 5099) as n
    `.execute(api.db);
    expect(await count(admin)).toBe(4101);
    expect(await listNames(admin, 'search=zeplin')).toEqual(['Oldest']);
    expect((await listNames(admin, 'search=filler&limit=100')).length).toBe(100);
  });

  it('says so when a search takes longer than a statement may', async ({ api, admin }) => {
    await buildOrder(api.db);
    await sql`
      create function end_statement() returns boolean language plpgsql volatile as $$
      begin raise query_canceled; end $$
    `.execute(api.db);
    await sql`alter table orders rename to real_orders`.execute(api.db);
    await sql`create view orders with (security_barrier) as select * from real_orders where end_statement()`.execute(
      api.db,
    );
    try {
      for (const path of ['orders?search=ab', 'orders/count?search=ab']) {
        const { status, body } = await admin.get(path);
        expect(status).toBe(503);
        expect(body.error.message).toMatch(/^This search takes too long\./);
      }
    } finally {
      await sql`drop view orders`.execute(api.db);
      await sql`alter table real_orders rename to orders`.execute(api.db);
    }
  });

  it('refuses what it does not know, with words', async ({ admin }) => {
    const cases: [string, string, string][] = [
      ['status=done', 'status', 'This status is not known'],
      ['sort=email', 'sort', 'The list cannot be sorted by this'],
      ['suspect=yes', 'suspect', 'Ask for suspect=1, for suspect=0, or leave it out'],
      [`search=${'x'.repeat(201)}`, 'search', 'The search is too long'],
      ['search=a%00b', 'search', 'Please remove characters that cannot be stored'],
      ['limit=0', 'limit', 'The limit must be a whole number from 1 to 100'],
      ['cursor=x', 'cursor', 'This is no page of the list'],
    ];
    for (const [query, field, message] of cases) {
      const { status, body } = await admin.get(`orders?${query}`);
      expect(status, query).toBe(400);
      expect(body.error.fields, query).toEqual({ [field]: message });
    }
  });

  it('never fails on a hostile place, search or id', async ({ api, admin }) => {
    await buildOrder(api.db);
    for (const cursor of HOSTILE_CURSORS) {
      expect((await admin.get(`orders?cursor=${cursor}`)).status, cursor).toBe(400);
      const byName = await admin.get(`orders?sort=full_name&cursor=${cursor}`);
      expect([200, 400], cursor).toContain(byName.status);
    }
    const place = formatCursor({ value: "'; --", id: uuidV7(), sort: 'full_name' });
    expect((await admin.get(`orders?sort=full_name&cursor=${place}`)).status).toBe(200);
    for (const value of HOSTILE_VALUES) {
      const search = encodeURIComponent(
        (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
      );
      for (const path of ['orders', 'orders/count']) {
        expect([200, 400]).toContain((await admin.get(`${path}?search=${search}`)).status);
      }
    }
    expect((await admin.get('orders?search=%ff%fe%ed%a0%80')).status).toBe(200);
    for (const id of HOSTILE_IDS) {
      expect([400, 404], id).toContain((await admin.get(`orders/${id}`)).status);
      expect([400, 404], id).toContain(
        (await admin.patch(`orders/${id}`, { status: 'pending' })).status,
      );
      expect([400, 404], id).toContain((await admin.get(`orders/${id}/files/${uuidV7()}`)).status);
    }
  });
});

describe('GET orders/{id}', () => {
  it('answers every field, the files and the timeline', async ({ api, admin }) => {
    const order = await buildOrder(api.db, {
      email: 'ozlem@example.com',
      phone: '+90 312 555 01 02',
      company: null,
      notes: 'Call on Monday',
      fileUrls: ['order-attachments/1-a.pdf', 'order-attachments/2-b.png'],
    });
    const second = await attach(api, order.id, {
      path: 'order-attachments/2-b.png',
      originalName: 'Kroki ş.png',
      contentType: 'image/png',
    });
    const first = await attach(api, order.id, { path: 'order-attachments/1-a.pdf' });
    const { status, body } = await admin.get(`orders/${order.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: order.id,
      reference: order.reference,
      full_name: order.fullName,
      email: 'ozlem@example.com',
      phone: '+90 312 555 01 02',
      company: null,
      service_type: 'Business Dashboards',
      project_description: order.projectDescription,
      desired_features: ['User Authentication', 'Advanced Analytics'],
      estimated_budget: '15k-50k',
      target_timeline: '60-days',
      required_languages: ['English', 'Turkish'],
      file_urls: ['order-attachments/1-a.pdf', 'order-attachments/2-b.png'],
      file_count: 2,
      files: [
        { id: first.id, name: 'plan.pdf', content_type: 'application/pdf', size_bytes: 13 },
        { id: second.id, name: 'Kroki ş.png', content_type: 'image/png', size_bytes: 13 },
      ],
      notes: 'Call on Monday',
      status: 'new',
      is_suspect: false,
      suspect_reasons: [],
      terms_version: '2026-01',
      terms_accepted_at: '2026-11-01T10:00:00.000Z',
      created_at: order.createdAt.toISOString(),
      updated_at: order.updatedAt.toISOString(),
      timeline: [],
      previous: [],
    });
  });

  it('is in the audit with the names of the fields that were read', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    await admin.get(`orders/${order.id}`);
    expect(await readAudit(api.db)).toMatchObject([
      {
        action: 'detailed_view',
        orderId: order.id,
        messageId: null,
        accessedFields: [
          'full_name',
          'email',
          'phone',
          'company',
          'project_description',
          'file_urls',
          'notes',
        ],
      },
    ]);
  });

  it('answers what came from the same address, however it is written', async ({ api, admin }) => {
    const earlier = await buildOrder(api.db, {
      email: 'OZLEM@example.com',
      createdAt: '2026-10-01T08:00:00Z',
    });
    const message = await buildMessage(api.db, {
      email: 'ozlem@EXAMPLE.com',
      createdAt: '2026-10-02T08:00:00Z',
    });
    await buildMessage(api.db);
    const { id } = await buildOrder(api.db, { email: 'ozlem@example.com' });
    const { body } = await admin.get(`orders/${id}`);
    expect(body.previous).toEqual([
      {
        kind: 'message',
        id: message.id,
        reference: messageReference(message.id),
        service_type: null,
        status: 'new',
        created_at: '2026-10-02T08:00:00.000Z',
      },
      {
        kind: 'order',
        id: earlier.id,
        reference: earlier.reference,
        service_type: 'Business Dashboards',
        status: 'new',
        created_at: '2026-10-01T08:00:00.000Z',
      },
    ]);
  });

  it('shows the newest ten of many earlier enquiries', async ({ api, admin }) => {
    for (let day = 10; day < 22; day += 1) {
      await buildOrder(api.db, { email: 'a@example.com', createdAt: `2026-10-${day}` });
      await buildMessage(api.db, { email: 'a@example.com', createdAt: `2026-09-${day}` });
    }
    const order = await buildOrder(api.db, { email: 'A@example.com', createdAt: '2026-10-15' });
    const { body } = await admin.get(`orders/${order.id}`);
    expect(body.previous).toHaveLength(10);
    expect(body.previous[0].created_at).toMatch(/^2026-10-21/);
    expect(body.previous.map(({ id }: { id: string }) => id)).not.toContain(order.id);
  });
});

describe('PATCH orders/{id}', () => {
  it('changes the status, writes the timeline, and tells who it was', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    for (const status of ['completed', 'pending', 'in-progress', 'new', 'completed']) {
      const response = await admin.patch(`orders/${order.id}`, { status });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id: order.id, status, full_name: order.fullName });
      expect(response.body.project_description).toBeUndefined();
    }
    const { body } = await admin.get(`orders/${order.id}`);
    expect(body.status).toBe('completed');
    expect(Date.parse(body.updated_at)).toBeGreaterThan(order.updatedAt.getTime());
    expect(
      body.timeline.map((change: Record<string, string>) => [
        change['old_status'],
        change['new_status'],
        change['admin_username'],
      ]),
    ).toEqual([
      ['new', 'completed', admin.username],
      ['in-progress', 'new', admin.username],
      ['pending', 'in-progress', admin.username],
      ['completed', 'pending', admin.username],
      ['new', 'completed', admin.username],
    ]);
    expect((await readAudit(api.db))[0]).toMatchObject({
      action: 'update',
      orderId: order.id,
      accessedFields: ['status', 'notes', 'full_name', 'email', 'company'],
    });
  });

  it('keeps the timeline when the administrator is gone', async ({ api, admin }) => {
    const other = await signedInRequests(api);
    const order = await buildOrder(api.db);
    await other.patch(`orders/${order.id}`, { status: 'completed' });
    await api.db.deleteFrom('adminUsers').where('id', '=', other.adminUserId).execute();
    const { body } = await admin.get(`orders/${order.id}`);
    expect(body.timeline).toMatchObject([
      { admin_user_id: other.adminUserId, admin_username: null, new_status: 'completed' },
    ]);
  });

  it('writes no timeline for the status it has', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const { status, body } = await admin.patch(`orders/${order.id}`, { status: 'new' });
    expect(status).toBe(200);
    expect(body.timeline).toEqual([]);
    expect(body.updated_at).toBe(order.updatedAt.toISOString());
  });

  it('saves notes, keeps them over a change of status, and clears them', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const path = `orders/${order.id}`;
    expect((await admin.patch(path, { notes: ' Ring\r\nback <b> ' })).body.notes).toBe(
      'Ring\nback <b>',
    );
    expect((await admin.patch(path, { status: 'completed' })).body.notes).toBe('Ring\nback <b>');
    expect((await admin.patch(path, { notes: '😀'.repeat(10_000) })).status).toBe(200);
    expect((await admin.patch(path, { notes: '  ' })).body.notes).toBeNull();
  });

  it('does not write over notes that someone else has changed since', async ({ api, admin }) => {
    const order = await buildOrder(api.db, { notes: 'A' });
    const path = `orders/${order.id}`;
    expect((await admin.patch(path, { notes: 'B', old_notes: 'A' })).status).toBe(200);
    const rejected = await admin.patch(path, { notes: 'C', old_notes: 'A' });
    expect(rejected.status).toBe(409);
    expect(rejected.body.error).toEqual({
      code: 'CONFLICT',
      message: 'The notes were changed by someone else in the meantime.',
    });
    expect((await admin.patch(path, { notes: 'C', old_notes: null })).status).toBe(409);
    expect((await admin.patch(path, { notes: null, old_notes: 'B' })).body.notes).toBeNull();
    expect((await admin.patch(path, { notes: 'D', old_notes: '' })).body.notes).toBe('D');
  });

  it.for([
    ['an unknown', 'status', 'done', 'This status is not known'],
    ['an empty', 'status', '', 'This status is not known'],
    ['no', 'status', null, 'This status is not known'],
    ['too long', 'notes', 'x'.repeat(10_001), 'Notes must be at most 10,000 characters'],
    ['a number as', 'notes', 7, 'Notes must be at most 10,000 characters'],
    ['unstorable', 'notes', 'a\0b', 'Please remove characters that cannot be stored'],
    ['a', 'full_name', 'Someone', 'This field is not known'],
    ['a new', 'is_suspect', true, 'The mark can only be taken away: send is_suspect as false'],
    ['no', 'is_suspect', null, 'The mark can only be taken away: send is_suspect as false'],
    ['a', 'suspect_reasons', [], 'This field is not known'],
  ] as const)('refuses %s %s', async ([, field, value, message], { api, admin }) => {
    const order = await buildOrder(api.db);
    const { status, body } = await admin.patch(`orders/${order.id}`, { [field]: value });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({ [field]: message });
  });

  it('asks for something to change, and survives what nobody expects', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const empty = await admin.patch(`orders/${order.id}`, {});
    expect(empty.status).toBe(400);
    expect(empty.body.error.message).toBe('Send a status, notes or is_suspect');
    for (const value of HOSTILE_VALUES) {
      for (const field of ['status', 'notes', 'old_notes', 'is_suspect']) {
        const response = await admin.patch(`orders/${order.id}`, { [field]: value });
        expect([200, 400, 413], JSON.stringify({ field, value })).toContain(response.status);
      }
    }
    for (const body of ['', '{', '[]', 'null', '{"__proto__":{}}']) {
      expect((await admin.patch(`orders/${order.id}`, body)).status).toBe(400);
    }
  });
});

describe('POST orders/bulk-status', () => {
  it('changes what can be changed and says what became of each', async ({ api, admin }) => {
    const a = await buildOrder(api.db);
    const b = await buildOrder(api.db, { status: 'completed' });
    const gone = uuidV7();
    const { status, body } = await admin.post('orders/bulk-status', {
      ids: [gone, b.id, a.id, a.id.toUpperCase()],
      status: 'completed',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { id: gone, result: 'not_found', old_status: null },
        { id: b.id, result: 'unchanged', old_status: 'completed' },
        { id: a.id, result: 'changed', old_status: 'new' },
      ],
    });
    expect((await admin.get(`orders/${a.id}`)).body).toMatchObject({
      status: 'completed',
      timeline: [{ old_status: 'new', new_status: 'completed' }],
    });
    expect((await admin.get(`orders/${b.id}`)).body.timeline).toEqual([]);
    expect((await readAudit(api.db))[0]).toMatchObject({
      action: 'update',
      orderId: null,
      accessedFields: ['status'],
    });
  });

  it('takes 100 rows, and the same rows from several sides at once', async ({ api, admin }) => {
    const ids: string[] = [];
    for (let index = 0; index < 100; index += 1) ids.push((await buildOrder(api.db)).id);
    const responses = await Promise.all(
      ['pending', 'in-progress', 'completed', 'new'].map((status, index) =>
        admin.post('orders/bulk-status', {
          ids: index % 2 === 0 ? ids : ids.toReversed(),
          status,
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await api.db
      .selectFrom('orders')
      .select(({ fn }) => fn.count('status').distinct().as('rows'))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(1);
  });

  it.for([
    ['no row', { ids: [], status: 'new' }, { ids: 'Choose 1 to 100 rows' }],
    ['no rows at all', { status: 'new' }, { ids: 'Choose 1 to 100 rows' }],
    ['what is no id', { ids: ['x'], status: 'new' }, { ids: 'Choose 1 to 100 rows' }],
    ['a word', { ids: 'all', status: 'new' }, { ids: 'Choose 1 to 100 rows' }],
    [
      '101 rows',
      { ids: Array.from({ length: 101 }, () => uuidV7()), status: 'new' },
      { ids: 'Choose 1 to 100 rows' },
    ],
    ['an unknown status', { ids: [uuidV7()], status: 'x' }, { status: 'This status is not known' }],
    ['no status', { ids: [uuidV7()] }, { status: 'This status is not known' }],
  ] as const)('refuses %s', async ([, body, fields], { admin }) => {
    const response = await admin.post('orders/bulk-status', body);
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toEqual(fields);
  });
});

describe('POST orders/bulk-status with a filter', () => {
  it('changes all that the filter finds, newest first, with timeline and audit', async ({
    api,
    admin,
  }) => {
    const older = await buildOrder(api.db, { company: 'Özlem Lojistik', createdAt: '2026-11-01' });
    const newer = await buildOrder(api.db, { company: 'Özlem Lojistik', createdAt: '2026-11-02' });
    const other = await buildOrder(api.db);
    const suspect = await buildOrder(api.db, { company: 'Özlem Lojistik', isSuspect: true });
    const { status, body } = await admin.post('orders/bulk-status', {
      filter: { search: ' ÖZLEM ', status: 'new', suspect: '0' },
      expected_total: 2,
      status: 'in-progress',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { id: newer.id, result: 'changed', old_status: 'new' },
        { id: older.id, result: 'changed', old_status: 'new' },
      ],
    });
    expect((await readAudit(api.db)).at(-1)).toMatchObject({
      action: 'update',
      orderId: null,
      accessedFields: ['status'],
      searchQuery: 'ÖZLEM',
    });
    expect((await admin.get(`orders/${older.id}`)).body).toMatchObject({
      status: 'in-progress',
      timeline: [{ old_status: 'new', new_status: 'in-progress' }],
    });
    for (const { id } of [other, suspect]) {
      expect((await admin.get(`orders/${id}`)).body).toMatchObject({ status: 'new', timeline: [] });
    }
  });

  it('takes a filter without conditions for all rows', async ({ api, admin }) => {
    const a = await buildOrder(api.db, { status: 'completed' });
    const b = await buildOrder(api.db, { isSuspect: true });
    const { status, body } = await admin.post('orders/bulk-status', {
      filter: { search: '', status: 'all', suspect: '' },
      expected_total: 2,
      status: 'completed',
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: b.id, result: 'changed', old_status: 'new' },
      { id: a.id, result: 'unchanged', old_status: 'completed' },
    ]);
  });

  it.for([1, 3])(
    'changes nothing when not %i rows match any more',
    async (expectedTotal, { api, admin }) => {
      await buildOrder(api.db);
      await buildOrder(api.db);
      const { status, body } = await admin.post('orders/bulk-status', {
        filter: { status: 'new' },
        expected_total: expectedTotal,
        status: 'completed',
      });
      expect(status).toBe(409);
      expect(body.error).toEqual({
        code: 'CONFLICT',
        message:
          'The list has changed since it was shown, so nothing was changed. Please check the rows and choose again.',
      });
      expect((await admin.get('orders/count?status=new')).body).toEqual({ total: 2 });
      expect(await api.db.selectFrom('leadStatusChanges').selectAll().execute()).toEqual([]);
    },
  );

  it('changes nothing when a row leaves the filter before it is locked', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    await buildOrder(api.db);
    let response: Promise<AdminResponse> | undefined;
    await api.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('orders')
        .set({ status: 'in-progress' })
        .where('id', '=', order.id)
        .execute();
      response = admin.post('orders/bulk-status', {
        filter: { status: 'new' },
        expected_total: 2,
        status: 'completed',
      });
      await waitForLock(api);
    });
    expect((await response)?.status).toBe(409);
    const rows = await api.db.selectFrom('orders').select('status').orderBy('id').execute();
    expect(rows).toEqual([{ status: 'in-progress' }, { status: 'new' }]);
  });

  it('changes 1,000 rows in one go', async ({ api, admin }) => {
    const { searchText: _searchText, ...order } = await buildOrder(api.db);
    await api.db
      .insertInto('orders')
      .values(
        Array.from({ length: 999 }, (_, index) => ({
          ...order,
          id: uuidV7(),
          idempotencyKey: uuidV7(),
          reference: `VT-COPY-${index}`,
        })),
      )
      .execute();
    const { status, body } = await admin.post('orders/bulk-status', {
      filter: {},
      expected_total: 1_000,
      status: 'completed',
    });
    expect(status).toBe(200);
    expect(body.results).toHaveLength(1_000);
    expect((await admin.get('orders/count?status=completed')).body).toEqual({ total: 1_000 });
    const { changes } = await api.db
      .selectFrom('leadStatusChanges')
      .select(({ fn }) => fn.countAll().as('changes'))
      .executeTakeFirstOrThrow();
    expect(Number(changes)).toBe(1_000);
  });

  it('refuses more than 1,000 rows', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const { status, body } = await admin.post('orders/bulk-status', {
      filter: {},
      expected_total: 1_001,
      status: 'completed',
    });
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: 'UNPROCESSABLE',
      message:
        'At most 1,000 rows can be changed at once. Please narrow the filter. Nothing was changed.',
    });
    expect((await admin.get(`orders/${order.id}`)).body.status).toBe('new');
  });

  it.for([
    [
      'a filter and rows',
      { ids: [uuidV7()], filter: {}, expected_total: 1 },
      { filter: 'Send the ids of rows or a filter, not both' },
    ],
    ['a filter without its number', { filter: {} }, { expected_total: TOTAL_MESSAGE }],
    ['a number of no row', { filter: {}, expected_total: 0 }, { expected_total: TOTAL_MESSAGE }],
    ['a text as number', { filter: {}, expected_total: '1' }, { expected_total: TOTAL_MESSAGE }],
    [
      'a number without a filter',
      { ids: [uuidV7()], expected_total: 1 },
      { expected_total: TOTAL_MESSAGE },
    ],
    ['a word', { filter: 'all', expected_total: 1 }, { filter: 'Send a filter of the list' }],
    ['a list', { filter: [], expected_total: 1 }, { filter: 'Send a filter of the list' }],
    [
      'an unknown condition',
      { filter: { stauts: 'new' }, expected_total: 1 },
      { stauts: 'This field is not known' },
    ],
    [
      'an unknown status in it',
      { filter: { status: 'x' }, expected_total: 1 },
      { filter: 'This status is not known' },
    ],
    [
      'an impossible search',
      { filter: { search: '\0' }, expected_total: 1 },
      { filter: 'Please remove characters that cannot be stored' },
    ],
  ] as const)('refuses %s', async ([, body, fields], { api, admin }) => {
    const order = await buildOrder(api.db);
    const response = await admin.post('orders/bulk-status', { ...body, status: 'completed' });
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toEqual(fields);
    expect((await admin.get(`orders/${order.id}`)).body.status).toBe('new');
  });

  it('answers hostile filters without a failure', async ({ admin }) => {
    for (const value of HOSTILE_VALUES) {
      for (const filter of [value, { search: value }, { status: value }, { suspect: value }]) {
        const response = await admin.post('orders/bulk-status', {
          filter,
          expected_total: 1,
          status: 'completed',
        });
        expect([400, 409, 413], JSON.stringify(filter)).toContain(response.status);
      }
    }
  });
});

describe('GET orders/{id}/files/{fileId}', () => {
  it('sends a file as a download with its own name, and is in the audit', async ({
    api,
    admin,
  }) => {
    const order = await buildOrder(api.db);
    const file = await attach(api, order.id, { originalName: `Şema "1" 'a'%2f.pdf` });
    const response = await admin.raw('GET', `orders/${order.id}/files/${file.id}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('%PDF-1.7 plan');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '13',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
      'content-disposition': `attachment; filename="Sema _1_ 'a'_2f.pdf"; filename*=UTF-8''%C5%9Eema%20%221%22%20%27a%27%252f.pdf`,
    });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await readAudit(api.db)).toMatchObject([
      { action: 'view', orderId: order.id, accessedFields: ['file_urls'] },
    ]);
  });

  it('answers HEAD without the file', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const file = await attach(api, order.id);
    const response = await admin.raw('HEAD', `orders/${order.id}/files/${file.id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('13');
    expect(await response.text()).toBe('');
  });

  it('answers 404 for a file of another order, one that is going, and one that is lost', async ({
    api,
    admin,
  }) => {
    const order = await buildOrder(api.db);
    const other = await attach(api, (await buildOrder(api.db)).id);
    const removing = await attach(api, order.id, { status: 'removing' });
    const lost = await attach(api, order.id);
    await api.storage.remove(lost.path);
    for (const id of [other.id, removing.id, lost.id]) {
      const { status, body } = await admin.get(`orders/${order.id}/files/${id}`);
      expect(status).toBe(404);
      expect(body.error.message).toBe('This file does not exist any more.');
    }
  });
});

describe('GET orders/export.csv', () => {
  async function exportCsv(admin: AdminRequests, query = '') {
    const response = await admin.raw('GET', `orders/export.csv?${query}`);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, records: parseCsv(bytes.toString('utf8')) };
  }

  it('writes every row of the filter over several batches, and is in the audit', async ({
    api,
    admin,
  }) => {
    for (let index = 0; index < 1_005; index += 1) {
      await buildOrder(api.db, {
        fullName: `Row ${index}`,
        status: index < 1_001 ? 'pending' : 'new',
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 1_000),
      });
    }
    const { response, bytes, records } = await exportCsv(
      admin,
      'status=pending&search=ROW&time_zone=UTC',
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="orders_\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(records[0]).toEqual([
      'Reference',
      'Date',
      'Customer',
      'Email',
      'Phone',
      'Company',
      'Service',
      'Budget',
      'Timeline',
      'Features',
      'Languages',
      'Description',
      'Files',
      'Status',
      'Suspect',
      'Notes',
    ]);
    expect(new Set(records.slice(1).map((record) => record[2])).size).toBe(1_001);
    expect(records).toHaveLength(1_002);
    expect(records[1]?.[1]).toBe('2026-01-01T00:02:22.000Z');
    expect(bytes.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(await readAudit(api.db)).toMatchObject([
      {
        action: 'export',
        searchQuery: 'ROW',
        accessedFields: expect.arrayContaining(['email', 'project_description', 'notes']),
      },
    ]);
  });

  it('says labels, keeps lines and quotes, and lets no cell be a formula', async ({
    api,
    admin,
  }) => {
    const description = `=cmd|' /C calc'!A0 and more text, so that it is long enough to be stored\n=second "line", end`;
    const order = await buildOrder(api.db, {
      fullName: '=HYPERLINK("http://evil.example","x")',
      email: '@sum.1+1@example.com',
      phone: '+90 312 555',
      company: '\u200b\t -2+3',
      projectDescription: description,
      notes: '＝1+1',
      isSuspect: true,
      status: 'in-progress',
    });
    const [, record] = (await exportCsv(admin)).records;
    expect(record).toEqual([
      order.reference,
      order.createdAt.toISOString(),
      `'=HYPERLINK("http://evil.example","x")`,
      `'@sum.1+1@example.com`,
      `'+90 312 555`,
      `\u200b\t '-2+3`,
      'Business Dashboards',
      '$15,000 - $50,000',
      '60 days',
      'User Authentication; Advanced Analytics',
      'English; Turkish',
      `'${description.replace('\n=', "\n'=")}`,
      '0',
      'In Progress',
      'Yes',
      `'＝1+1`,
    ]);
  });

  it('writes its heading where nothing matches, and refuses an unknown filter', async ({
    admin,
  }) => {
    expect((await exportCsv(admin, 'search=nobody')).records).toHaveLength(1);
    expect((await admin.get('orders/export.csv?status=x')).status).toBe(400);
    expect((await admin.get('orders/export.csv?time_zone=x')).status).toBe(400);
  });
});

it('gives no data and changes nothing where the audit cannot be written', async ({
  api,
  admin,
}) => {
  const order = await buildOrder(api.db, { fullName: 'Hidden Person' });
  const file = await attach(api, order.id);
  await withoutAudit(api.db, async () => {
    const responses = [
      await admin.raw('GET', 'orders'),
      await admin.raw('GET', 'orders/count?search=hidden'),
      await admin.raw('GET', `orders/${order.id}`),
      await admin.raw('GET', `orders/${order.id}/files/${file.id}`),
      await admin.raw('GET', 'orders/export.csv'),
      await admin.raw('PATCH', `orders/${order.id}`, { status: 'completed', notes: 'x' }),
      await admin.raw('POST', 'orders/bulk-status', { ids: [order.id], status: 'completed' }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/Hidden|PDF/);
    }
  });
  const row = await api.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'new', notes: null });
  const changes = await api.db.selectFrom('leadStatusChanges').selectAll().execute();
  expect(changes).toEqual([]);
});
