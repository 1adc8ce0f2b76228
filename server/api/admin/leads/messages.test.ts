import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { messageReference } from '#shared/messages/reference.ts';
import { listField } from '#tests/support/admin-requests.ts';
import {
  buildMessage,
  parseCsv,
  readAudit,
  emptyAudit,
} from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';

it.beforeEach(async ({ api }) => {
  for (const table of ['orders', 'contactMessages'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  await emptyAudit(api.db);
});

/** The columns that the list and the detail of a message have. */
const columnsOf = (message: Awaited<ReturnType<typeof buildMessage>>) => ({
  id: message.id,
  reference: messageReference(message.id),
  name: message.name,
  email: message.email,
  created_at: message.createdAt.toISOString(),
  responded_at: null,
  data_classification: 'confidential',
  access_count: 0,
  last_accessed_at: null,
  retention_expires_at: message.retentionExpiresAt.toISOString(),
});

type StatusChange = { new_status: string };

it('lists rows with the beginning of the text only', async ({ api, admin }) => {
  const message = await buildMessage(api.db, {
    name: 'Gökçe Demir',
    message: `${'😀'.repeat(99)}ab THE REST`,
    notes: 'secret note',
    isSuspect: true,
  });
  const preview = `${'😀'.repeat(99)}a…`;
  const row = { ...columnsOf(message), preview, status: 'new', is_suspect: true };
  const { status, body } = await admin.get('messages');
  expect([status, body]).toEqual([200, { items: [row], next_cursor: null }]);
  for (const length of [99, 100, 101]) {
    await buildMessage(api.db, { message: 'ğ'.repeat(length) });
    const [preview] = await listField(admin, 'messages', 'preview');
    expect(preview).toBe(length > 100 ? `${'ğ'.repeat(100)}…` : 'ğ'.repeat(length));
  }
});

it('finds a message by its reference, and another that names it', async ({ api, admin }) => {
  const { id } = await buildMessage(api.db, { name: 'Named' });
  const reference = messageReference(id);
  await buildMessage(api.db, { name: 'Naming', message: `Do you have my message ${reference}?` });
  await buildMessage(api.db);
  for (const search of [reference, reference.toLowerCase(), ` ${reference}  `]) {
    const query = `search=${encodeURIComponent(search)}`;
    expect(await listField(admin, `messages?${query}`, 'name')).toEqual(['Naming', 'Named']);
    expect((await admin.get(`messages/count?${query}`)).body.total, search).toBe(2);
  }
  expect(await listField(admin, `messages?search=${messageReference(uuidV7())}`)).toEqual([]);
});

it('opens a message with everything, and makes a new one read once', async ({ api, admin }) => {
  const text = `${'x'.repeat(200)} the end`;
  const given = { email: 'gokce@example.com', message: text, notes: 'Call first' };
  const message = await buildMessage(api.db, given);
  const { status, body } = await admin.get(`messages/${message.id}`);
  const id = expect.any(String);
  const by = { admin_user_id: admin.adminUserId, admin_username: admin.username };
  const opened = {
    ...columnsOf(message),
    ...given,
    status: 'read',
    is_suspect: false,
    suspect_reasons: [],
    timeline: [{ ...by, id, created_at: id, old_status: 'new', new_status: 'read' }],
    previous: [],
  };
  expect([status, body]).toEqual([200, opened]);
  const again = { ...opened, access_count: 1, last_accessed_at: expect.any(String) };
  expect((await admin.get(`messages/${message.id}`)).body).toEqual(again);
});

it('leaves the status on a refresh, and of a responded message', async ({ api, admin }) => {
  const { id } = await buildMessage(api.db);
  const background = { 'x-admin-background': '1' };
  const refreshed = await admin.raw('GET', `messages/${id}`, undefined, background);
  expect(await refreshed.json()).toMatchObject({ status: 'new', timeline: [] });
  expect(await readAudit(api.db)).toMatchObject([{ action: 'detailed_view' }]);
  const response = { status: 'responded', respondedAt: '2026-11-01T10:00:00.000Z' } as const;
  const responded = await buildMessage(api.db, response);
  const unchanged = { status: 'responded', responded_at: response.respondedAt, timeline: [] };
  expect((await admin.get(`messages/${responded.id}`)).body).toMatchObject(unchanged);
});

it('reads a message once, however many open it at the same time', async ({ api, admin }) => {
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

it('keeps when it was responded to, and forgets it when moved back', async ({ api, admin }) => {
  const { id } = await buildMessage(api.db);
  const patch = (body: object) => admin.patch(`messages/${id}`, body);
  const at = (await patch({ status: 'responded' })).body.responded_at;
  expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(10_000);
  const again = await patch({ status: 'responded', notes: 'x' });
  expect(again.body).toMatchObject({ responded_at: at, notes: 'x' });
  const reset = { status: 'read', responded_at: null };
  expect((await patch({ status: 'read' })).body).toMatchObject(reset);
  await patch({ status: 'responded' });
  await admin.post('messages/bulk-status', { ids: [id], status: 'read' });
  const { body } = await admin.get(`messages/${id}`);
  expect(body).toMatchObject(reset);
  const changes = body.timeline.map((change: StatusChange) => change.new_status);
  expect(changes).toEqual(['read', 'responded', 'read', 'responded']);
});

it('exports every row of the filter with its text, and no formula', async ({ api, admin }) => {
  const text = `@SUM(1+1) ${'x'.repeat(150)}\nsecond "line", end`;
  const respondedAt = '2026-11-02T10:00:00.000Z';
  const changes = { name: '-2+3', message: text, notes: 'Note', status: 'responded' } as const;
  const message = await buildMessage(api.db, { ...changes, respondedAt });
  await buildMessage(api.db);
  const response = await admin.raw('GET', 'messages/export.csv?status=responded');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/filename="messages_[\d-]+\.csv"/);
  const [heading, ...records] = parseCsv(await response.text());
  expect(heading?.join()).toBe(
    'Reference,Date,Sender,Email,Message,Status,Responded,Suspect,Classification,Retention Until,Notes',
  );
  expect(records).toEqual([
    [
      messageReference(message.id),
      message.createdAt.toISOString(),
      `'-2+3`,
      message.email,
      `'${text}`,
      'Responded',
      respondedAt,
      'No',
      'confidential',
      message.retentionExpiresAt.toISOString(),
      'Note',
    ],
  ]);
  const accessedFields = ['name', 'email', 'message', 'notes'];
  expect(await readAudit(api.db)).toMatchObject([{ action: 'export', accessedFields }]);
});
