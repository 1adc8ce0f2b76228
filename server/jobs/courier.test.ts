import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import type { Kysely } from 'kysely';
import { afterEach, describe, expect, vi } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { readConfig } from '#server/core/config.ts';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { LIMITS } from '#server/core/limits.ts';
import { recordResult, recoverMails, takeMails } from '#server/mail/delivery.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { createMailer, type Mailer } from '#server/mail/mailer.ts';
import { type Mail, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { FRESH_MS, RETRY_MS } from '#server/mail/retry.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { composeMail, resendMails } from '#server/services/mails/index.ts';
import { createInvitation, revokeInvitation } from '#server/services/accounts/index.ts';
import { createMessage, messages } from '#server/services/messages/index.ts';
import { createOrder, uploadAttachment } from '#server/services/orders/index.ts';
import { eraseEnquiries } from '#server/services/privacy/erase-enquiry.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { DELIVERY_MESSAGES } from '#shared/mails/messages.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput, TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { startCourier } from './courier.ts';
import { startMailFiles } from './mail-files.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';

const TOTP_KEY = Buffer.alloc(32, 5);
const KEYS = { totpKey: TOTP_KEY, trackKey: TEST_TRACK_KEY };

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function startServer(...options: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...options);
  stops.push(() => server.stop());
  const mailTo = (address: string) =>
    server.mails.find(({ envelope }) => envelope.to[0] === address);
  return { ...server, mailTo };
}

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures from this pattern
const it = base.extend('server', ({}) => startServer());

async function buildMailer(environment: NodeJS.ProcessEnv): Promise<Mailer> {
  const result = readConfig({
    MAIL_FROM: 'hello@vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example,second@vitrin.example',
    PUBLIC_URL: 'https://vitrin.example',
    ...environment,
  });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return createMailer(result.config, drawMail);
}

type Started = {
  db: Kysely<DB>;
  mailer: Mailer;
  storage?: Pick<FileStorage, 'open'>;
  now?: () => Date;
  accepted?: { areMany: () => boolean };
};

const DAY_MS = 24 * 60 * 60_000;
const NO_FILES = { open: () => Promise.resolve(null) };

function start({ storage = NO_FILES, ...options }: Started) {
  const log = createTestLog();
  const courier = startCourier({ ...options, ...KEYS, storage, log });
  stops.push(() => courier.stop());
  return courier;
}

/** Starts a courier that delivers through a mail server. */
async function deliver(db: Kysely<DB>, { url }: { url: string }, now?: () => Date) {
  return start({ db, mailer: await buildMailer({ SMTP_URL: url }), ...(now && { now }) });
}

async function addMail(
  db: Kysely<DB>,
  changes: Partial<Mail> & { createdAt?: Date; nextAttemptAt?: Date; lockedUntil?: Date } = {},
) {
  const id = uuidV7();
  const { createdAt, ...mail } = changes;
  const messageId = uuidV7();
  await insertRows(db, 'contactMessages', {
    id: messageId,
    ...buildMessageInput(),
    email: 'visitor@example.com',
    createdAt: createdAt ?? new Date(),
  });
  await insertRows(db, 'outboxMails', {
    id,
    kind: 'messages.confirmation',
    recipient: `visitor-${id}@example.com`,
    ...mail,
    payload: JSON.stringify(mail.payload ?? { messageId }),
    ...(createdAt ? { createdAt, nextAttemptAt: createdAt } : {}),
  });
  return id;
}

const readMails = (db: Kysely<DB>) => readRows(db, 'outboxMails', '*', {}, 'id');

const mailOf = (db: Kysely<DB>, id: string) => readRow(db, 'outboxMails', '*', { id });

/** Waits until a mail has these columns. */
function becomes(db: Kysely<DB>, id: string, columns: Partial<Awaited<ReturnType<typeof mailOf>>>) {
  return expect.poll(() => mailOf(db, id)).toMatchObject(columns);
}

it.beforeEach(async ({ db }) => {
  await loadSampleSiteContent(db, { isWanted: true });
  await db.deleteFrom('outboxMails').execute();
});

function receive(ctx: ServiceContext, changes: Parameters<typeof buildMessageInput>[0] = {}) {
  return createMessage(ctx, { input: buildMessageInput(changes), idempotencyKey: null });
}

function buildUpload(formKey: string, fileName: string) {
  return { formKey, fileName, content: Readable.from([Buffer.from('%PDF-1.7\n%%EOF\n')]) };
}

async function replyWithFile(admin: ServiceContext, id: string, fileName: string, body: string) {
  const key = uuidV7();
  const { path } = await uploadAttachment(admin, buildUpload(key, fileName));
  const { lastWordAt } = await messages.getConversation(admin, id);
  await messages.reply(admin, id, { id: key, body, filePaths: [path], lastWordAt });
}

describe('what visitors send', () => {
  it('brings an order to the team, and a receipt without its text', async ({ db, ctx, server }) => {
    const idempotencyKey = uuidV7();
    const upload = buildUpload(idempotencyKey, 'Sevkiyat planı.pdf');
    const { path } = await uploadAttachment(ctx, upload);
    const input = buildOrderInput({ projectDescription: `${'Çok iş. '.repeat(20)}\n<b>bold</b>` });
    const { id, reference } = await createOrder(ctx, { input, filePaths: [path], idempotencyKey });
    await deliver(db, server);
    await expect.poll(() => server.mails.length).toBe(2);

    const receipt = server.mailTo(input.email);
    expect(receipt?.subject).toBe(`We have your order ${reference}`);
    const notice = server.mailTo('team@vitrin.example');
    for (const sent of [reference, '$15,000 - $50,000', '60 days', 'English, Turkish']) {
      expect(receipt?.text).toContain(sent);
    }
    for (const sent of [input.fullName, 'Çetin Lojistik', 'Sevkiyat planı.pdf', '<b>bold</b>']) {
      expect(notice?.text).toContain(sent);
      expect(receipt?.text).not.toContain(sent);
    }
    expect(notice?.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(receipt?.html).not.toMatch(/src=|url\(|<link|@import/u);
    expect(notice?.envelope.to).toEqual(['team@vitrin.example', 'second@vitrin.example']);
    expect(notice?.subject).toBe(`New order ${reference} from ${input.fullName}`);
    expect(notice?.html).toContain(`https://vitrin.example/admin/orders?order=${id}`);

    expect(receipt?.text).toMatch(
      /You'll hear from us by \w+day, \w+ \d+, \d{4}, \d+:\d\d [AP]M in Ankara\./u,
    );
    expect(notice?.text).toMatch(/The answer is due by \w+day, .* in Ankara\./u);
    await expect.poll(() => countPending(db)).toBe(0);
    const rows = await readMails(db);
    const sent = { status: 'sent', transport: 'smtp', sentAt: expect.any(Date), attempts: 1 };
    const recorded = { ...sent, lastError: null, lockedUntil: null };
    expect(rows).toMatchObject([recorded, recorded]);
    for (const { id: mailId, messageId } of rows) {
      expect(messageId).toBe(`<${mailId}@vitrin.example>`);
    }
  });

  it('promises nothing that is over by the time that it goes out', async ({ db, ctx, server }) => {
    await receive(ctx);
    const due = new Date(Date.now() + 3_600_000);
    await db.updateTable('conversations').set({ promisedDueAt: due }).execute();
    const now = () => new Date(due.getTime() + 1_000);
    await deliver(db, server, now);
    await expect.poll(() => server.mails.length).toBe(2);
    for (const { text } of server.mails) expect(text).not.toMatch(/ by \w+day, .* in Ankara\./u);
  });

  it('tells the team of suspected spam, and the visitor nothing', async ({ db, ctx, server }) => {
    const name = '\u202Eעדי Şahin';
    const { id } = await createMessage(ctx, {
      input: buildMessageInput({ name }),
      idempotencyKey: null,
      signals: { homepage: 'https://spam.example' },
    });
    await deliver(db, server);
    await expect.poll(() => server.mails.length).toBe(1);
    const [notice] = server.mails;
    expect(notice?.subject).toBe(
      `Suspected spam: New message ${messageReference(id)} from עדי Şahin`,
    );
    expect(notice?.text).toContain('no receipt was sent');
  });
});

it('a mail sent again, and its link, go to the address on record', async ({ db, ctx, server }) => {
  const mailer = await buildMailer({ SMTP_URL: server.url });
  const { id } = await receive(ctx, { email: 'mistyped@example.com' });
  await db.deleteFrom('outboxMails').where('kind', '<>', 'messages.confirmation').execute();
  const [taken] = await takeMails(db, { now: new Date(), limit: 1, domain: mailer.domain });
  if (!taken) throw new Error('nothing is due');
  const sources = { ...ctx, storage: NO_FILES, signal: AbortSignal.timeout(9_000) };
  expect((await composeMail(sources, mailer, taken)).text).toContain('/track/');
  await db.updateTable('outboxMails').set({ status: 'failed', lockedUntil: null }).execute();
  const email = 'right@example.com';
  await db.updateTable('contactMessages').set({ email }).where('id', '=', id).execute();
  // Taken before the address was another one.
  expect((await composeMail(sources, mailer, taken)).text).not.toContain('/track/');
  const payload = { conversationIds: [taken.conversationId] };
  const lostLink = { ...taken, kind: 'tracking.link', payload };
  await expect(composeMail(sources, mailer, lostLink)).rejects.toThrow(
    DELIVERY_MESSAGES.recordGone,
  );

  await resendMails(await asOwner(ctx), [taken.id]);
  start({ db, mailer });
  await becomes(db, taken.id, { status: 'sent' });
  expect(server.mails[0]?.envelope.to).toEqual([email]);
  expect(server.mails[0]?.text).toContain('/track/');
  expect((await mailOf(db, taken.id)).recipient).toBe(email);
});

it('an invitation brings the link to it, unless it is revoked', async ({ db, ctx, server }) => {
  const owner = await asOwner(ctx);
  const { username } = owner.actor;
  const email = 'zeynep@example.com';
  const revoked = await createInvitation(owner, { email, role: 'member' });
  await revokeInvitation(owner, revoked.id);
  const { path } = await createInvitation(owner, { email, role: 'auditor' });
  await deliver(db, server);
  await expect.poll(() => server.mails.length).toBe(1);
  const [sent] = server.mails;
  expect(sent?.envelope.to).toEqual([email]);
  expect(sent?.text).toContain(`${username} invites you`);
  expect(sent?.text).toContain('as auditor');
  expect(sent?.text).toContain(`https://vitrin.example${path}`);
  expect(sent?.html).toContain(`https://vitrin.example${path}`);
  const withdrawn = { status: 'expired', lastError: DELIVERY_MESSAGES.withdrawn };
  await expect.poll(() => readMails(db)).toMatchObject([withdrawn, { status: 'sent' }]);
});

it('a reply goes out late, in its thread, with its files', async ({ db, ctx, files, server }) => {
  const mailer = await buildMailer({ SMTP_URL: server.url });
  const input = buildMessageInput({ email: 'gokce@example.com' });
  const { id } = await createMessage(ctx, { input, idempotencyKey: null });
  const clock = { offset: 0 };
  const now = () => new Date(Date.now() + clock.offset);
  start({ db, mailer, now, storage: files.storage });
  await expect.poll(() => server.mails.length).toBe(2);
  const receipt = server.mailTo(input.email);

  const admin = await asOwner(ctx);
  const body = 'Gökçe Hanım,\n\nSalı günü olur.\n<b>not bold</b>';
  await replyWithFile(admin, id, 'Teklif ş.pdf', body);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(server.mails).toHaveLength(2);

  clock.offset = 11_000;
  await expect.poll(() => server.mails.length, { timeout: 5_000 }).toBe(3);
  const sent = server.mails.at(-1);
  expect(sent?.envelope.to).toEqual([input.email]);
  expect(sent?.subject).toBe(`Re: ${receipt?.subject}`);
  expect(sent?.inReplyTo).toBe(receipt?.messageId);
  expect([sent?.references].flat()).toEqual([receipt?.messageId]);
  expect(sent?.text).toContain(body);
  expect(sent?.text).toContain(`> ${input.message}`);
  expect(sent?.html).toContain('&lt;b&gt;not bold');
  expect(sent?.headers.has('auto-submitted')).toBe(false);
  const file = { filename: 'Teklif ş.pdf', contentType: 'application/pdf' };
  expect(sent?.attachments).toMatchObject([file]);
  const view = await messages.getConversation(admin, id);
  const [reply] = view.items.filter(({ kind }) => kind === 'reply');
  expect(reply).toMatchObject({ mailStatus: 'sent' });
});

function sendAsStranger(ctx: ServiceContext, count: number) {
  const emails = ['stranger@example.com', 'Stranger@EXAMPLE.com'];
  // The message is a new one each time: a repeated text counts as spam.
  const send = (_: unknown, index: number) =>
    receive(ctx, { email: emails[index % 2], message: `${uuidV7()} is my number.` });
  return Promise.all(Array.from({ length: count }, send));
}

const countPending = async (db: Kysely<DB>) =>
  (await readRows(db, 'outboxMails', ['id'], { status: 'pending' })).length;

describe('couriers', () => {
  it('deliver each mail once, also two at a time', async ({ db, server }) => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => addMail(db)));
    await deliver(db, server);
    await deliver(db, server);
    await expect.poll(() => countPending(db)).toBe(0);
    const delivered = server.mails.map(({ messageId = '' }) => messageId.slice(1, 37)).toSorted();
    expect(delivered).toEqual(ids.toSorted());
  });

  it('deliver in steps with a pause while many enquiries arrive', async ({ db, server }) => {
    const count = LIMITS.mailsInFlight + 1;
    await Promise.all(Array.from({ length: count }, () => addMail(db)));
    const mailer = await buildMailer({ SMTP_URL: server.url });
    start({ db, mailer, accepted: { areMany: () => true } });
    await expect.poll(() => countPending(db), { timeout: 6_000 }).toBe(0);
    const times = (await readMails(db)).map(({ sentAt }) => sentAt?.getTime() ?? 0);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(900);
  });

  it('send an address no more receipts a day than its limit', async ({ db, ctx, server }) => {
    const { receipt, link, notice } = LIMITS.mailsPerRecipient;
    const sentMails = () =>
      server.mails.filter(({ envelope }) => /^stranger@/iu.test(envelope.to[0] ?? '')).length;
    await sendAsStranger(ctx, 25);
    await deliver(db, server);
    await deliver(db, server);
    await expect.poll(() => countPending(db)).toBe(0);
    expect(sentMails()).toBe(receipt);
    const held = (await readMails(db)).filter(({ status }) => status === 'expired');
    expect(held).toHaveLength(25 - receipt);
    const aboveLimit = new Set([DELIVERY_MESSAGES.aboveLimit]);
    expect(new Set(held.map(({ lastError }) => lastError))).toEqual(aboveLimit);

    // A reserve for what matters more, and none for the next receipt.
    const [conversation] = await db
      .selectFrom('conversations')
      .innerJoin('contactMessages', 'contactMessages.id', 'messageId')
      .select('conversations.id')
      .where('email', '=', 'stranger@example.com')
      .execute();
    const payload = { conversationIds: [conversation?.id ?? ''] };
    const recipient = 'stranger@example.com';
    const lostLink = { kind: 'tracking.link' as const, recipient, payload };
    for (let count = 0; count < notice; count += 1) await addMail(db, lostLink);
    await expect.poll(() => countPending(db)).toBe(0);
    expect(sentMails()).toBe(link);

    // People are not silenced: an administrator sends one again, and a team mail always goes out.
    const admin = await asOwner(ctx);
    await resendMails(admin, [held[0]?.id ?? '']);
    await expect.poll(() => countPending(db)).toBe(0);
    expect(sentMails()).toBe(link + 1);
    const notices = server.mails.filter(({ envelope }) => envelope.to[0] === 'team@vitrin.example');
    expect(notices).toHaveLength(25);
    const about = held[1]?.payload as { messageId: string };
    const view = await messages.getConversation(admin, about.messageId);
    expect(view.items).toContainEqual(
      expect.objectContaining({ mailStatus: 'expired', mailError: DELIVERY_MESSAGES.aboveLimit }),
    );
    // The next day it starts again.
    const yesterday = new Date(Date.now() - DAY_MS);
    await db.updateTable('outboxMails').set({ lastAttemptAt: yesterday }).execute();
    await sendAsStranger(ctx, 1);
    await expect.poll(() => countPending(db)).toBe(0);
    expect(sentMails()).toBe(link + 2);
  });

  it('count the mails of an outage on the day on which they go out', async ({ db }) => {
    const { receipt } = LIMITS.mailsPerRecipient;
    const now = new Date();
    for (let count = 0; count < 2 * receipt + 1; count += 1) {
      const id = await addMail(db, { recipient: 'stranger@example.com' });
      const pending = { id: uuidV7({ msecs: now.getTime() - 2 * DAY_MS }) };
      await db.updateTable('outboxMails').set(pending).where('id', '=', id).execute();
    }
    const taking = { now: new Date(now.getTime() + 1_000), limit: receipt, domain: 'test' };
    const batches = [];
    for (let count = 0; count < 3; count += 1) batches.push((await takeMails(db, taking)).length);
    expect(batches).toEqual([receipt, 0, 0]);
  });

  it('send a mail again under the same id after a kill', async ({ db, ctx, server }) => {
    const mailer = await buildMailer({ SMTP_URL: server.url });
    const id = await addMail(db);
    let later = 0;
    const now = new Date(Date.now() + 1);
    const [due] = await takeMails(db, { now, limit: 5, domain: mailer.domain });
    if (!due) throw new Error('nothing is due');
    const signal = AbortSignal.timeout(9_000);
    const composed = await composeMail({ ...ctx, storage: NO_FILES, signal }, mailer, due);
    await mailer.send(composed, signal);

    start({ db, mailer, now: () => new Date(Date.now() + later) });
    const other = await addMail(db);
    await becomes(db, other, { status: 'sent' });
    expect(server.mails).toHaveLength(2);
    later = LIMITS.mailLease + 1;
    await expect.poll(() => server.mails.length).toBe(3);
    const ids = server.mails.map(({ messageId }) => messageId);
    expect(ids).toEqual([id, other, id].map((each) => `<${each}@vitrin.example>`));
    await becomes(db, id, { status: 'sent' });
  });

  it('deliver mails of a killed process or unknown kind, no old news', async ({ db, server }) => {
    const leased = await addMail(db, { lockedUntil: new Date(Date.now() + LIMITS.mailLease) });
    const [known, rejected] = [await addMail(db), await addMail(db)];
    const unknown = { status: 'failed', lastError: DELIVERY_MESSAGES.unknownKind } as const;
    await updateRows(db, 'outboxMails', { id: known }, unknown);
    await updateRows(db, 'outboxMails', { id: rejected }, { ...unknown, lastError: 'rejected' });
    await recoverMails(db, false);
    const { lockedUntil } = await mailOf(db, leased);
    expect(lockedUntil, 'another process may be sending it').not.toBeNull();
    await recoverMails(db, true);
    const old = await addMail(db, { createdAt: new Date(Date.now() - FRESH_MS - 1_000) });
    const gone = await addMail(db, { payload: { messageId: uuidV7() } });
    const strange = await addMail(db, { kind: 'toString' as never });
    await deliver(db, server);
    for (const id of [leased, known]) await becomes(db, id, { status: 'sent' });
    expect((await mailOf(db, rejected)).status).toBe('failed');
    await becomes(db, strange, { status: 'pending', lastError: DELIVERY_MESSAGES.unknownKind });
    await becomes(db, gone, { status: 'failed', lastError: DELIVERY_MESSAGES.recordGone });
    await becomes(db, old, { status: 'expired' });
    expect(server.mails).toHaveLength(2);
  });

  it('deliver a mail once though their clock is set ahead or back', async ({ db }) => {
    const released = Promise.withResolvers<void>();
    let tries = 0;
    const server = await startServer({
      async onRcptTo(_address, _session, done) {
        tries += 1;
        await released.promise;
        done();
      },
    });
    await addMail(db);
    let ahead = 0;
    const mailer = await buildMailer({ SMTP_URL: server.url });
    start({ db, mailer, now: () => new Date(Date.now() + ahead) });
    await expect.poll(() => tries).toBe(1);
    ahead = DAY_MS;
    const tomorrow = { nextAttemptAt: new Date(Date.now() + 2 * DAY_MS) };
    const left = await addMail(db, tomorrow);
    const leased = await addMail(db, { lockedUntil: tomorrow.nextAttemptAt });
    await expect.poll(() => tries).toBe(3);
    released.resolve();
    for (const id of [left, leased]) await becomes(db, id, { status: 'sent' });
    expect(server.mails).toHaveLength(3);
  });

  it('say of a mail that another one has taken over only that it went out', async ({ db }) => {
    const id = await addMail(db);
    const take = async (ms: number) => {
      const now = new Date(Date.now() + ms);
      const [mail] = await takeMails(db, { now, limit: 1, domain: 'vitrin.example' });
      if (!mail) throw new Error('nothing is due');
      return mail;
    };
    const first = await take(0);
    await take(LIMITS.mailLease + 1);
    await recordResult(db, first, { status: 'failed', lastError: 'too late' });
    const taken = await mailOf(db, id);
    expect(taken).toMatchObject({ status: 'pending', attempts: 2, lastError: null });
    expect(taken.lockedUntil).not.toBeNull();
    const sentAt = new Date();
    await recordResult(db, first, { status: 'sent', sentAt, transport: 'smtp', lastError: null });
    expect(await mailOf(db, id)).toMatchObject({ status: 'sent', sentAt });
  });

  it('pause once for all that fail together, and go on when a server is back', async ({ db }) => {
    const away = await startServer();
    await away.stop();
    const count = LIMITS.mailsInFlight + 2;
    const ids = await Promise.all(Array.from({ length: count }, () => addMail(db)));
    let later = 0;
    await deliver(db, away, () => new Date(Date.now() + later));
    const isUntriedFree = (mails: Awaited<ReturnType<typeof readMails>>) =>
      mails.every(({ lockedUntil }) => lockedUntil === null) &&
      mails.some(({ lastError }) => lastError !== null) &&
      mails.some(({ lastError }) => lastError === null);
    await expect.poll(() => readMails(db)).toSatisfy(isUntriedFree);
    const lastError = expect.stringContaining('cannot be reached');
    const failed = { lastError, lockedUntil: null, status: 'pending', attempts: 1, sentAt: null };
    // All five, one after a second, one after two more; after five pauses the sixth would take 16 seconds.
    const tried = expect.poll(() => readMails(db), { timeout: 8_000 });
    await tried.toMatchObject(ids.map(() => failed));
    for (const { nextAttemptAt } of await readMails(db)) {
      expect(nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 10_000);
    }

    const isGone = Object.assign(new Error('not here'), { responseCode: 550 });
    const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
      done(address.startsWith('gone') ? isGone : undefined);
    const server = await startServer({ onRcptTo }, away.port);
    const gone = await addMail(db, { recipient: 'gone@example.com' });
    const other = await addMail(db);
    const statusOf = async (id: string) => (await mailOf(db, id)).status;
    await expect.poll(() => statusOf(gone), { timeout: 6_000 }).toBe('failed');
    await expect.poll(() => statusOf(other), { timeout: 2_500 }).toBe('sent');
    later = 60_000;
    for (const id of ids) await becomes(db, id, { status: 'sent' });
    expect(server.mails).toHaveLength(count + 1);
  });

  it('give up what is rejected at once, and what is put off for two days', async ({ db }) => {
    const server = await startServer({
      onRcptTo({ address }, _session, done) {
        const responseCode = address.startsWith('gone') ? 550 : 450;
        done(Object.assign(new Error('not here'), { responseCode }));
      },
    });
    let later = 0;
    const gone = await addMail(db, { recipient: 'gone@example.com' });
    const busy = await addMail(db, { recipient: 'busy@example.com' });
    await deliver(db, server, () => new Date(Date.now() + later));
    await becomes(db, gone, { status: 'failed', lastError: expect.stringContaining('not here') });
    await becomes(db, busy, { attempts: 1, lockedUntil: null });
    later = RETRY_MS;
    await becomes(db, busy, { status: 'failed', attempts: 2 });
  });

  it('give a mail up for now whose files do not come in time', async ({ db, ctx, server }) => {
    const { id } = await receive(ctx);
    await db.deleteFrom('outboxMails').execute();
    await replyWithFile(await asOwner(ctx), id, 'plan.pdf', 'Here.');
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      timeout(ms === LIMITS.mailDelivery ? 300 : ms),
    );
    stops.push(async () => void vi.restoreAllMocks());
    const trickle = new Readable({ read: () => undefined });
    const slowFile = { size: 9, lastModified: new Date(), stream: trickle };
    const storage = { open: () => Promise.resolve(slowFile) };
    const now = () => new Date(Date.now() + 11_000);
    start({ db, mailer: await buildMailer({ SMTP_URL: server.url }), storage, now });
    const failed = { status: 'pending', lastError: DELIVERY_MESSAGES.notComposed };
    const released = { attempts: 1, lockedUntil: null };
    await expect.poll(() => readMails(db)).toMatchObject([{ ...failed, ...released }]);
    expect(trickle.destroyed).toBe(true);
  });

  it('remind of who still waits, and not once nobody does', async ({ db, ctx }) => {
    await db.deleteFrom('conversations').execute();
    const input = buildOrderInput({ fullName: 'Gül\r\nBcc: x@example.com' });
    const order = () => createOrder(ctx, { input, filePaths: [], idempotencyKey: uuidV7() });
    const [settled, waits] = [await order(), await order()];
    const due = { dueAt: new Date(Date.now() - 1_000), nextAlertAt: new Date(Date.now() - 1_000) };
    await db.updateTable('conversations').set(due).execute();
    await sendDueAlerts(ctx, { hasWebhook: false });
    await db.deleteFrom('outboxMails').where('kind', '<>', 'promise.reminder').execute();
    const nothing = { waitingSince: null, dueAt: null };
    await updateRows(db, 'conversations', { orderId: settled.id }, nothing);
    const server = await startServer();
    await deliver(db, server);
    await expect.poll(() => countPending(db)).toBe(0);
    const outcomes = (await readMails(db)).map(({ status, lastError }) => [status, lastError]);
    const expired = ['expired', DELIVERY_MESSAGES.withdrawn];
    expect(new Set(outcomes)).toEqual(new Set([expired, ['sent', null]]));
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.envelope.to).toEqual(['team@vitrin.example', 'second@vitrin.example']);
    expect(mail?.subject).toBe(`Overdue: order ${waits.reference} from Gül Bcc: x@example.com`);
    expect(mail?.text).toContain(`https://vitrin.example/admin/orders?order=${waits.id}`);
    expect(mail?.text).toContain('Assigned to: Nobody');
    expect(mail?.html).toContain('The promised time is over');
  });

  it('let the last mail finish when they stop, and cut one that hangs', async ({ db }) => {
    let respond: (() => void) | null = null;
    const server = await startServer({
      onData(stream, _session, done) {
        stream.resume();
        respond = () => done();
      },
    });
    const id = await addMail(db);
    const courier = await deliver(db, server);
    await expect.poll(() => respond).not.toBeNull();
    const stopped = courier.stop();
    (respond as (() => void) | null)?.();
    await stopped;
    expect((await mailOf(db, id)).status).toBe('sent');

    respond = null;
    for (let count = 0; count < 3 * LIMITS.mailsInFlight; count += 1) await addMail(db);
    const busy = await deliver(db, server);
    await expect.poll(() => respond).not.toBeNull();
    const started = performance.now();
    await busy.stop();
    expect(performance.now() - started).toBeLessThan(LIMITS.lastMails + 2_000);
    const pending = (await readMails(db)).filter(({ status }) => status === 'pending');
    const [stuck, untried] = [1, 0].map((tries) =>
      pending.filter(({ attempts }) => attempts === tries),
    );
    expect(untried).toHaveLength(2 * LIMITS.mailsInFlight);
    expect(untried?.every(({ lockedUntil }) => lockedUntil === null)).toBe(true);
    expect(stuck).toHaveLength(LIMITS.mailsInFlight);
    expect(stuck?.every(({ lockedUntil }) => Number(lockedUntil) > Date.now())).toBe(true);
  });
});

describe('without a mail server', () => {
  it('the file of a mail goes with its row', async ({ ctx, db, files }) => {
    const folder = join(files.folder, 'outbox');
    await rm(folder, { recursive: true, force: true });
    start({ db, mailer: await buildMailer({ DATA_DIR: files.folder }) });
    const email = `${uuidV7()}@example.com`;
    const { id: erased } = await receive(ctx, { email });
    const { id: purged } = await receive(ctx, { email: 'other@example.com' });
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(4);
    await writeFile(join(folder, 'notes.txt'), '');
    const removing = startMailFiles({ db, folder, log: createTestLog(), pollMs: 20 });
    stops.push(() => removing.stop());
    const { id } = await readRow(db, 'conversations', ['id'], { messageId: erased });
    const ids = { conversationIds: [id], orderIds: [], messageIds: [erased] };
    await db.transaction().execute((tx) => eraseEnquiries(tx, ids));
    await expect.poll(() => readdir(folder)).toHaveLength(3);
    const names = await readdir(folder);
    const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(sources.join('')).toContain('other@example.com');
    expect(sources.join('')).not.toContain(email);
    // As the job that purges what is too old.
    await db.deleteFrom('contactMessages').where('id', '=', purged).execute();
    await expect.poll(() => readdir(folder)).toEqual(['notes.txt']);
  });

  it('mails become files that mail programs read, once their folder can be written to', async ({
    db,
    files,
  }) => {
    const folder = join(files.folder, 'outbox');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'not a folder');
    let later = 0;
    const mailer = await buildMailer({ DATA_DIR: files.folder });
    expect(await mailer.verify()).toContain('cannot be written');
    const [team, id] = [await addMail(db, { recipient: TEAM_RECIPIENT }), await addMail(db)];
    start({ db, mailer, now: () => new Date(Date.now() + later) });
    const lastError = expect.stringContaining('cannot be written');
    await becomes(db, team, { lastError, status: 'pending' });
    await rm(folder);
    await mkdir(folder);
    expect(await mailer.verify()).toBeNull();
    later = 60_000;
    for (const each of [team, id]) await becomes(db, each, { status: 'sent', transport: 'file' });
    expect((await readdir(folder)).toSorted()).toEqual([`${team}.eml`, `${id}.eml`].toSorted());
    const mail = await simpleParser(await readFile(join(folder, `${id}.eml`)));
    expect(mail.to).toMatchObject({ text: `visitor-${id}@example.com` });
    expect(mail.text).toContain('Your message has arrived');
  });
});
