import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { TEMPLATE_MESSAGES } from '#shared/conversations/messages.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import {
  type AdminRequests,
  expectError,
  listField,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { ENQUIRY_KINDS } from '#tests/support/enquiry-kinds.ts';
import { snakeCaseNames } from '#shared/lib/case.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { insertRows, readRow, readRows } from '#tests/support/database/rows.ts';

async function sendWithKey(person: AdminRequests, path: string, body: unknown, given?: string) {
  const key = given ?? randomUUID();
  return { key, ...(await person.post(path, body, { 'idempotency-key': key })) };
}

async function openConversation(person: AdminRequests, lead: string) {
  const { status, body } = await person.get(`${lead}/conversation`);
  expect(status).toBe(200);
  return body;
}

async function reply(person: AdminRequests, lead: string, words: object = {}, key?: string) {
  const { last_word_at } = await openConversation(person, lead);
  const body = { body: 'Yes, on Tuesday.', last_word_at, ...words };
  return sendWithKey(person, `${lead}/replies`, body, key);
}

const MAIL_COLUMNS = ['kind', 'nextAttemptAt', 'createdAt', 'conversationId'] as const;

const listMails = ({ db }: TestApp, entryId: string) =>
  readRows(db, 'outboxMails', MAIL_COLUMNS, { entryId });

const isWord = ({ kind }: { kind: string }) => kind !== 'viewed';

const at = (time: string) => `2026-11-02T${time}.000Z`;

type View = { kind: string; admin_username: string; created_at: string; view_count: number };

const readLead = async (person: AdminRequests, lead: string) => (await person.get(lead)).body;

describe.each(ENQUIRY_KINDS)('a reply to one of $path', (enquiryKind) => {
  const { path, build, column, afterReply: after } = enquiryKind;
  const buildLead = async ({ db }: TestApp) => `${path}/${(await build(db)).id}`;

  it('is queued until it cannot be undone, and ends the deadline', async ({ api, admin }) => {
    const { id, email } = await build(api.db);
    const lead = `${path}/${id}`;
    const { status, key } = await reply(admin, lead);
    expect(status).toBe(201);
    const view = await openConversation(admin, lead);
    expect(view).toMatchObject({ due_at: null, last_word: 'team', waiting_since: null });
    expect(view.first_response_at).toBe(view.last_word_at);
    const said = view.items.find((item: { kind: string }) => item.kind === 'reply');
    expect(said).toMatchObject({
      id: key,
      body: 'Yes, on Tuesday.',
      admin_username: admin.username,
      mail_status: 'pending',
      mail_recipient: email,
    });
    expect((await readLead(admin, lead)).status).toBe(after);
    const mails = await listMails(api, key);
    expect(mails).toMatchObject([{ kind: 'conversations.reply', conversationId: view.id }]);
    const delay = Number(mails[0]?.nextAttemptAt) - Number(mails[0]?.createdAt);
    expect(delay).toBeGreaterThan(9_000);
    expect(delay).toBeLessThan(11_000);
  });

  it('can be undone by its author until its mail is leased', async ({ api, admin }) => {
    const murat = await signedInRequests(api);
    const lead = await buildLead(api);
    const statusBefore = (await readLead(admin, lead)).status;
    const before = await openConversation(admin, lead);
    const { key } = await reply(admin, lead);
    expect((await murat.remove(`${lead}/replies/${key}`)).status).toBe(404);
    expect((await admin.remove(`${lead}/replies/${key}`)).status).toBe(200);
    const restored = await openConversation(admin, lead);
    for (const name of ['due_at', 'first_response_at', 'last_word', 'last_word_at']) {
      expect([name, restored[name]]).toEqual([name, before[name]]);
    }
    expect((await readLead(admin, lead)).status).toBe(statusBefore);
    expect(await listMails(api, key)).toEqual([]);
    expect((await admin.remove(`${lead}/replies/${key}`)).status).toBe(404);

    const second = await reply(admin, lead);
    for (const sent of [
      { lockedUntil: new Date(Date.now() + 60_000), attempts: 1 },
      // It came back, and waits to be sent again.
      { lockedUntil: null, attempts: 0, sentAt: new Date() },
    ]) {
      const mail = api.db.updateTable('outboxMails').set(sent);
      await mail.where('entryId', '=', second.key).execute();
      const late = await admin.remove(`${lead}/replies/${second.key}`);
      expectError(late, 409, expect.stringContaining('already being sent'));
      expect((await openConversation(admin, lead)).last_word).toBe('team');
    }
  });

  it('is shown as saved when there is no mail server', async ({ api, admin }) => {
    const lead = await buildLead(api);
    const { key } = await reply(admin, lead);
    for (const [transport, shown] of [
      ['file', 'saved'],
      ['smtp', 'sent'],
    ] as const) {
      const sent = { status: 'sent', transport, sentAt: new Date() } as const;
      await api.db.updateTable('outboxMails').set(sent).where('entryId', '=', key).execute();
      const { items } = await openConversation(admin, lead);
      expect(items).toContainEqual(expect.objectContaining({ id: key, mail_status: shown }));
    }
  });

  it('is the same when sent again, and shares its key with no other', async ({ api, admin }) => {
    const lead = await buildLead(api);
    const { last_word_at } = await openConversation(admin, lead);
    const body = { body: 'Yes.', last_word_at };
    const { key } = await sendWithKey(admin, `${lead}/replies`, body);
    expect((await sendWithKey(admin, `${lead}/replies`, body, key)).status).toBe(201);
    const stale = await sendWithKey(admin, `${lead}/replies`, { ...body, body: 'No.' }, key);
    expectError(stale, 409, expect.stringContaining(`${admin.username} has replied`));
    expect((await reply(admin, lead, { body: 'No.' }, key)).status).toBe(422);
    expect((await sendWithKey(admin, `${lead}/notes`, { body: 'Yes.' }, key)).status).toBe(422);
    const note = { body: 'Called.' };
    const first = await sendWithKey(admin, `${lead}/notes`, note);
    expect((await sendWithKey(admin, `${lead}/notes`, note, first.key)).status).toBe(201);
    expect(await listMails(api, key)).toHaveLength(1);
    const second = await buildLead(api);
    for (let round = 0; round < 5; round += 1) {
      const sharedKey = randomUUID();
      const words = { body: 'Yes.' };
      const responses = await Promise.all([
        reply(admin, lead, words, sharedKey),
        sendWithKey(admin, `${second}/notes`, words, sharedKey),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    }
  });

  it('is rejected with what came since its author has read', async ({ api, admin }) => {
    const murat = await signedInRequests(api);
    const lead = await buildLead(api);
    const { last_word_at } = await openConversation(murat, lead);
    await reply(admin, lead, { body: 'Selin has said it.' });
    const late = await sendWithKey(murat, `${lead}/replies`, { body: 'Me too.', last_word_at });
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain(`${admin.username} has replied in the meantime`);
    expect(late.body.error.message).toContain('Selin has said it.');
    expect((await reply(murat, lead, { body: 'Now knowing.' })).status).toBe(201);
    const unsaid = { body: 'To what?', last_word_at: '9999-12-31T23:59:59.999Z' };
    expect((await sendWithKey(murat, `${lead}/replies`, unsaid)).status).toBe(409);
    const [latest] = (await openConversation(murat, lead)).items;
    expect(latest).toMatchObject({ body: 'Now knowing.', admin_username: murat.username });
  });

  it('is rejected by name while it contains variables', async ({ api, admin }) => {
    const lead = await buildLead(api);
    const raw = await reply(admin, lead, { body: 'Dear {name}, by { Deadline }. {id}' });
    expect(raw.status).toBe(400);
    expect(raw.body.error.fields.body).toContain('still contains {name}, { Deadline }.');
    expect((await reply(admin, lead, { body: 'Dear Selin, {id}' })).status).toBe(201);
  });

  it('can be recorded as given elsewhere, without a mail', async ({ api, admin }) => {
    const lead = await buildLead(api);
    const { last_word_at } = await openConversation(admin, lead);
    const { status, key } = await sendWithKey(admin, `${lead}/answered-elsewhere`, {
      body: 'By phone.',
      last_word_at,
    });
    expect(status).toBe(201);
    const view = await openConversation(admin, lead);
    expect(view.items.find((item: { id: string }) => item.id === key)).toMatchObject({
      via: 'elsewhere',
      mail_status: null,
    });
    expect(view).toMatchObject({ last_word: 'team', due_at: null });
    expect((await readLead(admin, lead)).status).toBe(after);
    expect((await admin.remove(`${lead}/replies/${key}`)).status).toBe(200);
  });

  it('takes files along, to be downloaded from the conversation', async ({ api, admin }) => {
    const lead = await buildLead(api);
    const key = randomUUID();
    const form = new FormData();
    form.set('file', new File(['%PDF-1.7 offer'], 'Teklif ş.pdf'));
    const stored = await sendWithKey(admin, 'reply-files', form, key);
    expect(stored.status).toBe(201);
    const wrongKey = await reply(admin, lead, { file_urls: [stored.body.path] });
    expect(wrongKey.status).toBe(400);
    expect((await reply(admin, lead, { file_urls: [stored.body.path] }, key)).status).toBe(201);
    const { items } = await openConversation(admin, lead);
    const [file] = items.find((item: { id: string }) => item.id === key).files;
    expect(file).toMatchObject({ name: 'Teklif ş.pdf', content_type: 'application/pdf' });
    const download = await admin.raw('GET', `${lead}/attachments/${file.id}`);
    expect(await download.text()).toBe('%PDF-1.7 offer');
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await admin.get(`${lead}/attachments/${uuidV7()}`)).status).toBe(404);
    expect((await admin.get(`${path}/${uuidV7()}/conversation`)).status).toBe(404);
    expect((await reply(admin, lead, { body: ' ' })).status).toBe(400);
    expect((await admin.remove(`${lead}/replies/${key}`)).status).toBe(200);
    const row = await readRow(api.db, 'orderAttachments', ['status', 'entryId'], { id: file.id });
    expect(row).toEqual({ status: 'removing', entryId: null });
  });

  it('and what else is done stand in one timeline, read page by page', async ({ api, admin }) => {
    const { id } = await build(api.db);
    const lead = `${path}/${id}`;
    await readLead(admin, lead);
    for (let index = 0; index < 32; index += 1) {
      await sendWithKey(admin, `${lead}/notes`, { body: `Note ${index}` });
    }
    const step = { next_step: 'Send the offer', next_step_on: '2027-01-02' };
    const plan = { assignee_id: admin.adminUserId, ...step };
    await admin.patch(`${lead}/conversation`, plan);
    await reply(admin, lead);
    const first = await openConversation(admin, lead);
    expect(first.items.filter(isWord)).toHaveLength(30);
    expect(first).toMatchObject(plan);
    expect(first.assignees).toContainEqual({ id: admin.adminUserId, username: admin.username });
    const { body: second } = await admin.get(`${lead}/conversation?cursor=${first.next_cursor}`);
    const items = [...first.items, ...second.items];
    expect(second.next_cursor).toBeNull();
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    const kinds = new Set(items.map((item) => item.kind));
    expect(kinds).toEqual(new Set(['assigned', 'note', 'reply', 'status', 'viewed']));
    expect(items.filter((item) => item.kind === 'note')).toHaveLength(32);
    const times: string[] = items.map((item) => item.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const viewed = { [column]: id, action: 'view' as const };
    const audit = await readRows(api.db, 'contactMessageAudit', ['accessedFields'], viewed);
    expect(audit.length).toBeGreaterThan(2);
    expect(audit).toEqual(audit.map(() => ({ accessedFields: ['conversation'] })));
  });

  it('and the views by person and hour, outside the page size', async ({ api, admin }) => {
    const { db } = api;
    const murat = await signedInRequests(api);
    const { id } = await build(db);
    const lead = `${path}/${id}`;
    const { id: conversationId } = await openConversation(admin, lead);
    const notes = Array.from({ length: 31 }, (_, minute) => ({
      id: uuidV7(),
      conversationId,
      kind: 'note',
      via: 'panel' as const,
      createdAt: at(`10:${String(minute).padStart(2, '0')}:00`),
    }));
    await db.insertInto('conversationEntries').values(notes).execute();
    const viewTimes: [AdminRequests, string[]][] = [
      [admin, ['09:10:00', '09:20:00', '11:10:00', '11:50:00']],
      // The first one of this hour is older than what the first page ends with.
      [murat, ['10:00:30', '10:45:00', '11:20:00']],
    ];
    const action = 'detailed_view' as const;
    const views = viewTimes.flatMap(([{ adminUserId }, times]) =>
      times.map((time) => ({ createdAt: at(time), adminUserId, action, [column]: id })),
    );
    const rows = views.map((view) => ({ ...view, hash: Buffer.alloc(32) }));
    await insertRows(db, 'contactMessageAudit', rows);
    const first = await openConversation(admin, lead);
    const { body: second } = await admin.get(`${lead}/conversation?cursor=${first.next_cursor}`);
    const shown = ({ items }: { items: View[] }) =>
      items.map((item) =>
        isWord(item) ? 'note' : [item.admin_username, item.created_at, item.view_count],
      );
    expect(shown(first)).toEqual([
      [admin.username, at('11:50:00'), 2],
      [murat.username, at('11:20:00'), 1],
      [murat.username, at('10:45:00'), 2],
      ...Array.from({ length: 30 }, () => 'note'),
    ]);
    expect(shown(second)).toEqual(['note', [admin.username, at('09:20:00'), 2]]);
    expect(second.next_cursor).toBeNull();
  });
});

describe('an order made of a message', () => {
  /** Makes an order of a new message. */
  async function convert(person: AdminRequests, changes: Parameters<typeof buildMessage>[1] = {}) {
    const message = await buildMessage(person.api.db, changes);
    const { id, name, email } = message;
    const order = snakeCaseNames(buildOrderInput({ fullName: name, email }));
    const made = await person.post(`messages/${id}/order`, order);
    expect(made.status).toBe(201);
    return { ...message, made, lead: `messages/${id}` };
  }

  it('goes on with its conversation, and is made once', async ({ api, admin }) => {
    const { id, name, email } = await buildMessage(api.db);
    const lead = `messages/${id}`;
    const { key } = await reply(admin, lead, { body: 'Then let us begin.' });
    const order = snakeCaseNames(buildOrderInput({ fullName: name, email }));
    const unaccepted = { ...order, terms_accepted: false };
    expect((await admin.post(`${lead}/order`, unaccepted)).status).toBe(400);
    expect((await admin.post(`messages/${uuidV7()}/order`, order)).status).toBe(404);
    const made = await admin.post(`${lead}/order`, order);
    const { reference } = made.body;
    expect([made.status, reference]).toEqual([201, expect.stringMatching(/^V-/)]);
    expect((await admin.post(`${lead}/order`, order)).body).toEqual(made.body);
    const ofOrder = await openConversation(admin, `orders/${made.body.id}`);
    const ofMessage = await openConversation(admin, lead);
    const shared = { id: ofMessage.id, message_id: id, order_reference: reference };
    expect(ofOrder).toMatchObject(shared);
    const ids = ({ items }: { items: { id: string }[] }) => items.map((item) => item.id);
    expect(ids(ofOrder)).toEqual(ids(ofMessage));
    expect(ids(ofOrder)).toContain(key);
    expect((await readLead(admin, `orders/${made.body.id}`)).status).toBe('in-progress');
  });

  it('is made whatever key its sender used, and ends the deadline', async ({ api, admin }) => {
    const id = uuidV7();
    await buildOrder(api.db, { idempotencyKey: id });
    const { lead, made } = await convert(admin, { id });
    const waits = { waitingSince: new Date(), dueAt: new Date() };
    await api.db.updateTable('conversations').set(waits).where('messageId', '=', id).execute();
    await admin.patch(lead, { status: 'responded' });
    expect((await openConversation(admin, lead)).due_at).not.toBeNull();
    await admin.patch(`orders/${made.body.id}`, { status: 'completed' });
    expect((await openConversation(admin, lead)).due_at).toBeNull();
  });

  it('marks its message as genuine, with deadline and receipt', async ({ api, admin }) => {
    const suspicion = { isSuspect: true, suspectReasons: ['links'] };
    const suspect = await buildMessage(api.db, suspicion);
    expect((await openConversation(admin, `messages/${suspect.id}`)).due_at).toBeNull();
    const { lead, email, made } = await convert(admin, suspicion);
    const view = await openConversation(admin, `orders/${made.body.id}`);
    expect(view.due_at).not.toBeNull();
    expect(view.items.filter((item: { kind: string }) => item.kind === 'mail')).toMatchObject([
      { mail_kind: 'messages.confirmation', mail_recipient: email },
    ]);
    expect((await readLead(admin, lead)).is_suspect).toBe(false);
  });

  it('is found by the reference of its message, and blocks it no note', async ({ api, admin }) => {
    await buildOrder(api.db);
    const { id, made, lead } = await convert(admin);
    const search = messageReference(id);
    expect(await listField(admin, `orders?search=${search}`)).toEqual([made.body.id]);
    expect(await listField(admin, `messages?search=${search}`)).toEqual([id]);
    const paths = [`${lead}/notes`, `orders/${made.body.id}/notes`];
    const notes = Array.from({ length: 20 }, (_, index) =>
      sendWithKey(admin, paths[index % 2] ?? '', { body: 'Call them.' }),
    );
    const statuses = (await Promise.all(notes)).map((response) => response.status);
    expect(statuses).toEqual(notes.map(() => 201));
  });
});

it('lists, saves, renames and deletes templates of any administrator', async ({ api, admin }) => {
  const murat = await signedInRequests(api);
  const created = await admin.post('reply-templates', { name: 'Thanks', body: 'Hello {name}' });
  expect(created.status).toBe(201);
  const other = await admin.post('reply-templates', { name: 'Offer', body: 'Our offer' });
  const taken = await murat.post('reply-templates', { name: 'THANKS', body: 'x' });
  expect(taken).toMatchObject({
    status: 409,
    body: { error: { fields: { name: TEMPLATE_MESSAGES.nameTaken } } },
  });
  const path = `reply-templates/${created.body.id}`;
  expect((await murat.patch(path, { name: 'offer' })).status).toBe(409);
  expect((await murat.patch(path, { name: 'A thank you' })).body).toMatchObject({
    name: 'A thank you',
    body: 'Hello {name}',
  });
  expect(await listField(murat, 'reply-templates', 'name')).toEqual(['A thank you', 'Offer']);
  for (const { id } of [created.body, other.body]) {
    expect((await murat.remove(`reply-templates/${id}`)).status).toBe(200);
    expect((await murat.remove(`reply-templates/${id}`)).status).toBe(404);
  }
  expect((await admin.post('reply-templates', { name: ' ', body: '' })).status).toBe(400);
  const unknown = await admin.post('reply-templates', { name: 'x', body: '{name} {vorname}' });
  expect(unknown.body.error.fields.body).toContain('{vorname} is not a variable.');
});

it('a suspect that is reopened has no deadline', async ({ api, admin }) => {
  const { id } = await buildMessage(api.db, { isSuspect: true, suspectReasons: ['links'] });
  await openConversation(admin, `messages/${id}`);
  for (const status of ['responded', 'read']) await admin.patch(`messages/${id}`, { status });
  expect((await openConversation(admin, `messages/${id}`)).due_at).toBeNull();
});
