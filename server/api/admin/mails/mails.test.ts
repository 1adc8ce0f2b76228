import { v7 as uuidV7 } from 'uuid';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { describe, expect } from 'vitest';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { codeOf } from '#server/services/privacy/confirm-request.ts';
import { SAMPLE_MAILS } from '#shared/mails/values.ts';
import { CONFIRM_PATH } from '#shared/tracking/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildServiceContext } from '#tests/support/leads.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { listField, listPages, signedInRequests } from '#tests/support/admin-requests.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

type Changes = { status?: 'pending' | 'sent' | 'failed' | 'expired'; recipient?: string };

async function addMail(db: Kysely<DB>, changes: Changes = {}) {
  const [id, messageId] = [uuidV7(), uuidV7()];
  await insertRows(db, 'contactMessages', { id: messageId, ...buildMessageInput() });
  const kind = changes.recipient === 'team' ? 'messages.notify-team' : 'messages.confirmation';
  const mail = { kind, recipient: 'gokce@example.com', ...changes };
  await insertRows(db, 'outboxMails', { id, ...mail, payload: JSON.stringify({ messageId }) });
  return { id, messageId };
}

const lookedAt = (db: Kysely<DB>, adminUserId: string) =>
  readRows(db, 'contactMessageAudit', '*', { adminUserId }, 'sequence');

it.beforeEach(({ api }) => api.db.deleteFrom('outboxMails').execute());

describe('GET mails', () => {
  it('lists the newest first, page by page, and is in the audit', async ({ api, admin }) => {
    const added = [];
    for (const recipient of ['first@example.com', 'team', 'third@example.com']) {
      added.push(await addMail(api.db, { recipient }));
    }
    const items = await listPages(admin, 'mails?limit=2');
    expect(items.map(({ id }) => id)).toEqual(added.toReversed().map(({ id }) => id));
    const { messageId = '' } = added[1] ?? {};
    const label = `Message ${messageReference(messageId)}, Gökçe Demir`;
    expect(items[1]).toMatchObject({
      kind: 'messages.notify-team',
      recipients: ['no-reply@localhost'],
      status: 'pending',
      transport: null,
      attempts: 0,
      about: { kind: 'message', id: messageId, label },
    });
    expect(await lookedAt(api.db, admin.adminUserId)).toHaveLength(2);
  });

  it('finds mails by status, recipient and name, not by a wrong status', async ({ api, admin }) => {
    await addMail(api.db, { status: 'failed', recipient: '50%_off@example.com' });
    const { messageId } = await addMail(api.db, { status: 'expired' });
    const count = async (query: string) => (await listField(admin, `mails?${query}`)).length;
    expect(await count('status=failed')).toBe(1);
    expect(await count('search=50%25_OFF')).toBe(1);
    expect(await count('search=g%C3%B6k%C3%A7e')).toBe(2);
    // As in the lists of enquiries: without the marks of Turkish letters, and what somebody wrote.
    expect(await count('search=GOKCE+DEMIR')).toBe(2);
    expect(await count(`search=${buildMessageInput().message.slice(0, 20)}`)).toBe(2);
    expect(await count('search=%25')).toBe(1);
    expect(await count(`search=+${messageReference(messageId).toLowerCase()}+`)).toBe(1);
    expect(await count('search=nobody')).toBe(0);
    expect((await admin.get('mails?status=lost')).status).toBe(400);
  });
});

describe('GET mails/{id}', () => {
  it('shows content that runs nothing, none once its enquiry is gone', async ({ api, admin }) => {
    const { id, messageId } = await addMail(api.db);
    const { body } = await admin.get(`mails/${id}`);
    expect(body.preview.subject).toBe(`We have your message ${messageReference(messageId)}`);
    expect(body.preview.text).toContain('Your message has arrived');
    expect(body.preview.html).toContain('Your message has arrived');
    expect(body.preview.html).toContain('data-style="');
    expect(body.preview.html).not.toMatch(/ style=|<style| href=|<script/u);
    expect(body.preview.css).toContain('prefers-color-scheme: dark');
    const accessedFields = ['outbox_mails.recipient', 'outbox_mails.text'];
    const entry = { action: 'detailed_view', messageId, accessedFields };
    expect((await lookedAt(api.db, admin.adminUserId)).at(-1)).toMatchObject(entry);
    await api.db.deleteFrom('contactMessages').where('id', '=', messageId).execute();
    const left = { status: 200, body: { preview: null, about: null } };
    expect(await admin.get(`mails/${id}`)).toMatchObject(left);
    expect((await admin.get(`mails/${uuidV7()}`)).status).toBe(404);
  });
});

it('shows nobody a link that invites or confirms, in any kind of mail', async ({ api, admin }) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const { email, conversationId } = await sendMessage(ctx);
  const requestId = uuidV7();
  const request = { conversationId, kind: 'person-export', email } as const;
  await insertRows(api.db, 'trackingRequests', { id: requestId, ...request });
  const payload = { requestId, conversationId, conversationIds: [conversationId] };
  const secret = [];
  for (const { value: kind } of SAMPLE_MAILS) {
    const mail = { kind, recipient: email, payload };
    // Other kinds need another payload.
    const content = await composeContent({ ...ctx, ...buildMailSender('') }, mail).catch(
      () => null,
    );
    const isInvitation = kind === 'admin-users.invitation';
    if (!isInvitation && !JSON.stringify(content).includes(CONFIRM_PATH)) continue;
    const id = uuidV7();
    const row = { id, ...mail, payload: JSON.stringify(payload) };
    await api.db.insertInto('outboxMails').values(row).execute();
    const { body } = await admin.get(`mails/${id}`);
    expect(body, kind).toMatchObject({ preview: null, is_secret: true });
    secret.push(kind);
  }
  expect(secret).toHaveLength(5);
});

it('hides links to read and to confirm within the text of a visitor', async ({ api, admin }) => {
  const { trackKey } = buildServiceContext(api.db, api.storage);
  const { id, messageId } = await addMail(api.db, { recipient: 'team' });
  const [token, code] = ['t'.repeat(43), codeOf(trackKey, uuidV7())];
  const links = [
    `/track/${token}`,
    `/track/confirm?code=${code}`,
    `/track/confirm/data.tar?code=${code}`,
  ];
  await updateRows(api.db, 'contactMessages', { id: messageId }, { message: links.join('\n') });
  const { preview } = (await admin.get(`mails/${id}`)).body;
  for (const text of [preview.text, preview.html]) {
    expect(text).toContain('/track/confirm?code=…');
    expect(text).toContain('/track/confirm/data.tar?code=…');
    expect(text).not.toContain(token);
    expect(text).not.toContain(code);
  }
});

it('sends undelivered mails again, and no others', async ({ api, admin }) => {
  const failed = await addMail(api.db, { status: 'failed' });
  const expired = await addMail(api.db, { status: 'expired' });
  const sent = await addMail(api.db, { status: 'sent' });
  const gone = uuidV7();
  const ids = [failed.id, expired.id, sent.id, gone];
  const { body } = await admin.post('mails/resend', { ids });
  const results = body.results.map(({ result }: { result: string }) => result);
  expect(results).toEqual(['changed', 'changed', 'unchanged', 'not_found']);
  const requeued = { status: 'pending', requeuedAt: expect.any(Date) };
  for (const [{ id }, row] of [
    [failed, requeued],
    [expired, requeued],
    [sent, { status: 'sent', requeuedAt: null }],
  ] as const) {
    const columns = ['status', 'requeuedAt'] as const;
    expect(await readRow(api.db, 'outboxMails', columns, { id })).toEqual(row);
  }
  expect((await lookedAt(api.db, admin.adminUserId)).at(-1)?.action).toBe('update');
  expect((await admin.post('mails/resend', { ids: [] })).status).toBe(400);
});

describe('previews and the check', () => {
  it('show every kind with sample data, and that files can be written', async ({ api, admin }) => {
    await loadSampleSiteContent(api.db, { isWanted: true });
    for (const { value: kind } of SAMPLE_MAILS) {
      const { status, body } = await admin.get(`mails/sample?kind=${kind}`);
      expect([status, body.subject], kind).toEqual([200, expect.stringMatching(/./)]);
      expect(body.text).toContain('Vitrin Software');
    }
    expect((await admin.get('mails/sample?kind=toString')).status).toBe(400);
    const inbox = { has_inbox: false, inbox_problem: null };
    const { body } = await admin.post('mails/check');
    expect(body).toEqual({ transport: 'file', problem: null, ...inbox });
    expect((await admin.get('mails/transport')).body).toEqual({ transport: 'file' });
  });

  it('say in words why mails cannot be sent or read, and the state of the inbox', async () => {
    const [smtp, imap] = [await startMailServer(), await startImapServer()];
    await smtp.stop();
    const environment = {
      SMTP_URL: smtp.url,
      IMAP_URL: imap.url.replace(':secret@', ':wrong@'),
      MAIL_FROM: 'hello@vitrin.example',
    };
    const api = await createTestApp({ environment });
    try {
      const admin = await signedInRequests(api);
      expect((await admin.post('mails/check')).body).toMatchObject({
        transport: 'smtp',
        problem: expect.stringContaining('cannot be reached'),
        inbox_problem: expect.stringContaining('Wrong password'),
      });
      const readInbox = async () => (await admin.get('dashboard/system')).body.mails.inbox;
      expect(await readInbox()).toMatchObject({ is_connected: false, last_error: null });
      const name = `visitor-mails@127.0.0.1:${imap.port}/INBOX`;
      const position = { uidValidity: 1, lastUid: 0, checkedAt: new Date() };
      await insertRows(api.db, 'mailInboxes', { name, ...position });
      const nothing = { last_mail_at: null, last_error: null, pending: 0, passed_over: [] };
      expect(await readInbox()).toEqual({ is_connected: true, ...nothing });
      const deferred = { inbox: name, uidValidity: 1, cameAt: new Date(1e12), tries: 9 };
      await insertRows(api.db, 'deferredMails', [
        { ...deferred, uid: 1, nextTryAt: new Date() },
        { ...deferred, uid: 2, nextTryAt: null },
      ]);
      const passedOver = [new Date(1e12).toISOString()];
      expect(await readInbox()).toMatchObject({ pending: 1, passed_over: passedOver });
      const lastError = 'Wrong password';
      await updateRows(api.db, 'mailInboxes', {}, { lastError });
      expect(await readInbox()).toMatchObject({ is_connected: false, last_error: lastError });
    } finally {
      await api.close();
      await imap.stop();
    }
  });
});
