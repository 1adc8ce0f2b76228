import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import {
  type AdminRequests,
  expectError,
  listField,
  listPages,
} from '#tests/support/admin-requests.ts';
import {
  buildAttachment,
  buildMessage,
  buildOrder,
  emptyAudit,
  parseCsv,
  readAudit,
  withoutAudit,
} from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRow } from '#tests/support/database/rows.ts';
import type { TestApp } from '#tests/support/test-app.ts';

it.beforeEach(async ({ api }) => {
  for (const table of ['orderAttachments', 'orders', 'contactMessages'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  await emptyAudit(api.db);
});

async function attach(api: TestApp, orderId: string | null, changes: Record<string, unknown> = {}) {
  const bytes = Buffer.from('%PDF-1.7 plan');
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = { orderId, sizeBytes: bytes.length, sha256, status: 'claimed', ...changes } as const;
  const row = await buildAttachment(api.db, file);
  await api.storage.write(row.path, bytes, 'application/pdf');
  return row;
}

/** The columns that the list and the detail of an order with two files have. */
const columnsOf = (order: Awaited<ReturnType<typeof buildOrder>>) => ({
  id: order.id,
  reference: order.reference,
  full_name: order.fullName,
  email: order.email,
  company: order.company,
  service_type: 'Business Dashboards',
  estimated_budget: '15k-50k',
  target_timeline: '60-days',
  status: 'new',
  created_at: order.createdAt.toISOString(),
  updated_at: order.updatedAt.toISOString(),
  file_count: 2,
});

describe('GET orders', () => {
  it('has rows without their long texts, newest first', async ({ api, admin }) => {
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
    const { body } = await admin.get('orders');
    expect(body).toMatchObject({ next_cursor: null, items: [{ id: order.id }, expect.anything()] });
    expect(body.items[0]).toEqual({ ...columnsOf(order), is_suspect: true });
    expect(JSON.stringify(body)).not.toMatch(/open shipments|secret note|555 01 02/);
  });

  it('walks what a search finds, rare or frequent, page by page', async ({ api, admin }) => {
    for (let index = 0; index < 12; index += 1) {
      const company = index % 4 === 0 ? 'Rarely Ltd' : 'Often Ltd';
      await buildOrder(api.db, { fullName: `N${String(index).padStart(2, '0')}`, company });
    }
    const found = { rarely: 3, often: 9, ltd: 12 };
    for (const [search, expected] of Object.entries(found)) {
      for (const sort of ['created_at', '-created_at', 'full_name', '-full_name']) {
        const items = await listPages(admin, `orders?search=${search}&sort=${sort}&limit=2`);
        const names: string[] = items.map((item) => item.full_name);
        const sorted = names.toSorted();
        expect(names).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
        expect(new Set(names).size).toBe(expected);
      }
    }
  });

  it.for([
    ['+90 312 000 00 01', ['03120000001', '3120000001', '0312 000 00 01', '(0312) 000-00-01']],
    ['+90 312 000 00 01', ['00903120000001', '+90 (0)312 0000001', '000 00 01', '٠٣١٢٠٠٠٠٠٠١']],
    ['0312-000-0001', ['+90 312 000 00 01', '\u202a903120000001\u202c', '312 000 00 01']],
  ] as const)(
    'finds the phone number %s by its digits',
    async ([phone, searches], { api, admin }) => {
      await buildOrder(api.db, { fullName: 'Deniz Kaya', phone });
      await buildOrder(api.db, { fullName: 'Another', phone: '+90 532 000 00 01' });
      for (const search of searches) {
        const found = await listField(
          admin,
          `orders?search=${encodeURIComponent(search)}`,
          'full_name',
        );
        expect(found, search).toContain('Deniz Kaya');
        expect(found.includes('Another'), search).toBe(search === '000 00 01');
      }
    },
  );

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
    expect((await admin.get('orders/count')).body.total).toBe(4101);
    expect(await listField(admin, 'orders?search=zeplin', 'full_name')).toEqual(['Oldest']);
    expect(await listField(admin, 'orders?search=filler&limit=100')).toHaveLength(100);
  });

  it('says so when a search takes longer than a statement may', async ({ api, admin }) => {
    await buildOrder(api.db);
    await sql`
      create function end_statement() returns boolean language plpgsql volatile as $$
      begin raise query_canceled; end $$
    `.execute(api.db);
    await sql`alter table orders rename to real_orders`.execute(api.db);
    await sql`
      create view orders with (security_barrier) as select * from real_orders where end_statement()
    `.execute(api.db);
    try {
      for (const path of ['orders?search=ab', 'orders/count?search=ab']) {
        const message = expect.stringMatching(/^This search takes too long\./);
        expectError(await admin.get(path), 503, message);
      }
    } finally {
      await sql`drop view orders`.execute(api.db);
      await sql`alter table real_orders rename to orders`.execute(api.db);
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
    const image = { originalName: 'Kroki ş.png', contentType: 'image/png' };
    const second = await attach(api, order.id, { path: 'order-attachments/2-b.png', ...image });
    const first = await attach(api, order.id, { path: 'order-attachments/1-a.pdf' });
    expect((await admin.get(`orders/${order.id}`)).body).toEqual({
      ...columnsOf(order),
      phone: '+90 312 555 01 02',
      project_description: order.projectDescription,
      desired_features: ['User Authentication', 'Advanced Analytics'],
      required_languages: ['English', 'Turkish'],
      file_urls: ['order-attachments/1-a.pdf', 'order-attachments/2-b.png'],
      files: [
        { id: first.id, name: 'plan.pdf', content_type: 'application/pdf', size_bytes: 13 },
        { id: second.id, name: 'Kroki ş.png', content_type: 'image/png', size_bytes: 13 },
      ],
      notes: 'Call on Monday',
      is_suspect: false,
      suspect_reasons: [],
      terms_version: '2026-01',
      terms_accepted_at: '2026-11-01T10:00:00.000Z',
      timeline: [],
      previous: [],
    });
  });

  it('has the files that the visitor added later, not those of replies', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    await admin.get(`orders/${order.id}/conversation`);
    const { id: conversationId } = await readRow(api.db, 'conversations', ['id'], {
      orderId: order.id,
    });
    for (const kind of ['inbound', 'reply']) {
      const createdAt = new Date();
      const entry = { id: uuidV7(), conversationId, kind, via: 'page' as const, createdAt };
      await api.db.insertInto('conversationEntries').values(entry).execute();
      await attach(api, null, { entryId: entry.id, originalName: `${kind}.pdf` });
    }
    const { files } = (await admin.get(`orders/${order.id}`)).body;
    expect(files).toMatchObject([{ name: 'inbound.pdf' }]);
    const file = await admin.raw('GET', `orders/${order.id}/files/${files[0].id}`);
    expect([file.status, await file.text()]).toEqual([200, '%PDF-1.7 plan']);
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

describe('GET orders/{id}/files/{fileId}', () => {
  it('sends a file as a download with its name, and is in the audit', async ({ api, admin }) => {
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
    const entry = { action: 'view', orderId: order.id, accessedFields: ['file_urls'] };
    expect(await readAudit(api.db)).toMatchObject([entry]);
    const head = await admin.raw('HEAD', `orders/${order.id}/files/${file.id}`);
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['13', '']);
  });

  it('is 404 for a file of another order, a removed one and a lost one', async ({ api, admin }) => {
    const order = await buildOrder(api.db);
    const other = await attach(api, (await buildOrder(api.db)).id);
    const removing = await attach(api, order.id, { status: 'removing' });
    const lost = await attach(api, order.id);
    await api.storage.remove(lost.path);
    for (const id of [other.id, removing.id, lost.id, uuidV7(), 'x', '%00']) {
      const response = await admin.get(`orders/${order.id}/files/${id}`);
      expectError(response, 404, 'This file does not exist any more.');
    }
    const url = `orders/${order.id}/files/${(await attach(api, order.id)).id}`;
    await withoutAudit(api.db, async () => {
      const response = await admin.raw('GET', url);
      const text = expect.not.stringMatching(/PDF/);
      expect([response.status, await response.text()]).toEqual([500, text]);
    });
  });
});

describe('GET orders/export.csv', () => {
  async function exportCsv(admin: AdminRequests, query = '') {
    const response = await admin.raw('GET', `orders/export.csv?${query}`);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, records: parseCsv(bytes.toString('utf8')) };
  }

  it('writes every row of the filter in batches, and is in the audit', async ({ api, admin }) => {
    for (let index = 0; index < 1_005; index += 1) {
      await buildOrder(api.db, {
        fullName: `Row ${index}`,
        status: index < 1_001 ? 'pending' : 'new',
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 1_000),
      });
    }
    const query = 'status=pending&search=ROW&time_zone=UTC';
    const { response, bytes, records } = await exportCsv(admin, query);
    const name = /^attachment; filename="orders_\d{4}-\d\d-\d\d\.csv"/;
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(name);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(records[0]?.join()).toBe(
      'Reference,Date,Customer,Email,Phone,Company,Service,Budget,Timeline,Features,Languages,Description,Files,Status,Suspect,Notes',
    );
    expect(new Set(records.slice(1).map((record) => record[2])).size).toBe(1_001);
    expect(records).toHaveLength(1_002);
    expect(records[1]?.[1]).toBe('2026-01-01T00:02:22.000Z');
    expect(bytes.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const accessedFields = expect.arrayContaining(['email', 'project_description', 'notes']);
    const entry = { action: 'export', searchQuery: 'ROW', accessedFields };
    expect(await readAudit(api.db)).toMatchObject([entry]);
  });

  it('writes labels, keeps lines and quotes, and writes no formula', async ({ api, admin }) => {
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
      '+90 312 555',
      `\u200b\t '-2+3`,
      'Business Dashboards',
      '$15,000 - $50,000',
      '60 days',
      'User Authentication; Advanced Analytics',
      'English; Turkish',
      `'${description}`,
      '0',
      'In Progress',
      'Yes',
      `'＝1+1`,
    ]);
  });
});
