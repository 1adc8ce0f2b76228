import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, vi } from 'vitest';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { FileStoreError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { addNote } from '#server/services/conversations/index.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { messages } from '#server/services/messages/index.ts';
import { convertMessage, orders } from '#server/services/orders/index.ts';
import { pickStored } from '#shared/forms/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { MESSAGE_FIELDS } from '#shared/messages/values.ts';
import { ORDER_FIELDS } from '#shared/orders/values.ts';
import { CONFIRM_CODE } from '#shared/tracking/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { asOwner, PDF, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { addWord, correctContact, resume, withdraw, wordIdOf } from './change.ts';
import {
  askForEmailChange,
  askForErasure,
  confirmRequest,
  readOpenRequest,
  writeHeldData,
} from '#server/services/privacy/index.ts';
import { askForLink } from './mails.ts';
import { revokeTrackingLink } from './admin.ts';
import { openTrackedFile } from './files.ts';
import { readTracking } from './read.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';

const SITE = 'https://site.example';

function later(ctx: ServiceContext, ms: number): ServiceContext {
  return { ...ctx, now: () => new Date(Date.now() + ms) };
}

function word(conversationId: string, body = 'One more thing: it must work offline.') {
  return { id: wordIdOf(conversationId, randomUUID()), body, filePaths: [], signals: {} };
}

function findMails(ctx: ServiceContext, recipient: string, kind?: string) {
  const mails = ctx.db
    .selectFrom('outboxMails')
    .select(['kind', 'recipient', 'payload', 'conversationId'])
    .where('recipient', '=', recipient);
  return (kind ? mails.where('kind', '=', kind) : mails).orderBy('createdAt').execute();
}

/** The code in the newest mail of a kind to an address. */
async function codeFrom(ctx: ServiceContext, recipient: string, kind: string): Promise<string> {
  const mail = (await findMails(ctx, recipient, kind)).at(-1);
  if (!mail) throw new Error(`no mail ${kind}`);
  const content = await composeContent({ ...ctx, siteUrl: SITE }, mail);
  const button = content.blocks.find((block) => block.type === 'button');
  return new URL(button?.url ?? '').searchParams.get(CONFIRM_CODE) ?? '';
}

function readRow(ctx: ServiceContext, id: string) {
  return ctx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Columns of an enquiry under another name in the data download. */
const SENT_AS: Readonly<Record<string, string>> = {
  createdAt: 'receivedAt',
  updatedAt: 'changedAt',
  retentionExpiresAt: 'retainedUntil',
};

/** Columns without a place in the data download: ids, protection against abuse, and the team's own notes. */
const UNSENT = [
  'id',
  'idempotencyKey',
  'requestHash',
  'searchText',
  'isSuspect',
  'suspectReasons',
  'notes',
];

describe('a token', () => {
  it('shows the enquiry of its sender and nothing that we say among ourselves', async ({ ctx }) => {
    const { reference, email, token, id, conversationId } = await sendOrder(ctx);
    const admin = await asOwner(ctx);
    await addNote(admin, { orderId: id }, { body: 'Sounds difficult.' });
    await orders.get(admin, id);
    await addWord(ctx, token, word(conversationId, 'Is that possible?'));
    const enquiry = await readTracking(ctx, token);
    expect(enquiry).toMatchObject({
      kind: 'order',
      reference,
      contact: { name: 'Özlem Öztürk', email, company: 'Çetin Lojistik' },
      status: 'due',
      items: [
        { kind: 'visitor', files: [{ name: 'Plan für Özlem.pdf' }] },
        { kind: 'visitor', body: 'Is that possible?' },
      ],
      pending: { email: null, erasure: false },
    });
    const held = await text(Readable.from(writeHeldData(ctx, token)));
    expect(held).toContain('Is that possible?');
    for (const shown of [JSON.stringify(enquiry), held]) {
      expect(shown).not.toContain('difficult');
      expect(shown, 'who has looked').not.toMatch(/view|look/);
      expect(shown).not.toContain(requireAdmin(admin).username);
      expect(shown).not.toContain(requireAdmin(admin).adminUserId);
    }
  });

  it('has a place for each column of an enquiry in the data download', async ({ ctx }) => {
    const order = await sendOrder(ctx);
    const message = await sendMessage(ctx);
    const download = async ({ token }: { token: string }) =>
      JSON.parse(await text(Readable.from(writeHeldData(ctx, token))));
    const [{ order: sentOrder }, { message: sentMessage }] = [
      await download(order),
      await download(message),
    ];
    const findOrder = ctx.db.selectFrom('orders').selectAll().where('id', '=', order.id);
    const findMessage = ctx.db
      .selectFrom('contactMessages')
      .selectAll()
      .where('id', '=', message.id);
    const orderRow = await findOrder.executeTakeFirstOrThrow();
    const messageRow = await findMessage.executeTakeFirstOrThrow();
    const listMissing = (row: object, sent: object) =>
      Object.keys(row).filter((column) => !((SENT_AS[column] ?? column) in sent));
    expect(listMissing(orderRow, sentOrder).toSorted()).toEqual([...UNSENT, 'fileUrls'].toSorted());
    expect(listMissing(messageRow, sentMessage).toSorted()).toEqual(
      [...UNSENT, 'accessCount', 'dataClassification', 'lastAccessedAt'].toSorted(),
    );
    expect(sentOrder).toMatchObject(pickStored(ORDER_FIELDS, orderRow));
    expect(sentMessage).toMatchObject(pickStored(MESSAGE_FIELDS, messageRow));
  });

  it('names a message by its reference, and one that is an order by that', async ({ ctx }) => {
    const { id, token, email } = await sendMessage(ctx);
    const reference = messageReference(id);
    expect(await readTracking(ctx, token)).toMatchObject({
      kind: 'message',
      reference,
      label: `message ${reference}`,
    });
    expect(JSON.parse(await text(Readable.from(writeHeldData(ctx, token))))).toMatchObject({
      message: { reference },
    });
    const order = await convertMessage(await asOwner(ctx), id, buildOrderInput({ email }));
    expect(await readTracking(ctx, token)).toMatchObject({
      kind: 'order',
      reference: order.reference,
      label: `order ${order.reference}`,
    });
  });

  it('takes with it, when it is revoked, what was asked for with it', async ({ ctx }) => {
    const { token, id } = await sendMessage(ctx);
    const stranger = `${randomUUID()}@example.com`;
    await askForEmailChange(ctx, token, stranger);
    const code = await codeFrom(ctx, stranger, 'tracking.confirm-email');
    await revokeTrackingLink(await asOwner(ctx), { messageId: id });
    expect(await confirmRequest(ctx, code)).toBeNull();
    await askForLink(ctx, stranger);
    expect(await findMails(ctx, stranger, 'tracking.link')).toEqual([]);
  });

  it('opens nothing when it is wrong, revoked or of nothing', async ({ ctx }) => {
    const { token, id } = await sendMessage(ctx);
    expect(await readTracking(ctx, token)).not.toBeNull();
    const { path } = await revokeTrackingLink(await asOwner(ctx), { messageId: id });
    const wrong = [token, '', 'x', token.slice(1), `${token}=`, 'ü'.repeat(5_000)];
    for (const each of wrong) {
      expect(await readTracking(ctx, each)).toBeNull();
      await expect(withdraw(ctx, each)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await readTracking(ctx, path.replace('/track/', ''))).not.toBeNull();
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['action', 'accessedFields'], {
      messageId: id,
    });
    expect(audit).toEqual([{ action: 'update', accessedFields: ['tracking_link'] }]);
  });

  it('changes nothing by being read', async ({ ctx }) => {
    const { token, conversationId, email } = await sendMessage(ctx);
    await askForErasure(ctx, token);
    const code = await codeFrom(ctx, email, 'tracking.confirm-erasure');
    const before = await readRow(ctx, conversationId);
    await readTracking(ctx, token);
    await text(Readable.from(writeHeldData(ctx, token)));
    expect(await readOpenRequest(ctx, code)).toEqual({ kind: 'erasure', email: null });
    expect(await readRow(ctx, conversationId)).toEqual(before);
    expect(await readOpenRequest(ctx, code)).not.toBeNull();
  });

  it('shows an answer once it cannot be undone any more', async ({ ctx }) => {
    const { token, id } = await sendMessage(ctx);
    const admin = await asOwner(ctx);
    const lastWordAt = (await messages.getConversation(admin, id)).lastWordAt;
    await messages.reply(admin, id, {
      id: uuidV7(),
      body: 'Yes, on Tuesday.',
      filePaths: [],
      lastWordAt,
    });
    expect(JSON.stringify(await readTracking(ctx, token))).not.toContain('Tuesday.');
    const shown = await readTracking(later(ctx, 11_000), token);
    expect(shown).toMatchObject({ status: 'responded' });
    expect(shown?.items.at(-1)).toMatchObject({ kind: 'team', body: 'Yes, on Tuesday.' });
  });
});

describe('a further word', () => {
  it('is there once, however often and parallel its form is sent', async ({ ctx }) => {
    const { token, conversationId } = await sendMessage(ctx);
    const said = word(conversationId);
    await Promise.all(Array.from({ length: 5 }, () => addWord(ctx, token, said)));
    await expect(addWord(ctx, token, { ...said, body: 'Other.' })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
    });
    expect((await readTracking(ctx, token))?.items).toHaveLength(2);
  });

  it('restarts the deadline, unless the enquiry is suspected', async ({ ctx }) => {
    const spam = vi.fn();
    const { token, id, conversationId } = await sendMessage(ctx);
    const admin = await asOwner(ctx);
    await messages.update(admin, id, { status: 'responded' });
    const link = word(conversationId, 'https://docs.example/brief');
    await addWord({ ...ctx, recordSpam: spam }, token, link);
    expect(spam).toHaveBeenCalledOnce();
    const { dueAt, ...view } = await messages.getConversation(admin, id);
    expect(dueAt).not.toBeNull();
    expect(view.items.find(({ kind }) => kind === 'inbound')).toMatchObject({
      suspectReasons: ['links'],
    });
    const listNotices = async (conversation: string) =>
      (await findMails(ctx, TEAM_RECIPIENT, 'conversations.team')).filter(
        (mail) => mail.conversationId === conversation,
      );
    expect(await listNotices(conversationId)).toHaveLength(1);

    const suspect = await sendMessage(ctx, undefined, { homepage: 'x' });
    await addWord(ctx, suspect.token, word(suspect.conversationId));
    expect((await readRow(ctx, suspect.conversationId))?.dueAt).toBeNull();
    expect(await listNotices(suspect.conversationId)).toEqual([]);
  });

  it('is limited for a day', async ({ ctx }) => {
    const { token, conversationId } = await sendMessage(ctx);
    for (let count = 0; count < 50; count += 1) await addWord(ctx, token, word(conversationId));
    await expect(addWord(ctx, token, word(conversationId))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  });
});

describe('a withdrawal', () => {
  it('ends the waiting until it is taken back or the visitor writes again', async ({ ctx }) => {
    const { token, conversationId, id } = await sendMessage(ctx);
    await withdraw(ctx, token);
    await withdraw(ctx, token);
    expect(await readTracking(ctx, token)).toMatchObject({ status: 'withdrawn' });
    expect(await readRow(ctx, conversationId)).toMatchObject({ dueAt: null, nextAlertAt: null });
    const admin = await asOwner(ctx);
    await messages.update(admin, id, { status: 'responded' });
    await messages.update(admin, id, { status: 'read' });
    expect((await readRow(ctx, conversationId))?.dueAt).toBeNull();
    await resume(ctx, token);
    expect(await readTracking(ctx, token)).toMatchObject({
      status: 'due',
      items: [{ kind: 'visitor' }, { kind: 'withdrawn' }, { kind: 'resumed' }],
    });
    await withdraw(ctx, token);
    await addWord(ctx, token, word(conversationId));
    expect(await readTracking(ctx, token)).toMatchObject({ status: 'due' });
  });
});

describe('a correction', () => {
  it('changes the record and says in the conversation what it was', async ({ ctx }) => {
    const { token, id } = await sendOrder(ctx);
    await correctContact(ctx, token, { name: 'Özlem Ak', phone: '+90 312 1', company: null });
    await correctContact(ctx, token, { name: 'Özlem Ak', phone: '+90 312 1', company: null });
    const enquiry = await readTracking(ctx, token);
    expect(enquiry?.contact).toMatchObject({ name: 'Özlem Ak', phone: '+90 312 1', company: null });
    expect(enquiry?.items.slice(1)).toMatchObject([
      {
        kind: 'corrected',
        body: 'Name: Özlem Öztürk → Özlem Ak\nPhone: – → +90 312 1\nCompany: Çetin Lojistik → –',
      },
    ]);
    const order = await ctx.db
      .selectFrom('orders')
      .select('fullName')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(order).toEqual({ fullName: 'Özlem Ak' });
  });

  it('takes a new address once that has said so, and tells the old one', async ({ ctx }) => {
    const { token, email } = await sendMessage(ctx);
    const fresh = `${randomUUID()}@example.org`;
    await askForEmailChange(ctx, token, fresh);
    expect(await readTracking(ctx, token)).toMatchObject({
      contact: { email },
      pending: { email: fresh },
    });
    const code = await codeFrom(ctx, fresh, 'tracking.confirm-email');
    // The new address is not to learn the link before it has confirmed.
    expect(code).not.toContain(token);
    expect(await confirmRequest(ctx, `${code.slice(0, -1)}_`)).toBeNull();
    expect(await confirmRequest(later(ctx, 25 * 3_600_000), code)).toBeNull();
    const confirmed = await Promise.all([confirmRequest(ctx, code), confirmRequest(ctx, code)]);
    expect(new Set(confirmed)).toEqual(new Set(['email', null]));
    expect(await readTracking(ctx, token)).toMatchObject({
      contact: { email: fresh },
      pending: { email: null },
    });
    expect(await findMails(ctx, email, 'tracking.email-changed')).toHaveLength(1);
  });

  it('is suggested while the last mail to the address bounced', async ({ ctx }) => {
    const { token, email, conversationId } = await sendMessage(ctx);
    const minute = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const mail = (recipient: string, status: 'bounced' | 'sent' | 'pending', minutes: number) =>
      insertRows(ctx.db, 'outboxMails', {
        id: randomUUID(),
        kind: 'messages.confirmation',
        recipient,
        conversationId,
        status,
        lastAttemptAt: status === 'pending' ? null : minute(minutes),
        sentAt: status === 'pending' ? null : minute(minutes),
        bouncedAt: status === 'bounced' ? minute(minutes + 1) : null,
      });
    const isAsked = async () => (await readTracking(ctx, token))?.isUndelivered;
    expect(await isAsked()).toBe(false);
    await mail(email.toUpperCase(), 'bounced', 1);
    await mail(email, 'pending', 2);
    await mail('team@example.com', 'sent', 3);
    expect(await isAsked()).toBe(true);
    await mail(email, 'sent', 4);
    expect(await isAsked()).toBe(false);
    await mail(email, 'bounced', 5);
    await updateRows(
      ctx.db,
      'contactMessages',
      { email },
      { email: `${randomUUID()}@example.org` },
    );
    expect(await isAsked()).toBe(false);
  });

  it('mails no stranger for a suspect, nor often', async ({ ctx }) => {
    const suspect = await sendMessage(ctx, undefined, { homepage: 'x' });
    await expect(askForErasure(ctx, suspect.token)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      askForEmailChange(ctx, suspect.token, 'stranger@example.com'),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const { token } = await sendMessage(ctx);
    for (let count = 0; count < 3; count += 1) await askForErasure(ctx, token);
    await expect(askForErasure(ctx, token)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('mails a stranger no more often from many pages at once', async ({ ctx }) => {
    const stranger = `${randomUUID()}@example.com`;
    const sent = await Promise.all(Array.from({ length: 9 }, () => sendMessage(ctx)));
    const asked = await Promise.allSettled(
      sent.map(({ token }, index) =>
        askForEmailChange(ctx, token, index % 2 ? stranger : stranger.toUpperCase()),
      ),
    );
    const reasons = asked.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
    expect(reasons).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED']);
    const mails = await Promise.all(
      [stranger, stranger.toUpperCase()].map((address) => findMails(ctx, address)),
    );
    expect(mails.flat()).toHaveLength(6);

    const { perRecipientAndHour, perRecipientAndDay } = LIMITS.confirmations;
    const evening = later(ctx, 2 * 3_600_000);
    const asksAgain = sent.map(({ token }) => askForEmailChange(evening, token, stranger));
    const rejected = (await Promise.allSettled(asksAgain)).filter(
      ({ status }) => status === 'rejected',
    );
    expect(rejected).toHaveLength(sent.length - (perRecipientAndDay - perRecipientAndHour));
    expect(rejected[0]).toMatchObject({ reason: { message: TRACKING_MESSAGES.tooManyMailsToday } });
  });
});

describe('an erasure', () => {
  it('leaves nothing but the audit, whose chain stays whole', async ({ ctx }) => {
    const { id, token, email, conversationId } = await sendOrder(ctx);
    const fileId = (await readTracking(ctx, token))?.items[0]?.files[0]?.id ?? '';
    const admin = await asOwner(ctx);
    await addNote(admin, { orderId: id }, { body: 'A note.' });
    await addWord(ctx, token, word(conversationId));
    await askForLink(ctx, email);
    await askForErasure(ctx, token);
    const code = await codeFrom(ctx, email, 'tracking.confirm-erasure');
    const pressedTwice = await Promise.all([confirmRequest(ctx, code), confirmRequest(ctx, code)]);
    expect(new Set(pressedTwice)).toEqual(new Set(['erasure', null]));
    expect(await confirmRequest(ctx, code)).toBeNull();
    expect(await readTracking(ctx, token)).toBeNull();
    const { rows } = await sql<{ left: number }>`
      select
        (select count(*) from orders where id = ${id})
        + (select count(*) from conversations where id = ${conversationId})
        + (select count(*) from conversation_entries where conversation_id = ${conversationId})
        + (select count(*) from tracking_requests where conversation_id = ${conversationId})
        + (select count(*) from lead_status_changes where order_id = ${id})
        + (select count(*) from outbox_mails where conversation_id = ${conversationId}
            or recipient = ${email} or payload::text like '%' || ${conversationId} || '%')
        + (select count(*) from order_attachments where id = ${fileId} and status <> 'removing')
        as left
    `.execute(ctx.db);
    expect(rows).toEqual([{ left: 0 }]);
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['accessedFields'], {
      orderId: id,
    });
    expect(audit).toEqual([{ accessedFields: ['notes'] }]);
  });
});

describe('a lost link', () => {
  it('is mailed at most once an hour, to the address on record only', async ({ ctx }) => {
    const first = await sendMessage(ctx);
    await sendMessage(ctx, first.email);
    const suspect = await sendMessage(ctx, undefined, { homepage: 'x' });
    const unknown = `${randomUUID()}@example.com`;
    await Promise.all([
      askForLink(ctx, first.email.toUpperCase()),
      askForLink(ctx, first.email),
      askForLink(ctx, suspect.email),
      askForLink(ctx, unknown),
    ]);
    const mails = await findMails(ctx, first.email, 'tracking.link');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.payload).toEqual({
      conversationIds: [expect.any(String), expect.any(String)],
    });
    expect(await findMails(ctx, unknown)).toEqual([]);
    expect(await findMails(ctx, suspect.email, 'tracking.link')).toEqual([]);
    await askForLink(later(ctx, 3_600_001), first.email);
    expect(await findMails(ctx, first.email, 'tracking.link')).toHaveLength(2);
  });

  it('takes the same time, whether the address is known or not', async ({ ctx }) => {
    const { email } = await sendMessage(ctx);
    const times: number[] = [];
    for (const address of [email, `${randomUUID()}@example.com`]) {
      const begun = performance.now();
      await askForLink(ctx, address);
      times.push(performance.now() - begun);
    }
    const [known = 0, unknown = 0] = times;
    expect(Math.min(known, unknown)).toBeGreaterThan(390);
    expect(Math.abs(known - unknown)).toBeLessThan(100);
  });
});

describe('a file', () => {
  it('is opened by the token of its conversation and no other', async ({ ctx }) => {
    const { token } = await sendOrder(ctx);
    const other = await sendOrder(ctx);
    const fileId = (await readTracking(ctx, token))?.items[0]?.files[0]?.id ?? '';
    const opened = await openTrackedFile(ctx, token, fileId);
    opened.stream.destroy();
    expect(opened).toMatchObject({ name: 'Plan für Özlem.pdf', contentType: 'application/pdf' });
    for (const [each, id] of [
      [other.token, fileId],
      [token, randomUUID()],
      [token, '../x'],
      ['', fileId],
    ] as const) {
      await expect(openTrackedFile(ctx, each, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is reported as damaged only when its bytes are wrong', async ({ ctx, files }) => {
    const errors: string[] = [];
    const log = createTestLog({ error: (_, message) => errors.push(message) });
    const { token, path } = await sendOrder(ctx);
    const fileId = (await readTracking(ctx, token))?.items[0]?.files[0]?.id ?? '';
    const open = async () => (await openTrackedFile({ ...ctx, log }, token, fileId)).stream;
    const unread = await open();
    await Readable.toWeb(unread).cancel();
    await finished(unread).catch(() => undefined);
    const failing = new Readable({ read: () => failing.destroy(new FileStoreError('away')) });
    const stored = { stream: failing, size: PDF.length, lastModified: new Date() };
    const away = { ...files.storage, open: () => Promise.resolve(stored) };
    const opened = await openTrackedFile({ ...ctx, log, storage: away }, token, fileId);
    await expect(text(opened.stream)).rejects.toThrow('away');
    expect(errors).toEqual([]);
    await files.storage.write(path, PDF.toReversed(), 'application/pdf');
    await expect(text(await open())).rejects.toThrow();
    expect(errors).toEqual(['an attached file is damaged']);
  });
});
