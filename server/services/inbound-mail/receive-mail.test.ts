import { randomUUID } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { formatReplyAddress } from '#server/mail/inbox/reply-address.ts';
import { lockConversation, readConversation } from '#server/services/conversations/index.ts';
import { composeFurtherWord, composeReply } from '#server/services/mails/compose-reply.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { recordDelivery } from '#server/services/mails/index.ts';
import { hashOfToken, trackingTokenOf } from '#server/services/conversations/tracking-token.ts';
import { messages } from '#server/services/messages/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { INBOUND_MESSAGES } from '#shared/mails/inbound-messages.ts';
import { it as base } from '#tests/support/fixtures.ts';
import {
  buildMail,
  buildMailedConversation,
  buildReport,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import { type ArrivedMail, receiveMail } from './index.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const OURS = 'hello@vitrin.example';

function receive(
  ctx: ServiceContext,
  mail: string | Buffer,
  { size, ...patience }: Partial<ArrivedMail> = {},
) {
  const source = Buffer.from(mail);
  return receiveMail(
    ctx,
    { addresses: [OURS, 'team@vitrin.example'] },
    {
      source: source.subarray(0, LIMITS.incomingMailHead),
      size: size ?? source.length,
      read: (maxBytes) => Promise.resolve(source.subarray(0, maxBytes)),
      ...patience,
    },
  );
}

type MailParts = NonNullable<Parameters<typeof buildMail>[0]>;

/** A conversation whose receipt was sent. */
const it = base.extend('conversation', async ({ ctx }) => {
  const { db } = ctx;
  const conversation = await buildMailedConversation(ctx);
  const { id, email, receipt } = conversation;
  const notices = { conversationId: id, kind: 'conversations.team' };
  const readEntries = () => readInboundEntries(db, id);
  return {
    ...conversation,
    /** Receives an answer to the receipt; from the visitor, unless `mail` names another sender. */
    reply: (mail: MailParts = {}, arrived: Partial<ArrivedMail> = {}, as: ServiceContext = ctx) =>
      receive(as, buildMail({ from: email, inReplyTo: receipt.messageId, ...mail }), arrived),
    readEntries,
    readDetails: async () => (await readEntries()).map(({ detail }) => detail),
    /** The entries as the back office shows them. */
    readItems: () =>
      db.transaction().execute(async (tx) => {
        return (await readConversation(tx, await lockConversation(tx, { id }))).items;
      }),
    readRow: () => readRow(db, 'conversations', ['lastWord', 'dueAt'], { id }),
    countNotices: async () => (await readRows(db, 'outboxMails', ['id'], notices)).length,
    formatAddress: (tokenVersion: number, key = TEST_TRACK_KEY) =>
      formatReplyAddress(OURS, key, { id, tokenVersion }) ?? '',
    /** Ends the waiting of all conversations. */
    endWaiting() {
      const ended = { waitingSince: null, dueAt: null, lastWord: 'team' as const };
      return updateRows(db, 'conversations', { id }, ended);
    },
    /** Adds emails that came within the hour, or at another time. */
    fill: async (length: number, getDetail: (at: number) => object, createdAt = new Date()) => {
      const entry = { conversationId: id, kind: 'inbound', via: 'mail' as const, createdAt };
      const rows = Array.from({ length }, (_, at) => {
        return { ...entry, id: uuidV7(), detail: JSON.stringify(getDetail(at)) };
      });
      await insertRows(db, 'conversationEntries', rows);
    },
  };
});

const PLAN = { name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') };
const program = (name: string) => ({ name, content: Buffer.from('MZ') });
const UNVERIFIED = { headers: ['Authentication-Results: mx; dmarc=fail'] };
const later = (ctx: ServiceContext, ms: number): ServiceContext => ({
  ...ctx,
  now: () => new Date(Date.now() + ms),
});

describe('an answer to a mail of ours', () => {
  it('is recorded once, reopens the waiting and tells the team once in a burst', async ({
    conversation,
  }) => {
    const { id, reply, readRow, countNotices, receipt } = conversation;
    await conversation.endWaiting();
    const text = 'Evet, Salı.\r\n\r\nOn Mon, Nov 23, 2026 Vitrin wrote:\r\n> Salı?';
    const mail = { text, messageId: `<${id}@mail.example>` };
    expect(await reply(mail)).toBe('recorded');
    expect(await reply(mail)).toBe('known');
    const entries = await conversation.readEntries();
    const entry = { kind: 'inbound', via: 'mail', body: 'Evet, Salı.', detail: {} };
    expect(entries).toMatchObject([entry]);
    expect(entries[0]?.quoted).toContain('> Salı?');
    const { lastWord, dueAt } = await readRow();
    expect(lastWord).toBe('visitor');
    expect(dueAt?.getTime()).toBeGreaterThan(Date.now());
    const references = `<x@y> ${receipt.messageId}`;
    expect(await reply({ inReplyTo: '<x@y>', references })).toBe('recorded');
    expect(await countNotices()).toBe(1);
    await conversation.endWaiting();
    await reply();
    expect(await countNotices()).toBe(2);
  });

  it('may answer an earlier mail of their own, or come to the signed address', async ({
    conversation,
    ctx,
  }) => {
    const { id, email, reply, formatAddress } = conversation;
    const messageId = `<${id}@mail.example>`;
    await reply({ messageId });
    expect(await reply({ inReplyTo: messageId })).toBe('recorded');
    const to = formatAddress(1);
    expect(to).toMatch(/^hello\+c\.[a-z2-7]{42}@vitrin\.example$/u);
    const forged = to.replace(/(?<=\+c\..{30})./u, (letter) => (letter === 'a' ? 'b' : 'a'));
    for (const [address, outcome] of [
      [`"Vitrin" <${to.toUpperCase()}>`, 'recorded'],
      [forged, 'unknown'],
      [formatAddress(1, Buffer.alloc(32, 8)), 'unknown'],
    ] as const) {
      expect(await receive(ctx, buildMail({ from: email, to: address }))).toBe(outcome);
    }
  });

  it('from another address says so, whatever its headers of groups name', async ({
    conversation: { email, reply, readDetails, readItems },
  }) => {
    const headers = [`X-Original-From: ${email}`, `Reply-To: ${email}`, 'List-Id: <x>'];
    expect(await reply({ from: 'Partner@Other.example', headers })).toBe('recorded');
    const marked = { otherAddress: 'partner@other.example' };
    expect(await readDetails()).toEqual([marked]);
    const shown = expect.objectContaining({ kind: 'inbound', ...marked });
    expect(await readItems()).toContainEqual(shown);
  });

  it.for<[string, Record<string, string>, 'recorded' | 'ours']>([
    ['in Reply-To', { 'List-Id': '<hello.vitrin.example>', 'Reply-To': 'EMAIL' }, 'recorded'],
    ['in X-Original-From', { 'X-Original-From': 'Deniz <EMAIL>' }, 'recorded'],
    ['as our address', { 'List-Id': '<x>', 'Reply-To': 'hello+c.a@vitrin.example' }, 'ours'],
    ['in a Reply-To without a list', { 'Reply-To': 'EMAIL' }, 'ours'],
  ])('through a group names its sender %s', async ([, names, outcome], { conversation }) => {
    const { email, reply, readDetails } = conversation;
    const lines = Object.entries(names).map(([name, value]) => `${name}: ${value}`);
    const headers = lines.map((line) => line.replace('EMAIL', email));
    expect(await reply({ from: OURS, headers })).toBe(outcome);
    expect(await readDetails()).toEqual(outcome === 'recorded' ? [{}] : []);
  });

  it('from an unverified sender says so, also to the team', async ({ conversation, ctx }) => {
    const results = ['spf=fail; dmarc=fail', 'spf=pass; dmarc=pass'];
    const headers = results.map((result) => `Authentication-Results: mx.vitrin.example; ${result}`);
    await conversation.reply({ headers, files: [program('evil.exe')] });
    const marks = ['sender-not-verified'];
    const shown = expect.objectContaining({ kind: 'inbound', otherAddress: null, marks });
    expect(await conversation.readItems()).toContainEqual(shown);
    const composing = { db: ctx.db, ...buildMailSender('https://vitrin.example') };
    const notice = await composeFurtherWord(composing, conversation.id);
    expect(notice?.blocks).toContainEqual({
      type: 'list',
      heading: 'Please note',
      items: [
        expect.stringMatching(/^Sender not verified\. The mail server/u),
        expect.stringMatching(/^Left out: evil\.exe\. /u),
      ],
    });
  });

  it('brings its files, and names those that are not taken', async ({ conversation, ctx }) => {
    const lie = { name: 'lie.pdf', content: Buffer.from('MZ not a PDF') };
    const files = [PLAN, program('evil.exe'), lie];
    expect(await conversation.reply({ text: '', files })).toBe('recorded');
    const [entry] = await conversation.readEntries();
    const rejectedFiles = [{ name: 'evil.exe' }, { name: 'lie.pdf' }];
    expect(entry).toMatchObject({ body: '', detail: { rejectedFiles } });
    expect(await readFiles(ctx, entry?.id)).toEqual([PLAN_STORED]);
  });

  it('has its rejected files named in the next reply by email, once', async ({
    conversation: { id: conversationId, reply },
    ctx,
  }) => {
    const sender = buildMailSender('https://www.example.com');
    const compose = async (minutes: number, via: 'panel' | 'elsewhere' = 'panel') => {
      const id = uuidV7();
      const createdAt = new Date(ctx.now().getTime() + minutes * 60_000);
      const entry = { id, createdAt, kind: 'reply', via, body: 'Thank you.', conversationId };
      await insertRows(ctx.db, 'conversationEntries', entry);
      const sources = { ...sender, db: ctx.db };
      const content = await composeReply(sources, { entryId: id, trackingUrl: null });
      if (!content) throw new Error('the reply has no email');
      return toPlainText(content, sender);
    };
    await reply({ files: [program('site.dwg')] });
    await reply({ files: [program('forged.exe')], ...UNVERIFIED });
    await compose(1, 'elsewhere');
    const first = await compose(2);
    expect(first).toContain('Left out: site.dwg. site.dwg is not a supported file type.');
    expect(first).toContain('We accept PDF, PNG, JPEG or ZIP, up to 10 MB each.');
    expect(first).not.toContain('forged.exe');
    expect(await compose(3)).not.toMatch(/Left out|We accept/);
  });
});

const PLAN_STORED = { originalName: 'plan.pdf', status: 'claimed' };

function readFiles({ db }: ServiceContext, entryId = '') {
  return readRows(db, 'orderAttachments', ['originalName', 'status'], { entryId });
}

it('an answer after the link was revoked is recorded with a mark, to the new address without', async ({
  conversation: { id, email, reply, formatAddress, readDetails },
  ctx,
}) => {
  const toAddress = (tokenVersion: number) =>
    buildMail({ from: email, to: formatAddress(tokenVersion) });
  expect(await receive(ctx, toAddress(2))).toBe('unknown');
  const token = trackingTokenOf(ctx, { id, tokenVersion: 2 });
  const change = { tokenVersion: 2, tokenHash: hashOfToken(token) };
  await updateRows(ctx.db, 'conversations', { id }, change);
  expect(await receive(ctx, toAddress(1))).toBe('recorded');
  await reply();
  await reply({ to: formatAddress(2) });
  const marked = { marks: ['revoked-address'] };
  expect(await readDetails()).toEqual([marked, marked, {}]);
  const kinds = (await readTracking(ctx, token))?.items.map(({ kind }) => kind);
  expect(kinds?.slice(-3)).toEqual(['unconfirmed', 'unconfirmed', 'visitor']);
});

describe('left alone is', () => {
  it('a mail of no conversation, of the team, or of our own', async ({ conversation, ctx }) => {
    const { reply, receipt, notice } = conversation;
    expect(await receive(ctx, buildMail())).toBe('unknown');
    expect(await receive(ctx, Buffer.alloc(0))).toBe('unknown');
    for (const [mail, outcome] of [
      [{ inReplyTo: '<no-such@vitrin.example>' }, 'unknown'],
      [{ inReplyTo: `<${receipt.id}@elsewhere.example>` }, 'unknown'],
      [{ inReplyTo: notice.messageId }, 'unknown'],
      [{ from: OURS }, 'ours'],
    ] as const) {
      expect(await reply(mail)).toBe(outcome);
    }
    expect(await conversation.readEntries()).toEqual([]);
  });

  const { incomingMailsPerHour, incomingMailsPerDay, otherMailsPerHour } = LIMITS;

  it.for([
    ['an hour', incomingMailsPerHour, 0, 3_600_001],
    ['a day', incomingMailsPerDay, 20 * 3_600_000, 5 * 3_600_000],
  ] as const)(
    'a mail beyond the bound of %s, as a line says',
    async (row, { conversation, ctx }) => {
      const [, bound, ageMs, laterMs] = row;
      const { reply, fill, readEntries } = conversation;
      await fill(bound - 1, () => ({}), new Date(Date.now() - ageMs));
      for (const outcome of ['recorded', 'too-many', 'too-many'])
        expect(await reply()).toBe(outcome);
      const line = { kind: 'emails-left-out', body: INBOUND_MESSAGES.tooMany(true) };
      expect((await readEntries()).slice(bound)).toMatchObject([line]);
      expect(await reply({}, {}, later(ctx, laterMs))).toBe('recorded');
    },
  );

  it.for<[string, object, object]>([
    ['a sender who is not verified', UNVERIFIED, { marks: ['sender-not-verified'] }],
    ['another address', { from: 'a@other.example' }, { otherAddress: 'a@other.example' }],
  ])(
    'no mail of the visitor however many come from %s',
    async ([, forged, detail], { conversation: { reply, fill, readEntries } }) => {
      await fill(incomingMailsPerHour - 1, () => detail);
      expect(await reply(forged)).toBe('recorded');
      expect(await reply(forged)).toBe('too-many');
      expect(await reply()).toBe('recorded');
      expect(await reply({ from: 'colleague@example.com' })).toBe('recorded');
      const lines = (await readEntries()).filter(({ kind }) => kind === 'emails-left-out');
      expect(lines.map(({ body }) => body)).toEqual([INBOUND_MESSAGES.tooMany(false)]);
    },
  );

  it('a mail beyond the bound of all other senders', async ({ conversation: { reply, fill } }) => {
    await fill(otherMailsPerHour, (at) => ({ otherAddress: `a${at}@x.example` }));
    expect(await reply({ from: 'one-more@other.example' })).toBe('too-many');
    expect(await reply()).toBe('recorded');
  });
});

describe('characters that no database stores', () => {
  const NUL = '\0';
  const from = `a${NUL}b@x.example`;

  it.for<[string, MailParts, string]>([
    ['in the id of a mail', { messageId: `<${from}>` }, 'recorded'],
    ['in an address', { from }, 'recorded'],
    ['encoded in an address', { from: '=?utf-8?Q?a=00b@x.example?=' }, 'recorded'],
    ['in what a stranger answers', { inReplyTo: `<y${NUL}z@x.example>` }, 'unknown'],
    ['in the name of a file', { files: [program(`a${NUL}b.exe`)] }, 'recorded'],
    ['half in a name', { files: [program(`${'a'.repeat(254)}😀.exe`)] }, 'recorded'],
  ])('hold up no mailbox: %s', async ([, mail, outcome], { conversation }) => {
    expect(await conversation.reply(mail)).toBe(outcome);
    expect(JSON.stringify(await conversation.readEntries())).not.toContain('u0000');
  });

  it('are removed, and hold up no mailbox in a report or in a mail that is too large', async ({
    conversation: { reply, readEntries },
    ctx,
  }) => {
    const files = [program('evil\0.exe')];
    expect(await reply({ from, text: 'one\0two', files })).toBe('recorded');
    const rejectedFiles = [{ name: 'evil.exe' }];
    expect(await readEntries()).toMatchObject([{ body: 'onetwo', detail: { rejectedFiles } }]);
    expect(await receive(ctx, buildReport(`<${from}>`))).toBe('unknown');
    const size = LIMITS.incomingMailBytes + 1;
    expect(await reply({ from }, { size })).toBe('recorded');
  });
});

describe('files that cannot be stored at the moment', () => {
  const withFullDisk = (ctx: ServiceContext): ServiceContext => ({
    ...ctx,
    storage: { ...ctx.storage, freeBytes: () => Promise.resolve(0) },
  });
  const breakDocuments = (ctx: ServiceContext, error: Error): ServiceContext => ({
    ...ctx,
    documents: { ...ctx.documents, readMail: () => Promise.reject(error) },
  });
  const rejectFile = (reason: string) => [{ rejectedFiles: [{ name: 'plan.pdf', reason }] }];
  const isPending = [expect.objectContaining({ filesPending: expect.anything() })];

  const itDeferred = it.extend('mail', async ({ conversation, ctx }) => {
    const mail = { files: [PLAN], messageId: `<${conversation.id}@mail.example>` };
    await conversation.endWaiting();
    expect(await conversation.reply(mail, {}, withFullDisk(ctx))).toBe('pending');
    return mail;
  });

  itDeferred('follow the words of their mail, once', async ({ conversation, ctx, mail }) => {
    const { reply, readDetails, readEntries } = conversation;
    expect(await reply(mail, {}, withFullDisk(ctx))).toBe('pending');
    expect(await readDetails()).toMatchObject(rejectFile(INBOUND_MESSAGES.filePending));
    expect(await conversation.readRow()).toMatchObject({ lastWord: 'visitor' });
    expect(await reply(mail)).toBe('recorded');
    expect(await reply(mail)).toBe('known');
    const [entry, ...others] = await readEntries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ body: 'Yes, on Tuesday.', detail: {} });
    expect(await readFiles(ctx, entry?.id)).toEqual([PLAN_STORED]);
  });

  const tooMuch = new ServiceError('UNPROCESSABLE', 'too much work');
  const unread = { isGivenUp: true, read: () => Promise.reject(new Error('is read')) };

  itDeferred.for<[string, (ctx: ServiceContext) => ServiceContext, Partial<ArrivedMail>]>([
    ['after the last try', withFullDisk, { isLastTry: true }],
    ['when it cannot be read', (ctx) => breakDocuments(ctx, tooMuch), { isLastTry: true }],
    ['unread when it is given up', (ctx) => breakDocuments(ctx, new Error()), unread],
  ])('are named as not stored %s', async ([, fault, tryOf], { conversation, ctx, mail }) => {
    const { reply, readDetails } = conversation;
    const broken = fault(ctx);
    expect(await reply(mail, {}, broken).catch(() => 'pending')).toBe('pending');
    expect(await readDetails()).toEqual(isPending);
    expect(await reply(mail, tryOf, broken)).toBe('recorded');
    expect(await readDetails()).toEqual(rejectFile(INBOUND_MESSAGES.fileNotStored));
    expect(await reply(mail)).toBe('known');
  });

  itDeferred(
    'are not brought by who names that mail in another conversation',
    async ({ conversation, ctx, mail }) => {
      const other = await buildMailedConversation(ctx);
      const forged = buildMail({ ...mail, inReplyTo: other.receipt.messageId });
      expect(await receive(ctx, forged)).toBe('known');
      expect(await conversation.readDetails()).toEqual(isPending);
    },
  );
});

describe('a machine that answers', () => {
  it.for([
    'Auto-Submitted: auto-replied',
    'Subject: Automatic reply: We have your message',
    'X-Autoreply: yes',
    'Return-Path: <>',
  ])('is recorded and sets nobody waiting: %s', async (header, { conversation }) => {
    const { id, reply } = conversation;
    await conversation.endWaiting();
    const text = 'I am away. '.repeat(200);
    const mail = { headers: [header], text, files: [PLAN], messageId: `<${id}@mail.example>` };
    expect(await reply(mail)).toBe('auto-reply');
    expect(await reply(mail)).toBe('known');
    const [entry] = await conversation.readEntries();
    expect(entry?.kind).toBe('auto-reply');
    expect(entry?.body?.length).toBeLessThanOrEqual(1_000);
    const omissions = [INBOUND_MESSAGES.longText(1_000), INBOUND_MESSAGES.automaticFiles(1)];
    expect(entry?.detail).toEqual({ omissions });
    expect(await conversation.readRow()).toMatchObject({ dueAt: null, lastWord: 'team' });
    expect(await conversation.countNotices()).toBe(0);
  });

  it('is not meant by the headers of ordinary mail', async ({ conversation }) => {
    const headers = [
      'Auto-Submitted: no',
      'Precedence: list',
      'List-Id: <hello.vitrin.example>',
      'X-Auto-Response-Suppress: All',
      'Return-Path: <a@b.example>',
    ];
    expect(await conversation.reply({ headers })).toBe('recorded');
  });
});

it('a mail that cannot be read is named in the conversation', async ({ conversation, ctx }) => {
  const { reply, readEntries } = conversation;
  expect(await reply({}, { size: LIMITS.incomingMailBytes + 1 })).toBe('recorded');
  const hurried = createDocuments({ log: createTestLog(), timeoutMs: 1 });
  onTestFinished(() => hurried.stop());
  expect(await reply({}, {}, { ...ctx, documents: hurried })).toBe('recorded');
  const bodies = (await readEntries()).map(({ body }) => body);
  expect(bodies).toEqual([INBOUND_MESSAGES.tooLarge(26), INBOUND_MESSAGES.unreadable]);
});

describe('a report of a mail server', () => {
  const readMail = ({ db }: ServiceContext, id: string) => readRow(db, 'outboxMails', '*', { id });
  const changeMail = ({ db }: ServiceContext, id: string, columns: object) =>
    updateRows(db, 'outboxMails', { id }, columns);

  it('says that our mail is late or came back, also before we know', async ({
    conversation,
    ctx,
  }) => {
    const { receipt } = conversation;
    expect(await receive(ctx, buildReport(`<${receipt.id}@elsewhere.example>`))).toBe('unknown');
    const late = buildReport(receipt.messageId, { action: 'delayed', status: '4.4.1' });
    expect(await receive(ctx, late)).toBe('delayed');
    const lastError = expect.stringContaining('could not be reached');
    const delayed = { status: 'sent', bouncedAt: null, lastError };
    expect(await readMail(ctx, receipt.id)).toMatchObject(delayed);
    const well = buildReport(receipt.messageId, { action: 'delivered', status: '2.0.0' });
    expect(await receive(ctx, well)).toBe('unknown');
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('bounced');
    expect(await readMail(ctx, receipt.id)).toMatchObject({
      status: 'bounced',
      bounceReason: 'visitor@example.com: There is no such mailbox (550 no such user here)',
      bouncedAt: expect.any(Date),
    });
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('unknown');
    expect(await conversation.readEntries()).toEqual([]);
    const lockedUntil = new Date(Date.now() + 60_000);
    const taken = {
      status: 'pending',
      sentAt: null,
      transport: null,
      attempts: 1,
      bouncedAt: null,
    };
    await changeMail(ctx, receipt.id, { ...taken, lockedUntil });
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('bounced');
    const result = { status: 'sent', sentAt: new Date(), transport: 'smtp' } as const;
    const mail = { id: receipt.id, attempts: 1, conversationId: null, entryId: null };
    await recordDelivery(ctx, mail, { ...result, lastError: null });
    // It went out once: whoever sends it again can no longer undo it.
    const bounced = { status: 'bounced', lockedUntil: null, sentAt: expect.any(Date) };
    expect(await readMail(ctx, receipt.id)).toMatchObject(bounced);
    // A mail that waits for its turn was leased by no courier, whatever a stranger says.
    await changeMail(ctx, receipt.id, taken);
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('unknown');
  });

  it('says of a reply that it came back, and its visitor waits again', async ({
    conversation: { leadId, email, readRow },
    ctx,
  }) => {
    const admin = await asOwner(ctx);
    const { dueAt, lastWordAt } = await messages.getConversation(admin, leadId);
    const entryId = randomUUID();
    await messages.reply(admin, leadId, { id: entryId, body: 'Tamam.', filePaths: [], lastWordAt });
    const id = '00000000-0000-7000-8000-000000000001';
    const messageId = `<${id}@vitrin.example>`;
    const sent = { status: 'sent', sentAt: new Date(), transport: 'smtp', id, messageId } as const;
    await updateRows(ctx.db, 'outboxMails', { entryId }, sent);
    expect(await readRow()).toMatchObject({ dueAt: null });
    expect(await receive(ctx, buildReport(messageId, { action: 'delayed' }))).toBe('delayed');
    expect(await readRow()).toMatchObject({ dueAt: null });
    expect(await receive(ctx, buildReport(messageId))).toBe('bounced');
    const view = await messages.getConversation(admin, leadId);
    expect(view).toMatchObject({ dueAt, firstResponseAt: null, replyLostAt: expect.anything() });
    const lost = view.items.find(({ kind }) => kind === 'reply-lost');
    expect(lost?.body).toContain('There is no such mailbox');
    const reply = view.items.find(({ kind }) => kind === 'reply');
    expect(reply).toMatchObject({ mailStatus: 'bounced', mailRecipient: email });
  });

  it('is read to a bound, and left alone when there were too many', async ({
    conversation: { receipt },
    ctx,
  }) => {
    const returned = `Subject: large\r\n\r\n${'x'.repeat(5 * 1024 * 1024)}`;
    const report = buildReport(receipt.messageId).replace('Subject: We have', returned);
    const read = vi.fn((maxBytes: number) =>
      Promise.resolve(Buffer.from(report).subarray(0, maxBytes)),
    );
    const takeReport = vi.fn(() => false);
    expect(await receive(ctx, report, { read, takeReport })).toBe('too-many');
    expect(await receive(ctx, report, { read })).toBe('bounced');
    expect(read.mock.calls).toEqual([[LIMITS.incomingReportBytes], [LIMITS.incomingReportBytes]]);
    // Otherwise strangers would keep ours from being read.
    const stranger = buildReport(`<${uuidV7()}@vitrin.example>`);
    expect(await receive(ctx, stranger, { takeReport })).toBe('unknown');
    expect(takeReport).toHaveBeenCalledTimes(1);
  });
});
