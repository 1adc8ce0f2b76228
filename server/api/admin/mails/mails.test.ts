import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { codeOf } from '#server/services/privacy/codes.ts';
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

type Changes = { status?: 'pending' | 'sent' | 'failed' | 'expired'; recipient?: string };

async function addMail(
  db: Kysely<DB>,
  { recipient = 'gokce@example.com', ...changes }: Changes = {},
) {
  const messageId = uuidV7();
  await db
    .insertInto('contactMessages')
    .values({ id: messageId, ...buildMessageInput() })
    .execute();
  const id = uuidV7();
  await db
    .insertInto('outboxMails')
    .values({
      id,
      kind: recipient === 'team' ? 'messages.notify-team' : 'messages.confirmation',
      recipient,
      payload: JSON.stringify({ messageId }),
      ...changes,
    })
    .execute();
  return { id, messageId };
}

async function lookedAt(db: Kysely<DB>, adminUserId: string) {
  return db
    .selectFrom('contactMessageAudit')
    .select(['action', 'messageId', 'accessedFields', 'searchQuery'])
    .where('adminUserId', '=', adminUserId)
    .orderBy('sequence')
    .execute();
}

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('outboxMails').execute();
});

describe('GET mails', () => {
  it('lists the newest first, page by page, and says in the audit who saw it', async ({
    api,
    admin,
    session,
  }) => {
    const added = [];
    for (const recipient of ['first@example.com', 'team', 'third@example.com']) {
      added.push(await addMail(api.db, { recipient }));
    }
    const items = await listPages(admin, 'mails?limit=2');
    expect(items.map(({ id }) => id)).toEqual(added.toReversed().map(({ id }) => id));
    expect(items[1]).toMatchObject({
      kind: 'messages.notify-team',
      recipients: ['hello@vitrin.example'],
      status: 'pending',
      transport: null,
      attempts: 0,
      about: {
        kind: 'message',
        id: added[1]?.messageId,
        label: `Message ${messageReference(added[1]?.messageId ?? '')}, Gökçe Demir`,
      },
    });
    expect(await lookedAt(api.db, session.adminUserId)).toHaveLength(2);
  });

  it('finds mails by status, recipient and name, and nothing by a wrong status', async ({
    api,
    admin,
  }) => {
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
  it('shows what it says, without anything that a page would run or load', async ({
    api,
    admin,
    session,
  }) => {
    const { id, messageId } = await addMail(api.db);
    const { body } = await admin.get(`mails/${id}`);
    expect(body.preview.subject).toBe(`We have your message ${messageReference(messageId)}`);
    expect(body.preview.text).toContain('Your message has arrived');
    expect(body.preview.html).toContain('Your message has arrived');
    expect(body.preview.html).toContain('data-style="');
    expect(body.preview.html).not.toMatch(/ style=|<style| href=|<script/u);
    expect(body.preview.css).toContain('prefers-color-scheme: dark');
    expect((await lookedAt(api.db, session.adminUserId)).at(-1)).toMatchObject({
      action: 'detailed_view',
      messageId,
      accessedFields: ['outbox_mails.recipient', 'outbox_mails.text'],
    });
  });

  it('shows the rest when what it was about is gone, and 404 for no mail', async ({
    api,
    admin,
  }) => {
    const { id, messageId } = await addMail(api.db);
    await api.db.deleteFrom('contactMessages').where('id', '=', messageId).execute();
    const { status, body } = await admin.get(`mails/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ preview: null, about: null });
    expect((await admin.get(`mails/${uuidV7()}`)).status).toBe(404);
  });
});

it('shows nobody a link that is for the recipient alone', async ({ api, admin }) => {
  const id = uuidV7();
  await api.db
    .insertInto('outboxMails')
    .values({
      id,
      kind: 'admin-users.invitation',
      recipient: 'new@example.com',
      payload: JSON.stringify({ invitationId: uuidV7() }),
    })
    .execute();
  expect((await admin.get(`mails/${id}`)).body).toMatchObject({ preview: null, is_secret: true });
});

it('shows nobody a link that confirms something, whatever kind of mail has it', async ({
  api,
  admin,
}) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const { email, conversationId } = await sendMessage(ctx);
  const requestId = uuidV7();
  await api.db
    .insertInto('trackingRequests')
    .values({ id: requestId, conversationId, kind: 'person-export', email })
    .execute();
  const payload = { requestId, conversationId, conversationIds: [conversationId] };
  const confirming = [];
  for (const { value: kind } of SAMPLE_MAILS) {
    const mail = { kind, recipient: email, payload };
    // Other kinds need another payload.
    const content = await composeContent({ ...ctx, siteUrl: '' }, mail).catch(() => null);
    if (!JSON.stringify(content).includes(CONFIRM_PATH)) continue;
    const id = uuidV7();
    const row = { id, ...mail, payload: JSON.stringify(payload) };
    await api.db.insertInto('outboxMails').values(row).execute();
    const { body } = await admin.get(`mails/${id}`);
    expect(body, kind).toMatchObject({ preview: null, is_secret: true });
    confirming.push(kind);
  }
  expect(confirming).toHaveLength(4);
});

it('hides links with which a visitor reads and confirms, where they are in what somebody wrote', async ({
  api,
  admin,
}) => {
  const { trackKey } = buildServiceContext(api.db, api.storage);
  const { id, messageId } = await addMail(api.db, { recipient: 'team' });
  const [token, code] = ['t'.repeat(43), codeOf(trackKey, uuidV7())];
  const links = [
    `/track/${token}`,
    `/track/confirm?code=${code}`,
    `/track/confirm/data.tar?code=${code}`,
  ];
  await api.db
    .updateTable('contactMessages')
    .set({ message: links.join('\n') })
    .where('id', '=', messageId)
    .execute();
  const { preview } = (await admin.get(`mails/${id}`)).body;
  for (const text of [preview.text, preview.html]) {
    expect(text).toContain('/track/confirm?code=…');
    expect(text).toContain('/track/confirm/data.tar?code=…');
    expect(text).not.toContain(token);
    expect(text).not.toContain(code);
  }
});

it('puts what did not get there into the outbox again, and nothing else', async ({
  api,
  admin,
  session,
}) => {
  const failed = await addMail(api.db, { status: 'failed' });
  const expired = await addMail(api.db, { status: 'expired' });
  const sent = await addMail(api.db, { status: 'sent' });
  const gone = uuidV7();
  const ids = [failed.id, expired.id, sent.id, gone];
  const { body } = await admin.post('mails/resend', { ids });
  expect(body.results.map(({ result }: { result: string }) => result)).toEqual([
    'changed',
    'changed',
    'unchanged',
    'not_found',
  ]);
  const rows = await api.db
    .selectFrom('outboxMails')
    .select(['status', 'attempts', 'requeuedAt'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'sent']);
  expect(rows[1]?.requeuedAt).toBeInstanceOf(Date);
  expect((await lookedAt(api.db, session.adminUserId)).at(-1)?.action).toBe('update');
  expect((await admin.post('mails/resend', { ids: [] })).status).toBe(400);
});

describe('previews and the check', () => {
  it.for(SAMPLE_MAILS.map(({ value }) => value))(
    'show %s with sample data',
    async (kind, { admin }) => {
      const { status, body } = await admin.get(`mails/sample?kind=${kind}`);
      expect(status).toBe(200);
      expect(body.subject).not.toBe('');
      expect(body.text).toContain('Vitrin Software');
    },
  );

  it('know no other kind', async ({ admin }) => {
    expect((await admin.get('mails/sample?kind=toString')).status).toBe(400);
  });

  it('say that files can be written', async ({ admin }) => {
    expect((await admin.post('mails/check')).body).toEqual({
      transport: 'file',
      problem: null,
      has_inbox: false,
      inbox_problem: null,
    });
  });

  it('say whether answers can be read, and so does the state of the system', async () => {
    const server = await startImapServer();
    const api = await createTestApp({
      environment: {
        IMAP_URL: server.url.replace(':secret@', ':wrong@'),
        MAIL_FROM: 'hello@vitrin.example',
      },
    });
    try {
      const admin = await signedInRequests(api);
      const { body } = await admin.post('mails/check');
      expect(body.inbox_problem).toContain('Wrong password');
      const stateOf = async () => (await admin.get('dashboard/system')).body.mails.inbox;
      expect(await stateOf()).toMatchObject({ is_connected: false, last_error: null });
      const name = `visitor-mails@127.0.0.1:${server.port}/INBOX`;
      const position = { uidValidity: 1, lastUid: 0, checkedAt: new Date() };
      await api.db
        .insertInto('mailInboxes')
        .values({ name, ...position })
        .execute();
      expect(await stateOf()).toEqual({
        is_connected: true,
        last_mail_at: null,
        last_error: null,
        pending: 0,
        passed_over: [],
      });
      const deferred = { inbox: name, uidValidity: 1, cameAt: new Date(1e12), tries: 9 };
      await api.db
        .insertInto('deferredMails')
        .values([
          { ...deferred, uid: 1, nextTryAt: new Date() },
          { ...deferred, uid: 2, nextTryAt: null },
        ])
        .execute();
      expect(await stateOf()).toMatchObject({
        pending: 1,
        passed_over: [new Date(1e12).toISOString()],
      });
      await api.db.updateTable('mailInboxes').set({ lastError: 'Wrong password' }).execute();
      expect(await stateOf()).toMatchObject({ is_connected: false, last_error: 'Wrong password' });
    } finally {
      await api.close();
      await server.stop();
    }
  });

  it('say why a mail server cannot be used, in words', async () => {
    const server = await startMailServer();
    await server.stop();
    const api = await createTestApp({
      environment: { SMTP_URL: server.url, MAIL_FROM: 'hello@vitrin.example' },
    });
    try {
      const admin = await signedInRequests(api);
      const { body } = await admin.post('mails/check');
      expect(body).toMatchObject({
        transport: 'smtp',
        problem: expect.stringContaining('cannot be reached'),
      });
    } finally {
      await api.close();
    }
  });
});
