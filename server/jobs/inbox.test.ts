import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createDatabase } from '#server/db/client.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { FileStoreError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { readDeferredMails } from '#server/mail/inbox/inbox-state.ts';
import { nameOfMailbox, readImapUrl } from '#server/core/imap-url.ts';
import { INBOUND_MESSAGES } from '#shared/mails/inbound-messages.ts';
import { INBOX_MESSAGES } from '#shared/mails/messages.ts';
import { readConfig } from '#server/core/config.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import { settleFiles } from '#server/services/inbound-mail/index.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { DOVECOT, startDovecot } from '#tests/support/mail/dovecot.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import {
  buildMail,
  buildMailedConversation,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { startCourier } from './courier.ts';
import { startInbox } from './inbox.ts';
import { readRows, updateRows } from '#tests/support/database/rows.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_TRIES = 6;
const PLAN = { name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') };

/** A mailbox, a conversation whose receipt was sent, and inboxes that read the one for the other. */
const it = base.extend('mailbox', async ({ ctx, database, db }, { onCleanup }) => {
  const stops: (() => Promise<unknown>)[] = [];
  onCleanup(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const server = await startImapServer();
  stops.push(() => server.stop());
  const { id, email, receipt } = await buildMailedConversation(ctx);
  let late = 0;
  const now = () => new Date(Date.now() + late);

  function start(changes: Partial<ServiceContext> = {}, options: Partial<Started> = {}) {
    const { url = server.url, pollMs = 60_000, responseMs = 30_000 } = options;
    const address = readImapUrl(url);
    if (!address) throw new Error('the URL of the mailbox is not valid');
    const lock = createDatabase({ connection: database.url, poolSize: 1 });
    const recipients = { addresses: ['hello@vitrin.example'] };
    const watched = { ...ctx, now, ...changes };
    const job = { ctx: watched, lockDb: lock.db, address, recipients, pollMs, responseMs };
    const inbox = startInbox(job);
    const stop = async () => {
      await inbox.stop();
      await lock.destroy();
    };
    stops.push(stop);
    return { name: nameOfMailbox(address), stop };
  }

  const readState = () => db.selectFrom('mailInboxes').selectAll().executeTakeFirst();
  const readEntries = () => readInboundEntries(db, id);
  const readDeferred = () => db.selectFrom('deferredMails').selectAll().execute();
  const buildReply = (mail: Parameters<typeof buildMail>[0] = {}) =>
    buildMail({ from: email, inReplyTo: receipt.messageId, ...mail });

  return {
    id,
    server,
    stops,
    now,
    start,
    /** Starts an inbox that reads at once what is due, and waits for its first look. */
    async startPolling(changes: Partial<ServiceContext> = {}) {
      const started = start(changes, { pollMs: 100 });
      await expect.poll(readState).toBeDefined();
      return started;
    },
    moveClock: (ms: number) => (late += ms),
    buildReply,
    deliver: (mail: Parameters<typeof buildMail>[0] = {}) => server.deliver(buildReply(mail)),
    isIdle: () => expect.poll(() => [...server.sessions].some(({ idleTag }) => idleTag)).toBe(true),
    sent: (verb: string) => server.commands.filter((line) => line.startsWith(verb)),
    readState,
    readError: async () => (await readState())?.lastError,
    readEntries,
    readBodies: async () => (await readEntries()).map(({ body }) => body),
    readDetails: async () => (await readEntries()).map(({ detail }) => detail),
    readDeferred,
    readTries: async () => (await readDeferred()).map(({ tries }) => tries),
  };
});

type Started = { url: string; pollMs: number; responseMs: number };

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('mailInboxes').execute();
  await db.deleteFrom('deferredMails').execute();
});

describe('a mailbox', () => {
  it('is read as mails come, from now on, and left untouched', async ({ mailbox, db }) => {
    const { server, deliver, isIdle, readBodies, readState } = mailbox;
    deliver({ text: 'old' });
    mailbox.start();
    await isIdle();
    server.deliver(buildMail());
    const large = Buffer.from(`%PDF-1.7 ${'x'.repeat(300_000)}`);
    deliver({ text: 'first', files: [{ name: 'large.pdf', content: large }] });
    await expect.poll(readBodies).toEqual(['first']);
    await isIdle();
    deliver({ text: 'second' });
    await expect.poll(readBodies).toEqual(['first', 'second']);
    const stored = await readRows(db, 'orderAttachments', ['originalName', 'sizeBytes']);
    expect(stored).toEqual([{ originalName: 'large.pdf', sizeBytes: large.length }]);
    await expect.poll(readState).toMatchObject({ lastUid: 4, lastMailAt: expect.any(Date) });
    expect(server.commands.join('\n')).not.toMatch(/STORE|COPY|MOVE|EXPUNGE|SELECT/iu);
  });

  it('is polled where the server announces nothing', async ({ mailbox }) => {
    mailbox.server.settings.hasIdle = false;
    mailbox.start({}, { pollMs: 200 });
    await expect.poll(() => mailbox.sent('NOOP')).not.toEqual([]);
    mailbox.deliver();
    await expect.poll(mailbox.readEntries).toHaveLength(1);
  });

  it('is read on after a kill, each mail once, also under other UIDs', async ({ mailbox, db }) => {
    const { server, start, deliver, readBodies, readState } = mailbox;
    const first = start();
    await mailbox.isIdle();
    deliver({ text: 'one' });
    await expect.poll(readState).toMatchObject({ lastUid: 1 });
    await first.stop();
    // A kill between the entry and the position leaves this.
    await db.updateTable('mailInboxes').set({ lastUid: 0 }).execute();
    const fetches = () => mailbox.sent('UID FETCH').length;
    const before = fetches();
    deliver({ text: 'two' });
    const second = start();
    await expect.poll(readBodies).toEqual(['one', 'two']);
    expect(fetches()).toBeGreaterThan(before + 1);
    await second.stop();
    server.mails.shift();
    server.renumber();
    deliver({ text: 'three' });
    start();
    await expect.poll(readBodies).toEqual(['one', 'two', 'three']);
  });

  it('is read on after a failure that is not of the mail server', async ({ mailbox }) => {
    let failures = 0;
    let isBroken = true;
    const now = () => {
      if (!isBroken || mailbox.sent('UID FETCH').length === 0) return new Date();
      failures += 1;
      throw new Error('the clock of the test stands still');
    };
    mailbox.start({ now });
    await mailbox.isIdle();
    mailbox.deliver();
    await expect.poll(() => failures).toBeGreaterThan(0);
    expect(await mailbox.readEntries()).toEqual([]);
    isBroken = false;
    await expect.poll(mailbox.readEntries).toHaveLength(1);
  });
});

describe('a mail that cannot be recorded', () => {
  /** Has the database reject entries that meet a condition. */
  async function rejectEntries({ db }: ServiceContext, condition: string) {
    await sql`
      create or replace function reject_entry() returns trigger language plpgsql as $$
      begin raise exception 'rejected by the test'; end $$
    `.execute(db);
    const trigger = `create trigger rejecting before insert on conversation_entries
      for each row when (${condition}) execute function reject_entry()`;
    await sql.raw(trigger).execute(db);
    onTestFinished(async () => {
      await sql`drop trigger rejecting on conversation_entries`.execute(db);
    });
  }

  it('is tried ever less often, and named at last', async ({ mailbox, ctx }) => {
    await rejectEntries(ctx, `new.body = 'poison'`);
    const { moveClock, readBodies, readDeferred, readTries } = mailbox;
    const first = await mailbox.startPolling();
    mailbox.deliver({ text: 'poison' });
    mailbox.deliver({ text: 'next' });
    await expect.poll(readBodies).toEqual(['next']);
    const [set] = await readDeferred();
    expect(set).toMatchObject({ uid: 1, tries: 1 });
    const firstPause = (set?.nextTryAt?.getTime() ?? 0) - (set?.cameAt.getTime() ?? 0);
    expect(firstPause).toBeLessThan(60_000);
    await first.stop();
    await mailbox.startPolling();
    moveClock(firstPause);
    await expect.poll(readTries).toEqual([2]);
    const [again] = await readDeferred();
    const nextPause = (again?.nextTryAt?.getTime() ?? 0) - mailbox.now().getTime();
    expect(nextPause).toBeGreaterThan(firstPause * 1.5);
    for (let tries = 3; tries <= MAX_TRIES; tries += 1) {
      moveClock(3_600_000);
      await expect.poll(readTries).toEqual([tries]);
    }
    moveClock(3_600_000);
    await expect.poll(readBodies).toEqual(['next', INBOUND_MESSAGES.unreadable]);
    await expect.poll(readDeferred).toEqual([]);
  });

  it('not even by name is passed over after days, visibly', async ({ mailbox, ctx }) => {
    await rejectEntries(ctx, 'true');
    const { name } = await mailbox.startPolling();
    mailbox.deliver();
    await expect.poll(mailbox.readTries).toEqual([1]);
    expect(await readDeferredMails(ctx.db, name)).toEqual({ pending: 1, passedOver: [] });
    mailbox.moveClock(2 * DAY_MS);
    await expect
      .poll(() => readDeferredMails(ctx.db, name))
      .toEqual({ pending: 0, passedOver: [expect.any(Date)] });
    expect(await mailbox.readEntries()).toEqual([]);
  });

  /** A storage with as much room as the test says; none at first. */
  function limitRoom(ctx: ServiceContext) {
    const room = { freeBytes: 0 };
    const storage = { ...ctx.storage, freeBytes: () => Promise.resolve(room.freeBytes) };
    return { room, storage };
  }

  it('waits for its files no longer than the last try', async ({ mailbox, ctx }) => {
    const documents = { ...ctx.documents };
    await mailbox.startPolling({ documents, storage: limitRoom(ctx).storage });
    mailbox.deliver({ files: [PLAN] });
    await expect.poll(mailbox.readTries).toEqual([1]);
    documents.readMail = () => Promise.reject(new FileStoreError('broken by the test'));
    mailbox.moveClock(2 * DAY_MS);
    await expect.poll(mailbox.readDeferred).toEqual([]);
    const rejectedFiles = [{ name: 'plan.pdf', reason: INBOUND_MESSAGES.fileNotStored }];
    expect(await mailbox.readDetails()).toEqual([{ rejectedFiles }]);
  });

  it('is read again where a busy machine found it too complex', async ({ mailbox, ctx }) => {
    const hurried = createDocuments({ log: createTestLog(), timeoutMs: 1 });
    onTestFinished(() => hurried.stop());
    let tries = 0;
    const readMail = (source: Uint8Array) => {
      tries += 1;
      return tries === 3 ? ctx.documents.readMail(source) : hurried.readMail(source);
    };
    await mailbox.startPolling({ documents: { ...ctx.documents, readMail } });
    for (const [text, body] of [
      ['In haste', 'In haste'],
      ['Of a thousand parts', INBOUND_MESSAGES.unreadable],
    ] as const) {
      mailbox.deliver({ text });
      for (const times of [1, 2]) {
        await expect.poll(mailbox.readTries).toEqual([times]);
        mailbox.moveClock(DAY_MS / 144);
      }
      await expect.poll(mailbox.readDeferred).toEqual([]);
      expect(await mailbox.readBodies()).toContain(body);
    }
    expect(await mailbox.readEntries()).toHaveLength(2);
  });

  it('is recorded without its files for want of room, until days later', async ({
    mailbox,
    ctx,
  }) => {
    const { room, storage } = limitRoom(ctx);
    const first = await mailbox.startPolling({ storage });
    mailbox.deliver({ files: [PLAN] });
    await expect.poll(mailbox.readTries).toEqual([1]);
    const [set] = await mailbox.readDeferred();
    expect(await mailbox.readEntries()).toMatchObject([{ kind: 'inbound' }]);
    mailbox.moveClock(1.5 * DAY_MS);
    await expect.poll(mailbox.readTries).toEqual([2]);
    await first.stop();
    room.freeBytes = LIMITS.minFreeDisk;
    mailbox.server.renumber();
    await mailbox.startPolling({ storage });
    await expect.poll(mailbox.readDetails).toEqual([{}]);
    await expect.poll(mailbox.readDeferred).toEqual([]);
    const [entry] = await mailbox.readEntries();
    const attached = ctx.db.selectFrom('orderAttachments').where('entryId', '=', entry?.id ?? '');
    expect(await attached.select('originalName').execute()).toEqual([{ originalName: 'plan.pdf' }]);
    const since = mailbox
      .sent('UID SEARCH SINCE')
      .map((line) => Date.parse(`${line.split(' ').at(-1)} UTC`));
    // The search knows days only.
    expect(Math.min(...since)).toBeLessThan((set?.cameAt.getTime() ?? 0) - DAY_MS);
  });

  it('and is deleted meanwhile has its files named as not stored', async ({ mailbox, ctx }) => {
    const { storage } = limitRoom(ctx);
    const { name, stop } = await mailbox.startPolling({ storage });
    const files = [PLAN, { ...PLAN, name: 'offer.pdf' }];
    mailbox.deliver({ files });
    await expect.poll(mailbox.readTries).toEqual([1]);
    await stop();
    const settle = () => settleFiles({ ...ctx, now: mailbox.now });
    mailbox.moveClock(3 * DAY_MS);
    expect(await settle(), 'it waits while the mailbox is not read').toBe(0);
    mailbox.server.mails.shift();
    await mailbox.startPolling({ storage });
    await expect
      .poll(() => readDeferredMails(ctx.db, name))
      .toEqual({ pending: 0, passedOver: [] });
    expect(await mailbox.readDetails()).toMatchObject([{ filesPending: true }]);
    mailbox.moveClock(-2 * DAY_MS);
    expect(await settle(), 'it may be read again under another UID').toBe(0);
    mailbox.moveClock(2 * DAY_MS);
    expect(await settle()).toBe(1);
    const reason = INBOUND_MESSAGES.fileNotStored;
    const rejectedFiles = files.map((file) => ({ name: file.name, reason }));
    expect(await mailbox.readDetails()).toEqual([{ rejectedFiles }]);
    expect(await settle()).toBe(0);
  });

  it('because the connection is lost over it is set aside as well', async ({ mailbox }) => {
    const { server, deliver, readBodies } = mailbox;
    await mailbox.startPolling();
    server.faults.set('UID FETCH 1', 'cut');
    deliver({ text: 'first' });
    deliver({ text: 'second' });
    await expect.poll(readBodies, { timeout: 15_000 }).toEqual(['second']);
    server.faults.clear();
    mailbox.moveClock(60_000);
    await expect.poll(readBodies, { timeout: 15_000 }).toEqual(['second', 'first']);
  });
});

it('several processes read in turn, also when one lost its database', async ({ mailbox, db }) => {
  const { server, start, deliver, readEntries } = mailbox;
  start({}, { pollMs: 300 });
  await expect.poll(() => mailbox.sent('NOOP')).not.toEqual([]);
  start({}, { pollMs: 300 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(server.sessions.size).toBe(1);
  deliver();
  await expect.poll(readEntries).toHaveLength(1);
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 7401029 and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  expect(rows).toHaveLength(1);
  deliver();
  await expect.poll(readEntries).toHaveLength(2);
  await expect.poll(() => server.sessions.size).toBe(1);
});

describe('a mail server', () => {
  it('may cut the connection at any time', async ({ mailbox }) => {
    const { server, deliver, readEntries, readError } = mailbox;
    mailbox.start();
    await mailbox.isIdle();
    server.cut();
    await expect.poll(readError).toContain('closed');
    deliver();
    await expect.poll(readEntries).toHaveLength(1);
    await expect.poll(readError).toBeNull();
    server.faults.set('UID FETCH', 'cut');
    await mailbox.isIdle();
    deliver();
    await expect.poll(readError).toMatch(/./u);
    server.faults.clear();
    await expect.poll(readEntries).toHaveLength(2);
  });

  it.for([
    ['the password is wrong', [':secret@', ':wrong@'], 'Wrong password'],
    ['there is no such mailbox', ['/INBOX', '/Answers'], INBOX_MESSAGES.noMailbox('Answers')],
  ] as const)('may say that %s', async ([, [from, to], message], { mailbox }) => {
    mailbox.start({}, { url: mailbox.server.url.replace(from, to) });
    await expect.poll(mailbox.readError).toContain(message);
  });

  it('that hangs is left and connected to again', async ({ mailbox }) => {
    mailbox.server.faults.set('UID FETCH', 'hang');
    mailbox.start({}, { responseMs: 300 });
    await mailbox.isIdle();
    mailbox.deliver();
    await expect.poll(mailbox.readError).toBe(INBOX_MESSAGES.tooSlow);
    mailbox.server.faults.clear();
    await expect.poll(mailbox.readEntries).toHaveLength(1);
  });

  it('that hangs does not hold up the end of the process', async ({ mailbox }) => {
    mailbox.server.faults.set('EXAMINE', 'hang');
    const { stop } = mailbox.start();
    await expect.poll(() => mailbox.sent('EXAMINE')).not.toEqual([]);
    const started = performance.now();
    await stop();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

it('a receipt leads to its conversation', async ({ mailbox, ctx, db, files }) => {
  const { server, stops } = mailbox;
  const smtp = await startMailServer();
  stops.push(() => smtp.stop());
  const result = readConfig({
    SMTP_URL: smtp.url,
    IMAP_URL: server.url,
    MAIL_FROM: 'Vitrin <hello@vitrin.example>',
    NOTIFY_EMAIL: 'team@vitrin.example',
  });
  if ('problems' in result) throw new Error(result.problems.join());
  const mailer = await createMailer(result.config, drawMail);
  await db.deleteFrom('outboxMails').execute();
  const email = 'gokce@example.com';
  const input = buildMessageInput({ email });
  const { id } = await createMessage(ctx, { input, idempotencyKey: null });
  const courier = startCourier({ ...ctx, mailer, storage: files.storage, log: createTestLog() });
  stops.push(() => courier.stop());
  mailbox.start();
  await mailbox.isIdle();
  await expect.poll(() => smtp.mails).toHaveLength(2);
  const mailTo = (address: string) => smtp.mails.find(({ envelope }) => envelope.to[0] === address);
  expect(mailTo('team@vitrin.example')?.replyTo).toBeUndefined();
  const to = mailTo(email)?.replyTo?.value[0]?.address ?? '';
  server.deliver(buildMail({ from: email, to, text: 'Tamam.' }));
  await expect.poll(() => smtp.mails).toHaveLength(3);
  const notice = smtp.mails.at(-1);
  expect(notice?.envelope.to).toEqual(['team@vitrin.example']);
  expect(notice?.subject).toBe(`${input.name} has written again: ${messageReference(id)}`);
  expect(notice?.text).toContain('Tamam.');
  // After a revocation the receipt, sent again, asks for an answer to another address.
  await db.updateTable('conversations').set({ tokenVersion: 2 }).execute();
  const again = { status: 'pending', sentAt: null, transport: null } as const;
  const requeued = { ...again, requeuedAt: new Date() };
  await updateRows(db, 'outboxMails', { recipient: email }, requeued);
  await expect.poll(() => smtp.mails).toHaveLength(4);
  const valid = smtp.mails.at(-1)?.replyTo?.value[0]?.address ?? '';
  expect(valid).toMatch(/^hello\+c\.[a-z2-7]{42}@vitrin\.example$/u);
  expect(valid).not.toBe(to);
});

const title = DOVECOT ? 'dovecot' : 'dovecot (skipped: dovecot-imapd is not installed)';

describe.skipIf(!DOVECOT)(title, () => {
  it('is read in IDLE, its mails stay unread, and may restart', async ({ mailbox }) => {
    const server = await startDovecot();
    mailbox.stops.push(() => server.stop());
    const { buildReply, readState, readBodies } = mailbox;
    mailbox.start({}, { url: server.url });
    await expect.poll(readState).toMatchObject({ checkedAt: expect.any(Date) });
    const reply = (text: string) => {
      const content = Buffer.from(`%PDF-1.7 ${text.repeat(50_000)}`);
      return buildReply({ text, files: [{ name: 'plan.pdf', content }] });
    };
    await server.deliver(reply('Şalı'));
    await server.deliver(buildMail());
    await expect.poll(readBodies).toEqual(['Şalı']);
    await expect.poll(readState).toMatchObject({ lastUid: 2 });
    await server.restart();
    await server.deliver(reply('iki'));
    await expect.poll(readBodies).toHaveLength(2);
    expect(await server.listFlags()).toEqual(['', '', '']);
  });
});
