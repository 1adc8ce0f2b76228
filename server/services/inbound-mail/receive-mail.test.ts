import { describe, expect, onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { LIMITS } from '#server/limits.ts';
import { replyAddressOf } from '#server/mail/inbox/reply-address.ts';
import { lockConversation, readConversation } from '#server/services/conversations/index.ts';
import { INBOUND_MESSAGES } from '#shared/mails/inbound-messages.ts';
import { it } from '#tests/support/fixtures.ts';
import {
  buildMail,
  buildMailedConversation,
  buildReport,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { receiveMail } from './index.ts';

const OURS = 'hello@vitrin.example';

function receive(ctx: ServiceContext, mail: string | Buffer, size?: number) {
  const source = Buffer.from(mail);
  return receiveMail(
    ctx,
    { addresses: [OURS, 'team@vitrin.example'] },
    {
      source: source.subarray(0, LIMITS.incomingMailHead),
      size: size ?? source.length,
      readAll: () => Promise.resolve(source),
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
    const to = replyAddressOf(OURS, TEST_TRACK_KEY, id) ?? '';
    expect(to).toMatch(/^hello\+c\.[a-z2-7]{42}@vitrin\.example$/u);
    const shouted = buildMail({ from: email, to: `"Vitrin" <${to.toUpperCase()}>` });
    expect(await receive(ctx, shouted)).toBe('recorded');
    const forged = to.replace(/(?<=\+c\..{30})./u, (letter) => (letter === 'a' ? 'b' : 'a'));
    expect(await receive(ctx, buildMail({ from: email, to: forged }))).toBe('unknown');
    const otherKey = replyAddressOf(OURS, Buffer.alloc(32, 8), id) ?? '';
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

  it('what a sender writes beyond the bound of an hour', async ({ ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const send = () => receive(ctx, buildMail({ from: email, inReplyTo: receipt.messageId }));
    for (let count = 0; count < LIMITS.incomingMailsPerHour; count += 1) await send();
    expect(await send()).toBe('too-many');
    expect(await readInboundEntries(ctx.db, id)).toHaveLength(LIMITS.incomingMailsPerHour);
    const later = { ...ctx, now: () => new Date(Date.now() + 3_600_001) };
    const mail = buildMail({ from: email, inReplyTo: receipt.messageId });
    expect(await receive(later, mail)).toBe('recorded');
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
    expect(await receive(ctx, mail, LIMITS.incomingMailBytes + 1)).toBe('recorded');
  });
});

describe('a machine that answers', () => {
  it.for([
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Auto-Response-Suppress: All',
    'Return-Path: <>',
  ])('is recorded and sets nobody waiting: %s', async (header, { ctx }) => {
    const { id, email, receipt } = await buildMailedConversation(ctx);
    await endWaiting(ctx, id);
    const mail = buildMail({
      from: email,
      inReplyTo: receipt.messageId,
      headers: [header],
      text: 'I am away. '.repeat(200),
    });
    expect(await receive(ctx, mail)).toBe('auto-reply');
    expect(await receive(ctx, mail)).toBe('known');
    const [entry] = await readInboundEntries(ctx.db, id);
    expect(entry?.kind).toBe('auto-reply');
    expect(entry?.body?.length).toBeLessThanOrEqual(1_000);
    expect(await rowOf(ctx, id)).toMatchObject({ dueAt: null, lastWord: 'team' });
    expect(await countTeamMails(ctx, id)).toBe(0);
  });

  it('is not meant by what ordinary mail says', async ({ ctx }) => {
    const { email, receipt } = await buildMailedConversation(ctx);
    const headers = [
      'Auto-Submitted: no',
      'Precedence: normal',
      'X-Auto-Response-Suppress: OOF',
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
    expect(await receive(ctx, mail('large'), LIMITS.incomingMailBytes + 1)).toBe('recorded');
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

  it('is left alone about a mail that is not ours', async ({ ctx }) => {
    const { receipt } = await buildMailedConversation(ctx);
    const stranger = `<${receipt.id}@elsewhere.example>`;
    expect(await receive(ctx, buildReport(stranger))).toBe('unknown');
    expect((await readMail(ctx, receipt.id)).status).toBe('sent');
  });
});
