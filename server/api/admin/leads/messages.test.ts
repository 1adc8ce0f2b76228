import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { messageReference } from '#shared/messages/reference.ts';
import { signInForTest } from '#tests/support/admin.ts';
import {
  buildMessage,
  buildOrder,
  emptyAudit,
  HOSTILE_CURSORS,
  HOSTILE_IDS,
  parseCsv,
  readAudit,
  withoutAudit,
} from '#tests/support/browser/admin-leads.ts';
import { type AdminRequests, HOSTILE_VALUES } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('orders').execute();
  await api.db.deleteFrom('contactMessages').execute();
  await emptyAudit(api.db);
});

async function listNames(admin: AdminRequests, query = ''): Promise<string[]> {
  const { status, body } = await admin.get(`messages?${query}`);
  expect(status, query).toBe(200);
  return body.items.map((message: { name: string }) => message.name);
}

async function count(admin: AdminRequests, query = ''): Promise<number> {
  const { status, body } = await admin.get(`messages/count?${query}`);
  expect(status, query).toBe(200);
  return body.total;
}

describe('GET messages', () => {
  it('answers rows with the beginning of the text only, and is in the audit', async ({
    api,
    admin,
  }) => {
    const message = await buildMessage(api.db, {
      name: 'Gökçe Demir',
      message: `${'😀'.repeat(99)}ab THE REST`,
      notes: 'secret note',
      isSuspect: true,
    });
    const { status, body } = await admin.get('messages');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          id: message.id,
          name: 'Gökçe Demir',
          email: message.email,
          preview: `${'😀'.repeat(99)}a…`,
          status: 'new',
          is_suspect: true,
          created_at: message.createdAt.toISOString(),
          responded_at: null,
          data_classification: 'confidential',
          access_count: 0,
          last_accessed_at: null,
          retention_expires_at: message.retentionExpiresAt.toISOString(),
        },
      ],
      next_cursor: null,
    });
    expect(await readAudit(api.db)).toEqual([
      {
        action: 'bulk_view',
        accessedFields: ['name', 'email', 'message'],
        messageId: null,
        orderId: null,
        searchQuery: null,
        adminUserId: admin.adminUserId,
        userAgent: 'Firefox on Linux',
      },
    ]);
    expect((await admin.get('messages')).body.items[0].status).toBe('new');
  });

  it.for([
    [99, false],
    [100, false],
    [101, true],
  ] as const)(
    'shows of %i characters the first hundred',
    async ([length, isCut], { api, admin }) => {
      await buildMessage(api.db, { message: 'ğ'.repeat(length) });
      const { body } = await admin.get('messages');
      expect(body.items[0].preview).toBe(isCut ? `${'ğ'.repeat(100)}…` : 'ğ'.repeat(length));
    },
  );

  it.for([
    ['-created_at', ['C', 'A', 'B']],
    ['created_at', ['B', 'A', 'C']],
    ['name', ['A', 'B', 'C']],
    ['-name', ['C', 'B', 'A']],
  ] as const)('walks every row once by %s', async ([sort, expected], { api, admin }) => {
    for (const [name, day] of Object.entries({ A: 2, B: 1, C: 3 })) {
      for (let twin = 0; twin < 4; twin += 1) {
        await buildMessage(api.db, { name: name.repeat(2), createdAt: `2026-11-0${day}` });
      }
    }
    const seen: { id: string; name: string }[] = [];
    let cursor: string | null = null;
    do {
      const place: string = cursor ? `&cursor=${cursor}` : '';
      const { body } = await admin.get(`messages?sort=${sort}&limit=3${place}`);
      seen.push(...body.items);
      cursor = body.next_cursor;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(12);
    expect(seen.map(({ name }) => name[0])).toEqual(
      expected.flatMap((name) => Array.from({ length: 4 }, () => name)),
    );
  });

  it('filters by status and by what is suspect, and counts the same', async ({ api, admin }) => {
    for (const status of ['new', 'read', 'responded'] as const) {
      await buildMessage(api.db, { name: status, status });
    }
    await buildMessage(api.db, { name: 'spam', isSuspect: true });
    const cases: [string, string[]][] = [
      ['status=new', ['spam', 'new']],
      ['status=new&suspect=0', ['new']],
      ['suspect=1', ['spam']],
      ['status=responded', ['responded']],
      ['status=all', ['spam', 'responded', 'read', 'new']],
    ];
    for (const [query, names] of cases) {
      expect(await listNames(admin, query), query).toEqual(names);
      expect(await count(admin, query), query).toBe(names.length);
    }
    expect((await admin.get('messages?status=pending')).status).toBe(400);
  });

  it('finds in name, address and text, whatever the case and the dots of the i', async ({
    api,
    admin,
  }) => {
    await buildMessage(api.db, {
      name: 'ÇİĞDEM Işık',
      email: 'Cigdem@Example.org',
      message: 'İstanbul deposu için %50 indirim olur mu?',
    });
    await buildMessage(api.db);
    for (const search of ['çiğdem', 'CIGDEM ISIK', 'cigdem@example', 'ISTANBUL DEPOSU', '%50']) {
      const query = `search=${encodeURIComponent(search)}`;
      expect(await listNames(admin, query), search).toEqual(['ÇİĞDEM Işık']);
      expect(await count(admin, query), search).toBe(1);
    }
    expect((await readAudit(api.db)).at(-1)).toMatchObject({
      action: 'search',
      searchQuery: '%50',
    });
  });

  it('finds a message by its reference, and whoever names it', async ({ api, admin }) => {
    const { id } = await buildMessage(api.db, { name: 'Named' });
    const reference = messageReference(id);
    await buildMessage(api.db, { name: 'Naming', message: `Do you have my message ${reference}?` });
    await buildMessage(api.db);
    for (const search of [reference, reference.toLowerCase(), ` ${reference}  `]) {
      const query = `search=${encodeURIComponent(search)}`;
      expect(await listNames(admin, query), search).toEqual(['Naming', 'Named']);
      expect(await count(admin, query), search).toBe(2);
    }
    const search = messageReference(uuidV7());
    expect(await listNames(admin, `search=${search}`)).toEqual([]);
  });

  it('never fails on a hostile place, search or id', async ({ api, admin }) => {
    await buildMessage(api.db);
    for (const cursor of HOSTILE_CURSORS) {
      expect((await admin.get(`messages?cursor=${cursor}`)).status, cursor).toBe(400);
      const byName = await admin.get(`messages?sort=-name&cursor=${cursor}`);
      expect([200, 400], cursor).toContain(byName.status);
    }
    for (const value of HOSTILE_VALUES) {
      const search = encodeURIComponent(
        (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
      );
      for (const path of ['messages', 'messages/count']) {
        expect([200, 400]).toContain((await admin.get(`${path}?search=${search}`)).status);
      }
    }
    for (const id of HOSTILE_IDS) {
      expect([400, 404], id).toContain((await admin.get(`messages/${id}`)).status);
      expect([400, 404], id).toContain(
        (await admin.patch(`messages/${id}`, { status: 'read' })).status,
      );
    }
  });
});

describe('GET messages/{id}', () => {
  it('leaves the status of a message that an open screen only shows again', async ({ api }) => {
    const message = await buildMessage(api.db);
    const { token } = await signInForTest(api.db);
    const again = await api.request(`/api/admin/messages/${message.id}`, {
      headers: { 'x-admin-session': token, 'x-admin-background': '1' },
    });
    expect(await again.json()).toMatchObject({ status: 'new', timeline: [] });
    expect(await readAudit(api.db)).toMatchObject([{ action: 'detailed_view' }]);
  });

  it('answers everything, makes a new message read, and is in the audit', async ({
    api,
    admin,
  }) => {
    const text = `${'x'.repeat(200)} the end`;
    const message = await buildMessage(api.db, {
      email: 'gokce@example.com',
      message: text,
      notes: 'Call first',
    });
    const { status, body } = await admin.get(`messages/${message.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: message.id,
      name: message.name,
      email: 'gokce@example.com',
      message: text,
      notes: 'Call first',
      status: 'read',
      is_suspect: false,
      suspect_reasons: [],
      created_at: message.createdAt.toISOString(),
      responded_at: null,
      data_classification: 'confidential',
      access_count: 0,
      last_accessed_at: null,
      retention_expires_at: message.retentionExpiresAt.toISOString(),
      timeline: [
        {
          id: expect.any(String),
          old_status: 'new',
          new_status: 'read',
          admin_user_id: admin.adminUserId,
          admin_username: admin.username,
          created_at: expect.any(String),
        },
      ],
      previous: [],
    });
    expect(await readAudit(api.db)).toMatchObject([
      {
        action: 'detailed_view',
        messageId: message.id,
        accessedFields: ['name', 'email', 'message', 'notes'],
      },
    ]);
    const again = await admin.get(`messages/${message.id}`);
    expect(again.body.timeline).toHaveLength(1);
    expect(again.body).toMatchObject({ access_count: 1, last_accessed_at: expect.any(String) });
  });

  it('answers what came from the same address, however it is written', async ({ api, admin }) => {
    const order = await buildOrder(api.db, {
      email: 'GOKCE@example.com',
      createdAt: '2026-10-01T08:00:00Z',
    });
    const { id } = await buildMessage(api.db, { email: 'gokce@example.com' });
    const { body } = await admin.get(`messages/${id}`);
    expect(body.previous).toEqual([
      {
        kind: 'order',
        id: order.id,
        reference: order.reference,
        service_type: 'Business Dashboards',
        status: 'new',
        created_at: '2026-10-01T08:00:00.000Z',
      },
    ]);
  });

  it('leaves a message that was responded to as it is', async ({ api, admin }) => {
    const respondedAt = '2026-11-01T10:00:00.000Z';
    const { id } = await buildMessage(api.db, { status: 'responded', respondedAt });
    const { body } = await admin.get(`messages/${id}`);
    expect(body).toMatchObject({ status: 'responded', responded_at: respondedAt, timeline: [] });
  });

  it('is read once, however many open it at the same time', async ({ api, admin }) => {
    const { id } = await buildMessage(api.db);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 3 === 0
          ? admin.post('messages/bulk-status', { ids: [id], status: 'read' })
          : admin.get(`messages/${id}`),
      ),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const { body } = await admin.get(`messages/${id}`);
    expect(body.timeline).toHaveLength(1);
    expect(body.access_count).toBe(6);
  });
});

describe('PATCH messages/{id}', () => {
  it('keeps when it was responded to, and forgets it when moved back', async ({ api, admin }) => {
    const { id } = await buildMessage(api.db);
    const responded = await admin.patch(`messages/${id}`, { status: 'responded' });
    expect(responded.status).toBe(200);
    expect(responded.body.message).toBeUndefined();
    const at = responded.body.responded_at;
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(10_000);
    const again = await admin.patch(`messages/${id}`, { status: 'responded', notes: 'x' });
    expect(again.body).toMatchObject({ responded_at: at, notes: 'x' });
    for (const status of ['read', 'new']) {
      await admin.patch(`messages/${id}`, { status: 'responded' });
      const moved = await admin.patch(`messages/${id}`, { status });
      expect(moved.body).toMatchObject({ status, responded_at: null });
    }
    expect(
      (await admin.get(`messages/${id}`)).body.timeline.map((change: Record<string, string>) => [
        change['old_status'],
        change['new_status'],
      ]),
    ).toEqual([
      ['new', 'read'],
      ['responded', 'new'],
      ['read', 'responded'],
      ['responded', 'read'],
      ['new', 'responded'],
    ]);
    expect((await readAudit(api.db))[0]).toMatchObject({ action: 'update', messageId: id });
  });

  it('does not write over notes that someone else has changed since', async ({ api, admin }) => {
    const { id } = await buildMessage(api.db, { notes: 'A' });
    const write = (notes: string, old_notes: string) =>
      admin.patch(`messages/${id}`, { notes, old_notes });
    expect((await write('B', 'A')).status).toBe(200);
    expect((await write('C', 'A')).status).toBe(409);
    expect((await admin.get(`messages/${id}`)).body.notes).toBe('B');
  });

  it.for([
    ['status', 'in-progress', 'This status is not known'],
    ['notes', 'x'.repeat(10_001), 'Notes must be at most 10,000 characters'],
    ['message', 'changed', 'This field is not known'],
  ] as const)('refuses %s', async ([field, value, message], { api, admin }) => {
    const { id } = await buildMessage(api.db);
    const { status, body } = await admin.patch(`messages/${id}`, { [field]: value });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({ [field]: message });
    expect((await admin.patch(`messages/${id}`, {})).status).toBe(400);
  });
});

describe('POST messages/bulk-status', () => {
  it('marks as read what can be marked and says what became of each', async ({ api, admin }) => {
    const fresh = await buildMessage(api.db);
    const read = await buildMessage(api.db, { status: 'read' });
    const responded = await buildMessage(api.db, {
      status: 'responded',
      respondedAt: '2026-11-01',
    });
    const gone = uuidV7();
    const { status, body } = await admin.post('messages/bulk-status', {
      ids: [fresh.id, gone, read.id, responded.id],
      status: 'read',
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: fresh.id, result: 'changed', old_status: 'new' },
      { id: gone, result: 'not_found', old_status: null },
      { id: read.id, result: 'unchanged', old_status: 'read' },
      { id: responded.id, result: 'changed', old_status: 'responded' },
    ]);
    expect((await admin.get(`messages/${responded.id}`)).body).toMatchObject({
      status: 'read',
      responded_at: null,
      timeline: [{ old_status: 'responded', new_status: 'read' }],
    });
  });

  it('refuses what is no choice of rows', async ({ admin }) => {
    for (const ids of [[], ['x'], null, Array.from({ length: 101 }, () => uuidV7())]) {
      const response = await admin.post('messages/bulk-status', { ids, status: 'read' });
      expect(response.status).toBe(400);
      expect(response.body.error.fields).toEqual({ ids: 'Choose 1 to 100 rows' });
    }
  });
});

describe('POST messages/bulk-status with a filter', () => {
  // Not by the call: opening a message marks it as read.
  async function readStatus(api: TestApp, id: string): Promise<string> {
    const { status } = await api.db
      .selectFrom('contactMessages')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status;
  }

  it('marks as read all that the filter finds', async ({ api, admin }) => {
    const fresh = await buildMessage(api.db, { message: 'The invoices of Selin Kaya' });
    const responded = await buildMessage(api.db, {
      message: 'More invoices of Selin Kaya',
      status: 'responded',
      respondedAt: '2026-11-01',
    });
    const read = await buildMessage(api.db, { name: 'Selin Kaya', status: 'read' });
    const other = await buildMessage(api.db);
    const { status, body } = await admin.post('messages/bulk-status', {
      filter: { search: 'selin kaya' },
      expected_total: 3,
      status: 'read',
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: read.id, result: 'unchanged', old_status: 'read' },
      { id: responded.id, result: 'changed', old_status: 'responded' },
      { id: fresh.id, result: 'changed', old_status: 'new' },
    ]);
    expect((await readAudit(api.db)).at(-1)).toMatchObject({
      action: 'update',
      messageId: null,
      accessedFields: ['status'],
      searchQuery: 'selin kaya',
    });
    expect((await admin.get(`messages/${responded.id}`)).body).toMatchObject({
      status: 'read',
      responded_at: null,
      timeline: [{ old_status: 'responded', new_status: 'read' }],
    });
    expect(await readStatus(api, other.id)).toBe('new');
  });

  it('changes nothing when the list has changed, or is too long', async ({ api, admin }) => {
    const { id } = await buildMessage(api.db, { isSuspect: true });
    const bodyOf = (expectedTotal: number) => ({
      filter: { suspect: '1' },
      expected_total: expectedTotal,
      status: 'read',
    });
    const changed = await admin.post('messages/bulk-status', bodyOf(2));
    expect(changed.status).toBe(409);
    expect(changed.body.error.message).toMatch(/^The list has changed since it was shown/);
    const long = await admin.post('messages/bulk-status', bodyOf(1_001));
    expect(long.status).toBe(422);
    expect(long.body.error.message).toMatch(/^At most 1,000 rows can be changed at once/);
    expect(await readStatus(api, id)).toBe('new');
    expect((await admin.post('messages/bulk-status', bodyOf(1))).status).toBe(200);
  });
});

describe('GET messages/export.csv', () => {
  it('writes every row of the filter with its whole text, and no formula', async ({
    api,
    admin,
  }) => {
    const text = `@SUM(1+1) ${'x'.repeat(150)}\nsecond "line", end`;
    const message = await buildMessage(api.db, {
      name: '-2+3',
      message: text,
      status: 'responded',
      respondedAt: '2026-11-02T10:00:00Z',
      notes: 'Note',
    });
    await buildMessage(api.db);
    const response = await admin.raw('GET', 'messages/export.csv?status=responded');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/filename="messages_[\d-]+\.csv"/);
    expect(parseCsv(await response.text())).toEqual([
      [
        'Reference',
        'Date',
        'Sender',
        'Email',
        'Message',
        'Status',
        'Responded',
        'Suspect',
        'Classification',
        'Retention Until',
        'Notes',
      ],
      [
        messageReference(message.id),
        message.createdAt.toISOString(),
        `'-2+3`,
        message.email,
        `'${text}`,
        'Responded',
        '2026-11-02T10:00:00.000Z',
        'No',
        'confidential',
        message.retentionExpiresAt.toISOString(),
        'Note',
      ],
    ]);
    expect(await readAudit(api.db)).toMatchObject([
      { action: 'export', accessedFields: ['name', 'email', 'message', 'notes'] },
    ]);
  });
});

it('gives no data and changes nothing where the audit cannot be written', async ({
  api,
  admin,
}) => {
  const { id } = await buildMessage(api.db, { name: 'Hidden Person' });
  await withoutAudit(api.db, async () => {
    const responses = [
      await admin.raw('GET', 'messages'),
      await admin.raw('GET', 'messages/count?search=hidden'),
      await admin.raw('GET', `messages/${id}`),
      await admin.raw('GET', 'messages/export.csv'),
      await admin.raw('PATCH', `messages/${id}`, { status: 'responded', notes: 'x' }),
      await admin.raw('POST', 'messages/bulk-status', { ids: [id], status: 'read' }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/Hidden|invoicing/);
    }
  });
  const row = await api.db.selectFrom('contactMessages').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'new', notes: null, respondedAt: null, accessCount: 0 });
  expect(await api.db.selectFrom('leadStatusChanges').selectAll().execute()).toEqual([]);
});
