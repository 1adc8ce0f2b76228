import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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
import { buildAdmin } from '#tests/support/admin.ts';
import { it } from '#tests/support/fixtures.ts';
import {
  buildMail,
  buildMailedConversation,
  buildReport,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { type ArrivedMail, receiveMail } from './index.ts';

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

function rowOf({ db }: ServiceContext, id: string) {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function countTeamMails({ db }: ServiceContext, id: string) {
  return db
    .selectFrom('outboxMails')
    .select('id')
    .where('conversationId', '=', id)
    .where('kind', '=', 'conversations.team')
    .execute()
    .then(({ length }) => length);
}

/** Emails that came within the hour. */
async function fill(
  { db }: ServiceContext,
  conversationId: string,
  length: number,
  detail: (at: number) => object,
) {
  const entry = { conversationId, kind: 'inbound', via: 'mail' as const };
  const rows = Array.from({ length }, (_, at) => {
    return { ...entry, id: uuidV7(), detail: JSON.stringify(detail(at)) };
  });
  await db.insertInto('conversationEntries').values(rows).execute();
}

async function endWaiting({ db }: ServiceContext, id: string) {
  await db
    .updateTable('conversations')
    .set({ waitingSince: null, dueAt: null, lastWord: 'team' })
    .where('id', '=', id)
    .execute();
}

describe('an answer to a mail of ours', () => {
  it('is recorded once, sets the visitor waiting again and tells the team once in a burst', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await endWaiting(ctx, id);
    const text = 'Evet, Salı.\r\n\r\nOn Mon, Nov 23, 2026 Vitrin wrote:\r\n> Salı?';
    const mail = buildMail({ from: email, inReplyTo: receipt.messageId, text });
    expect(await receive(ctx, mail)).toBe('recorded');
    expect(await receive(ctx, mail)).toBe('known');
    const [entry, ...others] = await readInboundEntries(ctx.db, id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: 'inbound', via: 'mail', body: 'Evet, Salı.', detail: {} });
    expect(entry?.quoted).toContain('> Salı?');
    const conversation = await rowOf(ctx, id);
    expect(conversation.lastWord).toBe('visitor');
    expect(conversation.dueAt?.getTime()).toBeGreaterThan(Date.now());
    const again = buildMail({ from: email, references: `<x@y> ${receipt.messageId}` });
    expect(await receive(ctx, again)).toBe('recorded');
    expect(await countTeamMails(ctx, id)).toBe(1);
    await endWaiting(ctx, id);
    await receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId }));
    expect(await countTeamMails(ctx, id)).toBe(2);
  });

  it('may answer an earlier mail of their own, or come to the signed address alone', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const messageId = `<${id}@mail.example>`;
    await receive(ctx, buildMail({ from: email, messageId, inReplyTo: receipt.messageId }));
    expect(await receive(ctx, buildMail({ from: email, inReplyTo: messageId }))).toBe('recorded');
    const to = formatReplyAddress(OURS, TEST_TRACK_KEY, { id, tokenVersion: 1 }) ?? '';
    expect(to).toMatch(/^hello\+c\.[a-z2-7]{42}@vitrin\.example$/u);
    const shouted = buildMail({ from: email, to: `"Vitrin" <${to.toUpperCase()}>` });
    expect(await receive(ctx, shouted)).toBe('recorded');
    const forged = to.replace(/(?<=\+c\..{30})./u, (letter) => (letter === 'a' ? 'b' : 'a'));
    expect(await receive(ctx, buildMail({ from: email, to: forged }))).toBe('unknown');
    const otherKey = formatReplyAddress(OURS, Buffer.alloc(32, 8), { id, tokenVersion: 1 }) ?? '';
    expect(await receive(ctx, buildMail({ from: email, to: otherKey }))).toBe('unknown');
  });

  it('from another address says so', async ({ ctx }) => {
    const { id, receipt } = await buildMailedConversation(ctx);
    const mail = buildMail({ from: 'Partner@Other.example', inReplyTo: receipt.messageId });
    expect(await receive(ctx, mail)).toBe('recorded');
    const [entry] = await readInboundEntries(ctx.db, id);
    expect(entry?.detail).toEqual({ otherAddress: 'partner@other.example' });
    const { items } = await ctx.db.transaction().execute(async (tx) => {
      return readConversation(tx, await lockConversation(tx, { id }));
    });
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'inbound', otherAddress: 'partner@other.example' }),
    );
  });

  it.for<[string, Record<string, string>, string]>([
    ['in Reply-To', { 'List-Id': '<hello.vitrin.example>', 'Reply-To': 'EMAIL' }, 'recorded'],
    ['in X-Original-From', { 'X-Original-From': 'Deniz <EMAIL>' }, 'recorded'],
    [
      'as our own signed address',
      { 'List-Id': '<x>', 'Reply-To': 'hello+c.a@vitrin.example' },
      'ours',
    ],
    ['in a Reply-To without a list', { 'Reply-To': 'EMAIL' }, 'ours'],
  ])('through a group names its sender %s', async ([, headers, outcome], { ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const mail = buildMail({
      from: OURS,
      inReplyTo: receipt.messageId,
      headers: lines.map((line) => line.replace('EMAIL', email)),
    });
    expect(await receive(ctx, mail)).toBe(outcome);
    const entries = await readInboundEntries(ctx.db, id);
    expect(entries.map(({ detail }) => detail)).toEqual(outcome === 'recorded' ? [{}] : []);
  });

  it('from a stranger does not pass for the visitor through headers of groups', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const headers = [`X-Original-From: ${email}`, `Reply-To: ${email}`, 'List-Id: <x>'];
    const from = 'stranger@other.example';
    await receive(ctx, buildMail({ from, inReplyTo: receipt.messageId, headers }));
    const [entry] = await readInboundEntries(ctx.db, id);
    expect(entry?.detail).toEqual({ otherAddress: from });
  });

  it('from a sender whom the mail server did not verify says so, also to the team', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const headers = [
      'Authentication-Results: mx.vitrin.example; spf=fail; dmarc=fail',
      'Authentication-Results: mx.vitrin.example; spf=pass; dmarc=pass',
    ];
    const files = [{ name: 'evil.exe', content: Buffer.from('MZ') }];
    await receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId, headers, files }));
    const { items } = await ctx.db.transaction().execute(async (tx) => {
      return readConversation(tx, await lockConversation(tx, { id }));
    });
    const marks = ['sender-not-verified'];
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'inbound', otherAddress: null, marks }),
    );
    const notice = await composeFurtherWord({ db: ctx.db, siteUrl: 'https://vitrin.example' }, id);
    expect(notice?.blocks).toContainEqual({
      type: 'list',
      heading: 'Please note',
      items: [
        expect.stringMatching(/^Sender not verified\. The mail server/u),
        expect.stringMatching(/^Left out: evil\.exe\. /u),
      ],
    });
  });

  it('brings its files, and names those that are not taken', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = buildMail({
      from: email,
      inReplyTo: receipt.messageId,
      text: '',
      files: [
        { name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') },
        { name: 'evil.exe', content: Buffer.from('MZ') },
        { name: 'lie.pdf', content: Buffer.from('MZ not a PDF') },
      ],
    });
    expect(await receive(ctx, mail)).toBe('recorded');
    const [entry] = await readInboundEntries(ctx.db, id);
    expect(entry?.body).toBe('');
    expect(entry?.detail).toMatchObject({
      rejectedFiles: [{ name: 'evil.exe' }, { name: 'lie.pdf' }],
    });
    const files = await ctx.db
      .selectFrom('orderAttachments')
      .select(['originalName', 'status'])
      .where('entryId', '=', entry?.id ?? '')
      .execute();
    expect(files).toEqual([{ originalName: 'plan.pdf', status: 'claimed' }]);
  });

  it('has its rejected files named in the next reply by email, once', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = (name: string) =>
      receive(
        ctx,
        buildMail({
          from: email,
          inReplyTo: receipt.messageId,
          files: [{ name, content: Buffer.from('MZ') }],
        }),
      );
    const compose = async (minutes: number, via: 'panel' | 'elsewhere' = 'panel') => {
      const entryId = uuidV7();
      const createdAt = new Date(ctx.now().getTime() + minutes * 60_000);
      const entry = { conversationId: id, kind: 'reply', via, body: 'Thank you.' };
      await ctx.db
        .insertInto('conversationEntries')
        .values({ ...entry, id: entryId, createdAt })
        .execute();
      const content = await composeReply(ctx.db, entryId);
      if (!content) throw new Error('the reply has no email');
      return toPlainText(content, 'https://www.example.com');
    };
    await mail('site.dwg');
    await mail('forged.exe');
    await ctx.db
      .updateTable('conversationEntries')
      .set({ detail: sql`detail || '{"marks": ["sender-not-verified"]}'` })
      .where(sql<boolean>`detail::text like '%forged.exe%'`)
      .execute();
    await compose(1, 'elsewhere');
    const first = await compose(2);
    expect(first).toContain('Left out: site.dwg. site.dwg is not a supported file type.');
    expect(first).toContain('We accept PDF, PNG, JPEG or ZIP, up to 10 MB each.');
    expect(first).not.toContain('forged.exe');
    expect(await compose(3)).not.toMatch(/Left out|We accept/);
  });
});

describe('an answer after the link was revoked', () => {
  const openedBy = (ctx: ServiceContext, id: string) =>
    trackingTokenOf(ctx, { id, tokenVersion: 2 });
  async function revoke(ctx: ServiceContext, id: string) {
    const tokenHash = hashOfToken(openedBy(ctx, id));
    const change = { tokenVersion: 2, tokenHash };
    await ctx.db.updateTable('conversations').set(change).where('id', '=', id).execute();
  }
  const markOf = async (ctx: ServiceContext, id: string) =>
    (await readInboundEntries(ctx.db, id)).map(({ body, detail }) => [body, detail]);
  const MARKED = [['Yes, on Tuesday.', { marks: ['revoked-address'] }]];

  it('to the address that was valid before is recorded with a mark', async ({ ctx }) => {
    const { id, email } = await buildMailedConversation(ctx);
    const to = formatReplyAddress(OURS, TEST_TRACK_KEY, { id, tokenVersion: 1 }) ?? '';
    await revoke(ctx, id);
    expect(await receive(ctx, buildMail({ from: email, to }))).toBe('recorded');
    expect(await markOf(ctx, id)).toEqual(MARKED);
  });

  it('to an email from before is recorded with a mark, and to the new address without', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await revoke(ctx, id);
    await receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId }));
    const to = formatReplyAddress(OURS, TEST_TRACK_KEY, { id, tokenVersion: 2 }) ?? '';
    await receive(ctx, buildMail({ from: email, to, inReplyTo: receipt.messageId }));
    expect(await markOf(ctx, id)).toEqual([...MARKED, ['Yes, on Tuesday.', {}]]);
    const page = await readTracking(ctx, openedBy(ctx, id));
    expect(page?.items.slice(-2).map(({ kind }) => kind)).toEqual(['unconfirmed', 'visitor']);
  });

  it('to an address of a version that does not exist yet is not accepted', async ({ ctx }) => {
    const { id, email } = await buildMailedConversation(ctx);
    const to = formatReplyAddress(OURS, TEST_TRACK_KEY, { id, tokenVersion: 2 }) ?? '';
    expect(await receive(ctx, buildMail({ from: email, to }))).toBe('unknown');
  });
});

describe('left alone is', () => {
  it('what belongs to no conversation, what the team answers, and what we have sent', async ({
    ctx,
  }) => {
    const { id, email, receipt, notice } = await buildMailedConversation(ctx);
    expect(await receive(ctx, buildMail())).toBe('unknown');
    expect(await receive(ctx, buildMail({ inReplyTo: '<no-such@vitrin.example>' }))).toBe(
      'unknown',
    );
    const guessed = `<${receipt.id}@elsewhere.example>`;
    expect(await receive(ctx, buildMail({ inReplyTo: guessed }))).toBe('unknown');
    expect(await receive(ctx, buildMail({ from: email, inReplyTo: notice.messageId }))).toBe(
      'unknown',
    );
    const ours = buildMail({ from: OURS, inReplyTo: receipt.messageId });
    expect(await receive(ctx, ours)).toBe('ours');
    expect(await receive(ctx, Buffer.alloc(0))).toBe('unknown');
    expect(await readInboundEntries(ctx.db, id)).toEqual([]);
  });

  it('what a sender writes beyond the bound of an hour, with a line that says so', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const send = () => receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId }));
    await fill(ctx, id, LIMITS.incomingMailsPerHour - 1, () => ({}));
    expect(await send()).toBe('recorded');
    expect(await send()).toBe('too-many');
    expect(await send()).toBe('too-many');
    const entries = await readInboundEntries(ctx.db, id);
    expect(entries.slice(LIMITS.incomingMailsPerHour)).toMatchObject([
      { kind: 'emails-left-out', body: INBOUND_MESSAGES.tooMany(true) },
    ]);
    const later = { ...ctx, now: () => new Date(Date.now() + 3_600_001) };
    const mail = buildMail({ from: email, inReplyTo: receipt.messageId });
    expect(await receive(later, mail)).toBe('recorded');
  });

  it.for<[string, object, object]>([
    [
      'a sender who is not verified',
      { headers: ['Authentication-Results: mx; dmarc=fail'] },
      { marks: ['sender-not-verified'] },
    ],
    [
      'another address',
      { from: 'stranger@other.example' },
      { otherAddress: 'stranger@other.example' },
    ],
  ])('nothing of the visitor however much comes from %s', async ([, forged, detail], { ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await fill(ctx, id, LIMITS.incomingMailsPerHour - 1, () => detail);
    const send = (mail: object = {}) =>
      receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId, ...mail }));
    expect(await send(forged)).toBe('recorded');
    expect(await send(forged)).toBe('too-many');
    expect(await send()).toBe('recorded');
    expect(await send({ from: 'colleague@example.com' })).toBe('recorded');
    const lines = (await readInboundEntries(ctx.db, id)).filter(
      ({ kind }) => kind === 'emails-left-out',
    );
    expect(lines.map(({ body }) => body)).toEqual([INBOUND_MESSAGES.tooMany(false)]);
  });

  it('what many other senders write together beyond a bound', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await fill(ctx, id, LIMITS.otherMailsPerHour, (at) => ({ otherAddress: `a${at}@x.example` }));
    const send = (from: string) => receive(ctx, buildMail({ from, inReplyTo: receipt.messageId }));
    expect(await send('one-more@other.example')).toBe('too-many');
    expect(await send(email)).toBe('recorded');
  });

  it('what a sender writes beyond the bound of a day', async ({ ctx, db }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const createdAt = new Date(Date.now() - 20 * 3_600_000);
    const entry = { conversationId: id, kind: 'inbound', via: 'mail' as const, createdAt };
    const length = LIMITS.incomingMailsPerDay - 1;
    await db
      .insertInto('conversationEntries')
      .values(Array.from({ length }, () => ({ id: uuidV7(), ...entry })))
      .execute();
    const send = () => receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId }));
    expect(await send()).toBe('recorded');
    expect(await send()).toBe('too-many');
    const tomorrow = { ...ctx, now: () => new Date(Date.now() + 5 * 3_600_000) };
    const mail = buildMail({ from: email, inReplyTo: receipt.messageId });
    expect(await receive(tomorrow, mail)).toBe('recorded');
  });
});

describe('what no database stores', () => {
  const NUL = '\0';

  it.for<[string, Parameters<typeof buildMail>[0], string]>([
    ['in the id of a mail', { messageId: `<a${NUL}b@x.example>` }, 'recorded'],
    ['in an address', { from: `a${NUL}b@x.example` }, 'recorded'],
    ['encoded in an address', { from: '=?utf-8?Q?a=00b@x.example?=' }, 'recorded'],
    ['in what a stranger answers', { inReplyTo: `<y${NUL}z@x.example>` }, 'unknown'],
    ...[`a${NUL}b.exe`, `${'a'.repeat(254)}😀.exe`].map((name): [string, object, string] => [
      `in the name of a file, ${name.length}`,
      { files: [{ name, content: Buffer.from('MZ') }] },
      'recorded',
    ]),
  ])('holds up no mailbox: %s', async ([, mail, outcome], { ctx }) => {
    const { id, receipt } = await buildMailedConversation(ctx);
    expect(await receive(ctx, buildMail({ inReplyTo: receipt.messageId, ...mail }))).toBe(outcome);
    expect(JSON.stringify(await readInboundEntries(ctx.db, id))).not.toContain('u0000');
  });

  it('holds up no mailbox in a report or in a mail that is too large', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    expect(await receive(ctx, buildReport(`<a${NUL}b@x.example>`))).toBe('unknown');
    const mail = buildMail({ from: `a${NUL}b@x.example`, inReplyTo: receipt.messageId });
    expect(await receive(ctx, mail, { size: LIMITS.incomingMailBytes + 1 })).toBe('recorded');
  });
});

describe('files that cannot be stored at the moment', () => {
  const fileMail = (mail: Parameters<typeof buildMail>[0]) =>
    buildMail({ ...mail, files: [{ name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') }] });
  const withFullDisk = (ctx: ServiceContext): ServiceContext => ({
    ...ctx,
    storage: { ...ctx.storage, freeBytes: () => Promise.resolve(0) },
  });

  it('follow the words of their mail, once', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await endWaiting(ctx, id);
    const mail = fileMail({ from: email, inReplyTo: receipt.messageId });
    expect(await receive(withFullDisk(ctx), mail)).toBe('pending');
    expect(await receive(withFullDisk(ctx), mail)).toBe('pending');
    const [entry, ...others] = await readInboundEntries(ctx.db, id);
    expect(others).toEqual([]);
    expect(entry?.detail).toMatchObject({
      rejectedFiles: [{ name: 'plan.pdf', reason: INBOUND_MESSAGES.filePending }],
    });
    expect((await rowOf(ctx, id)).lastWord).toBe('visitor');
    expect(await receive(ctx, mail)).toBe('recorded');
    expect(await receive(ctx, mail)).toBe('known');
    const [recorded] = await readInboundEntries(ctx.db, id);
    expect(recorded).toMatchObject({ body: 'Yes, on Tuesday.', detail: {} });
    const files = await ctx.db
      .selectFrom('orderAttachments')
      .select(['originalName', 'status'])
      .where('entryId', '=', entry?.id ?? '')
      .execute();
    expect(files).toEqual([{ originalName: 'plan.pdf', status: 'claimed' }]);
  });

  it('are named as not stored after the last try', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = fileMail({ from: email, inReplyTo: receipt.messageId });
    await receive(withFullDisk(ctx), mail);
    expect(await receive(withFullDisk(ctx), mail, { isLastTry: true })).toBe('recorded');
    const [entry] = await readInboundEntries(ctx.db, id);
    const rejectedFiles = [{ name: 'plan.pdf', reason: INBOUND_MESSAGES.fileNotStored }];
    expect(entry?.detail).toEqual({ rejectedFiles });
  });

  const breakDocuments = (ctx: ServiceContext, error: Error): ServiceContext => ({
    ...ctx,
    documents: { ...ctx.documents, readMail: () => Promise.reject(error) },
  });
  const NOT_STORED = {
    rejectedFiles: [{ name: 'plan.pdf', reason: INBOUND_MESSAGES.fileNotStored }],
  };

  it('wait while their mail cannot be read again, and are named as not stored after the last try', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = fileMail({ from: email, inReplyTo: receipt.messageId });
    await receive(withFullDisk(ctx), mail);
    const broken = breakDocuments(ctx, new ServiceError('UNPROCESSABLE', 'too much work'));
    expect(await receive(broken, mail)).toBe('pending');
    expect((await readInboundEntries(ctx.db, id))[0]?.detail).toHaveProperty('filesPending');
    expect(await receive(broken, mail, { isLastTry: true })).toBe('recorded');
    expect((await readInboundEntries(ctx.db, id))[0]?.detail).toEqual(NOT_STORED);
    expect(await receive(ctx, mail)).toBe('known');
  });

  it('are named as not stored when their mail is given up, which is not read any more', async ({
    ctx,
  }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = fileMail({ from: email, inReplyTo: receipt.messageId });
    await receive(withFullDisk(ctx), mail);
    const broken = breakDocuments(ctx, new Error('killed'));
    await expect(receive(broken, mail)).rejects.toThrow('killed');
    const read = vi.fn();
    expect(await receive(broken, mail, { isGivenUp: true, read })).toBe('recorded');
    expect(read).not.toHaveBeenCalled();
    expect((await readInboundEntries(ctx.db, id))[0]?.detail).toEqual(NOT_STORED);
  });

  it('are not brought by who names that mail in another conversation', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const messageId = `<${id}@mail.example>`;
    const mail = fileMail({ from: email, messageId, inReplyTo: receipt.messageId });
    await receive(withFullDisk(ctx), mail);
    const other = await buildMailedConversation(ctx);
    const forged = fileMail({ messageId, inReplyTo: other.receipt.messageId });
    expect(await receive(ctx, forged)).toBe('known');
    expect((await readInboundEntries(ctx.db, id))[0]?.detail).toHaveProperty('filesPending');
  });
});

describe('a machine that answers', () => {
  it.for([
    'Auto-Submitted: auto-replied',
    'Subject: Automatic reply: We have your message',
    'X-Autoreply: yes',
    'Return-Path: <>',
  ])('is recorded and sets nobody waiting: %s', async (header, { ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await endWaiting(ctx, id);
    const mail = buildMail({
      from: email,
      inReplyTo: receipt.messageId,
      headers: [header],
      text: 'I am away. '.repeat(200),
      files: [{ name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') }],
    });
    expect(await receive(ctx, mail)).toBe('auto-reply');
    expect(await receive(ctx, mail)).toBe('known');
    const [entry] = await readInboundEntries(ctx.db, id);
    expect(entry?.kind).toBe('auto-reply');
    expect(entry?.body?.length).toBeLessThanOrEqual(1_000);
    expect(entry?.detail).toEqual({
      omissions: [INBOUND_MESSAGES.longText(1_000), INBOUND_MESSAGES.automaticFiles(1)],
    });
    expect(await rowOf(ctx, id)).toMatchObject({ dueAt: null, lastWord: 'team' });
    expect(await countTeamMails(ctx, id)).toBe(0);
  });

  it('is not meant by what ordinary mail says', async ({ ctx }) => {
    const { email, receipt } = await buildMailedConversation(ctx);
    const headers = [
      'Auto-Submitted: no',
      'Precedence: list',
      'List-Id: <hello.vitrin.example>',
      'X-Auto-Response-Suppress: All',
      'Return-Path: <a@b.example>',
    ];
    const mail = buildMail({ from: email, inReplyTo: receipt.messageId, headers });
    expect(await receive(ctx, mail)).toBe('recorded');
  });
});

describe('a mail that cannot be read', () => {
  it('is named in the conversation, since somebody waits all the same', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const mail = (suffix: string) =>
      buildMail({ from: email, inReplyTo: receipt.messageId, messageId: `<${suffix}@${id}>` });
    expect(await receive(ctx, mail('large'), { size: LIMITS.incomingMailBytes + 1 })).toBe(
      'recorded',
    );
    const hurried = createDocuments({ log: createTestLog(), timeoutMs: 1 });
    onTestFinished(() => hurried.stop());
    const broken = { ...ctx, documents: hurried };
    expect(await receive(broken, mail('complex'))).toBe('recorded');
    const bodies = (await readInboundEntries(ctx.db, id)).map(({ body }) => body);
    expect(bodies).toEqual([INBOUND_MESSAGES.tooLarge(26), INBOUND_MESSAGES.unreadable]);
  });

  it('holds nothing that the database does not take', async ({ ctx }) => {
    const { id, receipt } = await buildMailedConversation(ctx);
    const mail = buildMail({
      from: 'a\0b@example.com',
      inReplyTo: receipt.messageId,
      text: 'one\0two',
      files: [{ name: 'evil\0.exe', content: Buffer.from('MZ') }],
    });
    expect(await receive(ctx, mail)).toBe('recorded');
    expect(await readInboundEntries(ctx.db, id)).toMatchObject([
      { body: 'onetwo', detail: { rejectedFiles: [{ name: 'evil.exe' }] } },
    ]);
  });
});

describe('a report of a mail server', () => {
  const readMail = ({ db }: ServiceContext, id: string) =>
    db.selectFrom('outboxMails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('says of a mail that it came back, and why', async ({ ctx }) => {
    const { id, receipt } = await buildMailedConversation(ctx);
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('bounced');
    const mail = await readMail(ctx, receipt.id);
    expect(mail.status).toBe('bounced');
    expect(mail.bounceReason).toBe(
      'visitor@example.com: There is no such mailbox (550 no such user here)',
    );
    expect(mail.bouncedAt).toBeInstanceOf(Date);
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('unknown');
    expect(await readInboundEntries(ctx.db, id)).toEqual([]);
  });

  it('may be faster than our own record, which leaves it as it is', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    const lockedUntil = new Date(Date.now() + 60_000);
    const taken = { status: 'pending', sentAt: null, transport: null, attempts: 1 } as const;
    await ctx.db
      .updateTable('outboxMails')
      .set({ ...taken, lockedUntil })
      .where('id', '=', receipt.id)
      .execute();
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('bounced');
    const result = { status: 'sent', sentAt: new Date(), transport: 'smtp' } as const;
    const mail = { id: receipt.id, attempts: 1, conversationId: null, entryId: null };
    await recordDelivery(ctx, mail, { ...result, lastError: null });
    expect(await readMail(ctx, receipt.id)).toMatchObject({ status: 'bounced', lockedUntil: null });
    // It went out once: whoever sends it again can no longer undo it.
    expect((await readMail(ctx, receipt.id)).sentAt).not.toBeNull();
    // What waits for its turn was not taken by anybody, whatever a stranger says.
    await ctx.db
      .updateTable('outboxMails')
      .set({ ...taken, bouncedAt: null })
      .where('id', '=', receipt.id)
      .execute();
    expect(await receive(ctx, buildReport(receipt.messageId))).toBe('unknown');
  });

  it('says of a reply that it came back, and its visitor waits again', async ({ ctx }) => {
    const { id, leadId, email } = await buildMailedConversation(ctx);
    const { id: adminUserId, username } = await buildAdmin(ctx.db);
    const actor = { type: 'admin', role: 'owner', adminUserId, username } as const;
    const session = { sessionId: randomUUID(), provedAt: new Date() };
    const admin = { ...ctx, actor: { ...actor, ...session } };
    const { dueAt, lastWordAt } = await messages.getConversation(admin, leadId);
    const entryId = randomUUID();
    const words = { id: entryId, body: 'Tamam.', filePaths: [], lastWordAt };
    await messages.reply(admin, leadId, words);
    const messageId = '<00000000-0000-7000-8000-000000000001@vitrin.example>';
    await ctx.db
      .updateTable('outboxMails')
      .set({
        id: messageId.slice(1, 37),
        messageId,
        status: 'sent',
        sentAt: new Date(),
        transport: 'smtp',
      })
      .where('entryId', '=', entryId)
      .execute();
    expect(await rowOf(ctx, id)).toMatchObject({ dueAt: null });
    expect(await receive(ctx, buildReport(messageId, { action: 'delayed' }))).toBe('delayed');
    expect(await rowOf(ctx, id)).toMatchObject({ dueAt: null });
    expect(await receive(ctx, buildReport(messageId))).toBe('bounced');
    const view = await messages.getConversation(admin, leadId);
    expect(view).toMatchObject({ dueAt, firstResponseAt: null });
    expect(view.replyLostAt).not.toBeNull();
    const lost = view.items.find(({ kind }) => kind === 'reply-lost');
    expect(lost?.body).toContain('There is no such mailbox');
    expect(view.items.find(({ kind }) => kind === 'reply')).toMatchObject({
      mailStatus: 'bounced',
      mailRecipient: email,
    });
  });

  it('says of a mail that it is late, which is no bounce', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    const late = buildReport(receipt.messageId, { action: 'delayed', status: '4.4.1' });
    expect(await receive(ctx, late)).toBe('delayed');
    const mail = await readMail(ctx, receipt.id);
    expect(mail).toMatchObject({ status: 'sent', bouncedAt: null });
    expect(mail.lastError).toContain('could not be reached');
    const well = buildReport(receipt.messageId, { action: 'delivered', status: '2.0.0' });
    expect(await receive(ctx, well)).toBe('unknown');
  });

  it('is read to a bound, and left alone when there were too many', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    const returned = `Subject: large\r\n\r\n${'x'.repeat(5 * 1024 * 1024)}`;
    const report = buildReport(receipt.messageId).replace('Subject: We have', returned);
    const read = vi.fn((maxBytes: number) =>
      Promise.resolve(Buffer.from(report).subarray(0, maxBytes)),
    );
    const takeReport = vi.fn(() => false);
    expect(await receive(ctx, report, { read, takeReport })).toBe('too-many');
    expect(await receive(ctx, report, { read })).toBe('bounced');
    expect(read.mock.calls).toEqual([[LIMITS.incomingReportBytes], [LIMITS.incomingReportBytes]]);
    // Else strangers would keep ours from being read.
    const stranger = buildReport(`<${uuidV7()}@vitrin.example>`);
    expect(await receive(ctx, stranger, { takeReport })).toBe('unknown');
    expect(takeReport).toHaveBeenCalledTimes(1);
  });

  it('is left alone about a mail that is not ours', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    const stranger = `<${receipt.id}@elsewhere.example>`;
    expect(await receive(ctx, buildReport(stranger))).toBe('unknown');
    expect((await readMail(ctx, receipt.id)).status).toBe('sent');
  });
});
