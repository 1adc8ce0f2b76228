import { randomUUID } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
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
import { it as base } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import {
  asOwner,
  codeOfRequest,
  PDF,
  sendMessage,
  sendOrder,
} from '#tests/support/privacy/sent-enquiries.ts';
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
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const it = base.extend('owner', ({ ctx }) => asOwner(ctx));

function later(ctx: ServiceContext, ms: number): ServiceContext {
  return { ...ctx, now: () => new Date(Date.now() + ms) };
}

function word(conversationId: string, body = 'One more thing: it must work offline.') {
  return { id: wordIdOf(conversationId, randomUUID()), body, filePaths: [], signals: {} };
}

async function findMails({ db }: ServiceContext, recipient: string, kind?: string) {
  const columns = ['kind', 'payload', 'conversationId'] as const;
  return readRows(db, 'outboxMails', columns, { recipient, ...(kind && { kind }) });
}

async function download(ctx: ServiceContext, token: string) {
  return JSON.parse(await text(Readable.from(writeHeldData(ctx, token))));
}

function readConversation({ db }: ServiceContext, id: string) {
  return readRow(db, 'conversations', '*', { id });
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
  it('shows the enquiry of its sender and nothing that is internal', async ({ ctx, owner }) => {
    const { reference, email, token, id, conversationId } = await sendOrder(ctx);
    await addNote(owner, { orderId: id }, { body: 'Sounds difficult.' });
    await orders.get(owner, id);
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
      expect(shown).not.toContain(requireAdmin(owner).username);
      expect(shown).not.toContain(requireAdmin(owner).adminUserId);
    }
  });

  it('has a place for each column of an enquiry in the data download', async ({ ctx }) => {
    const [order, message] = [await sendOrder(ctx), await sendMessage(ctx)];
    const { order: sentOrder } = await download(ctx, order.token);
    const { message: sentMessage } = await download(ctx, message.token);
    const orderRow = await readRow(ctx.db, 'orders', '*', { id: order.id });
    const messageRow = await readRow(ctx.db, 'contactMessages', '*', { id: message.id });
    const listMissing = (row: object, sent: object) =>
      new Set(Object.keys(row).filter((column) => !((SENT_AS[column] ?? column) in sent)));
    expect(listMissing(orderRow, sentOrder)).toEqual(new Set([...UNSENT, 'fileUrls']));
    const internal = ['accessCount', 'dataClassification', 'lastAccessedAt', 'referencePrefix'];
    expect(listMissing(messageRow, sentMessage)).toEqual(new Set([...UNSENT, ...internal]));
    expect(sentOrder).toMatchObject(pickStored(ORDER_FIELDS, orderRow));
    expect(sentMessage).toMatchObject(pickStored(MESSAGE_FIELDS, messageRow));
  });

  it('names a message by its reference, and one that is an order by that', async ({ ctx }) => {
    const { id, token, email } = await sendMessage(ctx);
    const reference = messageReference(id);
    const named = { kind: 'message', reference, label: `message ${reference}` };
    expect(await readTracking(ctx, token)).toMatchObject(named);
    expect(await download(ctx, token)).toMatchObject({ message: { reference } });
    const order = await convertMessage(await asOwner(ctx), id, buildOrderInput({ email }));
    const label = `order ${order.reference}`;
    const converted = { kind: 'order', reference: order.reference, label };
    expect(await readTracking(ctx, token)).toMatchObject(converted);
  });

  it('opens nothing when it is wrong or revoked, nor does its code', async ({ ctx }) => {
    const { token, id, conversationId } = await sendMessage(ctx);
    const stranger = `${randomUUID()}@example.com`;
    await askForEmailChange(ctx, token, stranger);
    const code = await codeOfRequest(ctx, conversationId, 'email');
    expect(await readTracking(ctx, token)).not.toBeNull();
    const { path } = await revokeTrackingLink(await asOwner(ctx), { messageId: id });
    expect(await confirmRequest(ctx, code)).toBeNull();
    await askForLink(ctx, stranger);
    expect(await findMails(ctx, stranger, 'tracking.link')).toEqual([]);
    const wrong = [token, '', 'x', token.slice(1), `${token}=`, 'ü'.repeat(5_000)];
    for (const each of wrong) {
      expect(await readTracking(ctx, each)).toBeNull();
      await expect(withdraw(ctx, each)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await readTracking(ctx, path.replace('/track/', ''))).not.toBeNull();
    const columns = ['action', 'accessedFields'] as const;
    const audit = await readRows(ctx.db, 'contactMessageAudit', columns, { messageId: id });
    expect(audit).toEqual([{ action: 'update', accessedFields: ['tracking_link'] }]);
  });

  it('is not changed by a look, and shows an answer once it is final', async ({ ctx, owner }) => {
    const { token, id, conversationId } = await sendMessage(ctx);
    await askForErasure(ctx, token);
    const code = await codeOfRequest(ctx, conversationId, 'erasure');
    const before = await readConversation(ctx, conversationId);
    await readTracking(ctx, token);
    await text(Readable.from(writeHeldData(ctx, token)));
    expect(await readOpenRequest(ctx, code)).toEqual({ kind: 'erasure', email: null });
    expect(await readConversation(ctx, conversationId)).toEqual(before);
    expect(await readOpenRequest(ctx, code)).not.toBeNull();
    const { lastWordAt } = await messages.getConversation(owner, id);
    const reply = { id: randomUUID(), body: 'Yes, on Tuesday.', filePaths: [], lastWordAt };
    await messages.reply(owner, id, reply);
    expect(JSON.stringify(await readTracking(ctx, token))).not.toContain('Tuesday.');
    const shown = await readTracking(later(ctx, 11_000), token);
    expect(shown).toMatchObject({ status: 'responded' });
    expect(shown?.items.at(-1)).toMatchObject({ kind: 'team', body: 'Yes, on Tuesday.' });
  });
});

describe('a further word', () => {
  it('is there once, however often it is sent, and limited for a day', async ({ ctx }) => {
    const { token, conversationId } = await sendMessage(ctx);
    const said = word(conversationId);
    await Promise.all(Array.from({ length: 5 }, () => addWord(ctx, token, said)));
    const other = addWord(ctx, token, { ...said, body: 'Other.' });
    await expect(other).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
    expect((await readTracking(ctx, token))?.items).toHaveLength(2);
    for (let count = 0; count < 49; count += 1) await addWord(ctx, token, word(conversationId));
    const oneMore = addWord(ctx, token, word(conversationId));
    await expect(oneMore).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('restarts the deadline, unless the enquiry is suspected', async ({ ctx, owner }) => {
    const spam = vi.fn();
    const { token, id, conversationId } = await sendMessage(ctx);
    await messages.update(owner, id, { status: 'responded' });
    const link = word(conversationId, 'https://docs.example/brief');
    await addWord({ ...ctx, recordSpam: spam }, token, link);
    expect(spam).toHaveBeenCalledOnce();
    const { dueAt, ...view } = await messages.getConversation(owner, id);
    expect(dueAt).not.toBeNull();
    const inbound = view.items.find(({ kind }) => kind === 'inbound');
    expect(inbound?.suspectReasons).toEqual(['links']);
    const suspect = await sendMessage(ctx, undefined, { homepage: 'x' });
    await addWord(ctx, suspect.token, word(suspect.conversationId));
    expect((await readConversation(ctx, suspect.conversationId)).dueAt).toBeNull();
    const notices = await findMails(ctx, TEAM_RECIPIENT, 'conversations.team');
    const notified = notices.map((mail) => mail.conversationId);
    expect(notified.filter((one) => one === conversationId)).toHaveLength(1);
    expect(notified).not.toContain(suspect.conversationId);
  });
});

it('a withdrawal ends the waiting until it is undone or the visitor writes again', async ({
  ctx,
  owner,
}) => {
  const { token, conversationId, id } = await sendMessage(ctx);
  await withdraw(ctx, token);
  await withdraw(ctx, token);
  expect(await readTracking(ctx, token)).toMatchObject({ status: 'withdrawn' });
  const ended = { dueAt: null, nextAlertAt: null };
  expect(await readConversation(ctx, conversationId)).toMatchObject(ended);
  await messages.update(owner, id, { status: 'responded' });
  await messages.update(owner, id, { status: 'read' });
  expect(await readConversation(ctx, conversationId)).toMatchObject(ended);
  await resume(ctx, token);
  const items = ['visitor', 'withdrawn', 'resumed'].map((kind) => ({ kind }));
  expect(await readTracking(ctx, token)).toMatchObject({ status: 'due', items });
  await withdraw(ctx, token);
  await addWord(ctx, token, word(conversationId));
  expect(await readTracking(ctx, token)).toMatchObject({ status: 'due' });
});

describe('a correction', () => {
  it('changes the record and says in the conversation what it was', async ({ ctx }) => {
    const { token, id } = await sendOrder(ctx);
    const contact = { name: 'Özlem Ak', phone: '+90 312 1', company: null };
    await correctContact(ctx, token, contact);
    await correctContact(ctx, token, contact);
    const enquiry = await readTracking(ctx, token);
    expect(enquiry?.contact).toMatchObject(contact);
    const body = 'Name: Özlem Öztürk → Özlem Ak\nPhone: – → +90 312 1\nCompany: Çetin Lojistik → –';
    expect(enquiry?.items.slice(1)).toMatchObject([{ kind: 'corrected', body }]);
    expect((await readRow(ctx.db, 'orders', ['fullName'], { id })).fullName).toBe('Özlem Ak');
  });

  it('takes a new address once that has said so, and tells the old one', async ({ ctx }) => {
    const { token, email, conversationId } = await sendMessage(ctx);
    const fresh = `${randomUUID()}@example.org`;
    await askForEmailChange(ctx, token, fresh);
    const before = { contact: { email }, pending: { email: fresh } };
    expect(await readTracking(ctx, token)).toMatchObject(before);
    const code = await codeOfRequest(ctx, conversationId, 'email');
    const columns = ['kind', 'recipient', 'payload'] as const;
    const mail = await readRow(ctx.db, 'outboxMails', columns, { recipient: fresh });
    const content = await composeContent(
      { ...ctx, ...buildMailSender('https://site.example') },
      mail,
    );
    expect(JSON.stringify(content)).toContain(code);
    // The new address is not to learn the link before it has confirmed.
    expect(JSON.stringify(content)).not.toContain(token);
    expect(await confirmRequest(ctx, `${code.slice(0, -1)}_`)).toBeNull();
    expect(await confirmRequest(later(ctx, 25 * 3_600_000), code)).toBeNull();
    const confirmed = await Promise.all([confirmRequest(ctx, code), confirmRequest(ctx, code)]);
    expect(new Set(confirmed)).toEqual(new Set(['email', null]));
    const after = { contact: { email: fresh }, pending: { email: null } };
    expect(await readTracking(ctx, token)).toMatchObject(after);
    expect(await findMails(ctx, email, 'tracking.email-changed')).toHaveLength(1);
  });

  it('is suggested while the last mail to the address bounced', async ({ ctx }) => {
    const { token, email, conversationId } = await sendMessage(ctx);
    const mail = (recipient: string, status: 'bounced' | 'sent' | 'pending', minutes: number) => {
      const sentAt = status === 'pending' ? null : new Date(Date.now() + minutes * 60_000);
      const bouncedAt = status === 'bounced' ? sentAt : null;
      const row = { id: randomUUID(), kind: 'messages.confirmation', recipient, conversationId };
      const sent = { status, lastAttemptAt: sentAt, sentAt, bouncedAt };
      return insertRows(ctx.db, 'outboxMails', { ...row, ...sent });
    };
    const isAsked = async () => (await readTracking(ctx, token))?.isUndelivered;
    expect(await isAsked()).toBe(false);
    await mail(email.toUpperCase(), 'bounced', 1);
    await mail(email, 'pending', 2);
    await mail('team@example.com', 'sent', 3);
    expect(await isAsked()).toBe(true);
    await mail(email, 'sent', 4);
    expect(await isAsked()).toBe(false);
    await mail(email, 'bounced', 5);
    const other = `${randomUUID()}@example.org`;
    await updateRows(ctx.db, 'contactMessages', { email }, { email: other });
    expect(await isAsked()).toBe(false);
  });

  it('mails no stranger for a suspect, nor often', async ({ ctx }) => {
    const suspect = await sendMessage(ctx, undefined, { homepage: 'x' });
    const erasing = askForErasure(ctx, suspect.token);
    await expect(erasing).rejects.toMatchObject({ code: 'CONFLICT' });
    const changing = askForEmailChange(ctx, suspect.token, 'stranger@example.com');
    await expect(changing).rejects.toMatchObject({ code: 'CONFLICT' });
    const { token } = await sendMessage(ctx);
    for (let count = 0; count < 3; count += 1) await askForErasure(ctx, token);
    await expect(askForErasure(ctx, token)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('mails a stranger no more often from many pages at once', async ({ ctx }) => {
    const stranger = `${randomUUID()}@example.com`;
    const sent = await Promise.all(Array.from({ length: 9 }, () => sendMessage(ctx)));
    const askAll = async (by: ServiceContext) => {
      const asked = sent.map(({ token }, index) =>
        askForEmailChange(by, token, index % 2 ? stranger : stranger.toUpperCase()),
      );
      const outcomes = await Promise.allSettled(asked);
      return outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    };
    const codes = (await askAll(ctx)).map(({ code }) => code);
    expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED']);
    const mails = [await findMails(ctx, stranger), await findMails(ctx, stranger.toUpperCase())];
    expect(mails.flat()).toHaveLength(6);

    const { perRecipientAndHour, perRecipientAndDay } = LIMITS.confirmations;
    const rejected = await askAll(later(ctx, 2 * 3_600_000));
    expect(rejected).toHaveLength(sent.length - (perRecipientAndDay - perRecipientAndHour));
    expect(rejected[0]).toMatchObject({ message: TRACKING_MESSAGES.tooManyMailsToday });
  });
});

it('an erasure leaves nothing but the audit', async ({ ctx, owner }) => {
  const { id, token, email, conversationId } = await sendOrder(ctx);
  const fileId = (await readTracking(ctx, token))?.items[0]?.files[0]?.id ?? '';
  await addNote(owner, { orderId: id }, { body: 'A note.' });
  await addWord(ctx, token, word(conversationId));
  await askForLink(ctx, email);
  await askForErasure(ctx, token);
  const code = await codeOfRequest(ctx, conversationId, 'erasure');
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
  const logged = { orderId: id };
  const audit = await readRows(ctx.db, 'contactMessageAudit', ['accessedFields'], logged);
  expect(audit).toEqual([{ accessedFields: ['notes'] }]);
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
    const payload = { conversationIds: [expect.any(String), expect.any(String)] };
    const mails = await findMails(ctx, first.email, 'tracking.link');
    expect(mails).toEqual([expect.objectContaining({ payload })]);
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

it('a file is opened by its own token only, and reported when damaged', async ({ ctx, files }) => {
  const { token, path } = await sendOrder(ctx);
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
  const errors: string[] = [];
  const log = createTestLog({ error: (_, message) => errors.push(message) });
  const open = async () => (await openTrackedFile({ ...ctx, log }, token, fileId)).stream;
  const unread = await open();
  await Readable.toWeb(unread).cancel();
  await finished(unread).catch(() => undefined);
  const failing = new Readable({ read: () => failing.destroy(new FileStoreError('away')) });
  const stored = { stream: failing, size: PDF.length, lastModified: new Date() };
  const away = { ...files.storage, open: () => Promise.resolve(stored) };
  const failed = await openTrackedFile({ ...ctx, log, storage: away }, token, fileId);
  await expect(text(failed.stream)).rejects.toThrow('away');
  expect(errors).toEqual([]);
  await files.storage.write(path, PDF.toReversed(), 'application/pdf');
  await expect(text(await open())).rejects.toThrow();
  expect(errors).toEqual(['an attached file is damaged']);
});
