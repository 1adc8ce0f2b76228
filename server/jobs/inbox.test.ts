import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createDatabase } from '#server/db/client.ts';
import type { DB } from '#server/db/types.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { FileStoreError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { readDeferredMails } from '#server/mail/inbox/deferred-mails.ts';
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
import { startMailServer } from '#tests/support/mail-server.ts';
import { DOVECOT, startDovecot } from '#tests/support/mail/dovecot.ts';
import { it } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import {
  buildMail,
  buildMailedConversation,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { startCourier } from './courier.ts';
import { startInbox } from './inbox.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function startServer(options?: Parameters<typeof startImapServer>[0]) {
  const server = await startImapServer(options);
  stops.push(() => server.stop());
  return server;
}

type Started = {
  ctx: ServiceContext;
  database: { url: string };
  url: string;
  pollMs?: number;
  responseMs?: number;
};

function start({ ctx, database, url, pollMs = 60_000, responseMs = 30_000 }: Started) {
  const address = readImapUrl(url);
  if (!address) throw new Error('the URL of the mailbox is none');
  const lock = createDatabase({ connection: database.url, poolSize: 1 });
  const inbox = startInbox({
    ctx,
    lockDb: lock.db,
    address,
    recipients: { addresses: ['hello@vitrin.example'] },
    pollMs,
    responseMs,
  });
  const stop = async () => {
    await inbox.stop();
    await lock.destroy();
  };
  stops.push(stop);
  return { name: nameOfMailbox(address), stop, lock };
}

const stateOf = (db: Kysely<DB>, name: string) =>
  db.selectFrom('mailInboxes').selectAll().where('name', '=', name).executeTakeFirst();

async function isIdle(server: Awaited<ReturnType<typeof startImapServer>>) {
  await expect.poll(() => [...server.sessions].some(({ idleTag }) => idleTag)).toBe(true);
}

describe('a mailbox', () => {
  it('is read as mails come, from now on, and nothing in it is touched', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text: 'old' }));
    const { name } = start({ ctx, database, url: server.url });
    await isIdle(server);
    server.deliver(buildMail());
    const large = Buffer.from(`%PDF-1.7 ${'x'.repeat(300_000)}`);
    server.deliver(
      buildMail({
        from: email,
        inReplyTo: receipt.messageId,
        text: 'first',
        files: [{ name: 'large.pdf', content: large }],
      }),
    );
    await expect.poll(() => readInboundEntries(db, id)).toMatchObject([{ body: 'first' }]);
    await isIdle(server);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text: 'second' }));
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(2);
    const file = await db
      .selectFrom('orderAttachments')
      .select('sizeBytes')
      .where('originalName', '=', 'large.pdf')
      .executeTakeFirst();
    expect(file?.sizeBytes).toBe(large.length);
    await expect.poll(async () => (await stateOf(db, name))?.lastUid).toBe(4);
    expect((await stateOf(db, name))?.lastMailAt).toBeInstanceOf(Date);
    const changing = server.commands.filter((line) =>
      /STORE|COPY|MOVE|EXPUNGE|SELECT/iu.test(line),
    );
    expect(changing).toEqual([]);
  });

  it('is polled where the server announces nothing', async ({ ctx, database, db }) => {
    const server = await startServer({ hasIdle: false });
    const { id, email, receipt } = await buildMailedConversation(ctx);
    start({ ctx, database, url: server.url, pollMs: 200 });
    await expect.poll(() => server.commands.some((line) => line.startsWith('NOOP'))).toBe(true);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(1);
  });

  it('is read on after a restart, each mail once, also when its UIDs are others', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const send = (text: string) =>
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
    const first = start({ ctx, database, url: server.url });
    await isIdle(server);
    send('one');
    await expect.poll(async () => (await stateOf(db, first.name))?.lastUid).toBe(1);
    await first.stop();
    send('two');
    const second = start({ ctx, database, url: server.url });
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(2);
    await second.stop();
    server.mails.shift();
    server.renumber();
    send('three');
    start({ ctx, database, url: server.url });
    await expect
      .poll(async () => (await readInboundEntries(db, id)).map(({ body }) => body))
      .toEqual(['one', 'two', 'three']);
  });

  it('is read again from what was not recorded, as after a kill', async ({ ctx, database, db }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const first = start({ ctx, database, url: server.url });
    await isIdle(server);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect.poll(async () => (await stateOf(db, first.name))?.lastUid).toBe(1);
    await first.stop();
    // What a kill after the record and before the position leaves.
    await db
      .updateTable('mailInboxes')
      .set({ lastUid: 0 })
      .where('name', '=', first.name)
      .execute();
    const before = server.commands.length;
    start({ ctx, database, url: server.url });
    await expect.poll(async () => (await stateOf(db, first.name))?.lastUid).toBe(1);
    expect(server.commands.slice(before).some((line) => line.startsWith('UID FETCH'))).toBe(true);
    expect(await readInboundEntries(db, id)).toHaveLength(1);
  });

  it('holds a mail that cannot be recorded until it can', async ({ ctx, database, db }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    let isBroken = true;
    const broken = {
      ...ctx,
      now: () => {
        if (isBroken && server.commands.some((line) => line.startsWith('UID FETCH'))) {
          throw new Error('the clock of the test stands still');
        }
        return new Date();
      },
    };
    start({ ctx: broken, database, url: server.url });
    await isIdle(server);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect
      .poll(() => server.commands.filter((line) => line.startsWith('UID FETCH')).length)
      .toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await readInboundEntries(db, id)).toEqual([]);
    isBroken = false;
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(1);
  });
});

describe('a mail that cannot be recorded', () => {
  const DAY_MS = 24 * 3_600_000;
  const MAX_TRIES = 6;

  /** Has the database reject entries of which `isRejected` is true, and a clock that the test moves. */
  async function build(ctx: ServiceContext, isRejected = 'false') {
    const { db } = ctx;
    const remove = () => sql`drop trigger if exists rejecting on conversation_entries`.execute(db);
    await remove();
    stops.push(remove);
    await sql`
      create or replace function reject_entry() returns trigger language plpgsql as $$
      begin raise exception 'rejected by the test'; end $$
    `.execute(db);
    await sql
      .raw(
        `create trigger rejecting before insert on conversation_entries
        for each row when (${isRejected}) execute function reject_entry()`,
      )
      .execute(db);
    let late = 0;
    const now = () => new Date(Date.now() + late);
    return { ctx: { ...ctx, now }, moveClock: (ms: number) => (late += ms) };
  }

  const deferredIn = (db: Kysely<DB>, inbox: string) =>
    db.selectFrom('deferredMails').selectAll().where('inbox', '=', inbox).execute();
  const triesIn = async (db: Kysely<DB>, inbox: string) =>
    (await deferredIn(db, inbox)).map(({ tries }) => tries);

  it('is set aside and tried again ever less often, while later ones go on; at last it is named', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base, `new.body = 'poison'`);
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const send = (text: string) =>
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
    const bodies = async () => (await readInboundEntries(db, id)).map(({ body }) => body);
    const first = start({ ctx, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, first.name)).toBeDefined();
    send('poison');
    send('next');
    await expect.poll(bodies).toEqual(['next']);
    const [set] = await deferredIn(db, first.name);
    expect(set).toMatchObject({ uid: 1, tries: 1 });
    const firstPause = (set?.nextTryAt?.getTime() ?? 0) - (set?.cameAt.getTime() ?? 0);
    expect(firstPause).toBeLessThan(60_000);
    await first.stop();
    const { name } = start({ ctx, database, url: server.url, pollMs: 100 });
    moveClock(firstPause);
    await expect.poll(() => triesIn(db, name)).toEqual([2]);
    const [again] = await deferredIn(db, name);
    expect((again?.nextTryAt?.getTime() ?? 0) - ctx.now().getTime()).toBeGreaterThan(
      firstPause * 1.5,
    );
    for (let tries = 3; tries <= MAX_TRIES; tries += 1) {
      moveClock(3_600_000);
      await expect.poll(() => triesIn(db, name)).toEqual([tries]);
    }
    moveClock(3_600_000);
    await expect.poll(bodies).toEqual(['next', INBOUND_MESSAGES.unreadable]);
    await expect.poll(() => deferredIn(db, name)).toEqual([]);
  });

  it('not even by its name is passed over after days, and that is known', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base, 'true');
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { name } = start({ ctx, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, name)).toBeDefined();
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect.poll(() => triesIn(db, name)).toEqual([1]);
    expect(await readDeferredMails(db, name)).toEqual({ pending: 1, passedOver: [] });
    moveClock(2 * DAY_MS);
    await expect
      .poll(() => readDeferredMails(db, name))
      .toEqual({ pending: 0, passedOver: [expect.any(Date)] });
    expect(await readInboundEntries(db, id)).toEqual([]);
  });

  it('is held back by its files alone, which follow when there is room', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    let freeBytes = 0;
    const storage = { ...ctx.storage, freeBytes: () => Promise.resolve(freeBytes) };
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { name } = start({ ctx: { ...ctx, storage }, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, name)).toBeDefined();
    const files = [{ name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') }];
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, files }));
    await expect.poll(() => readInboundEntries(db, id)).toMatchObject([{ kind: 'inbound' }]);
    moveClock(DAY_MS);
    await expect.poll(() => triesIn(db, name)).toEqual([2]);
    freeBytes = LIMITS.minFreeDisk;
    moveClock(DAY_MS / 2);
    await expect.poll(() => deferredIn(db, name)).toEqual([]);
    const [entry] = await readInboundEntries(db, id);
    expect(entry?.detail).toEqual({});
    const attached = db.selectFrom('orderAttachments').where('entryId', '=', entry?.id ?? '');
    expect(await attached.select('originalName').execute()).toEqual([{ originalName: 'plan.pdf' }]);
  });

  it('waits for its files no longer than the last try, whatever keeps it from being read', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    let isBroken = false;
    const readMail = (source: Uint8Array) =>
      isBroken
        ? Promise.reject(new FileStoreError('broken by the test'))
        : base.documents.readMail(source);
    const documents = { ...ctx.documents, readMail };
    const storage = { ...ctx.storage, freeBytes: () => Promise.resolve(0) };
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const broken = { ...ctx, documents, storage };
    const { name } = start({ ctx: broken, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, name)).toBeDefined();
    const files = [{ name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') }];
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, files }));
    await expect.poll(() => triesIn(db, name)).toEqual([1]);
    isBroken = true;
    moveClock(2 * DAY_MS);
    await expect.poll(() => deferredIn(db, name)).toEqual([]);
    const rejectedFiles = [{ name: 'plan.pdf', reason: INBOUND_MESSAGES.fileNotStored }];
    expect((await readInboundEntries(db, id))[0]?.detail).toEqual({ rejectedFiles });
  });

  it('is read again where it seemed too complex on a busy machine, and named where it is', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    const hurried = createDocuments({ log: createTestLog(), timeoutMs: 1 });
    onTestFinished(() => hurried.stop());
    let tries = 0;
    const readMail = (source: Uint8Array) => {
      tries += 1;
      return tries === 3 ? base.documents.readMail(source) : hurried.readMail(source);
    };
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const documents = { ...ctx.documents, readMail };
    const { name } = start({ ctx: { ...ctx, documents }, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, name)).toBeDefined();
    const bodies = async () => (await readInboundEntries(db, id)).map(({ body }) => body);
    async function deliver(text: string): Promise<void> {
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
      for (const times of [1, 2]) {
        await expect.poll(() => triesIn(db, name)).toEqual([times]);
        moveClock(DAY_MS / 144);
      }
      await expect.poll(() => deferredIn(db, name)).toEqual([]);
    }
    await deliver('In haste');
    expect(await bodies()).toEqual(['In haste']);
    await deliver('Of a thousand parts');
    expect(await bodies()).toContain(INBOUND_MESSAGES.unreadable);
  });

  it('is found again after days, also when its UID is another', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    let freeBytes = 0;
    const storage = { ...ctx.storage, freeBytes: () => Promise.resolve(freeBytes) };
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const options = { ctx: { ...ctx, storage }, database, url: server.url, pollMs: 100 };
    const first = start(options);
    await expect.poll(() => stateOf(db, first.name)).toBeDefined();
    const files = [{ name: 'plan.pdf', content: Buffer.from('%PDF-1.7 x') }];
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, files }));
    await expect.poll(() => triesIn(db, first.name)).toEqual([1]);
    const [set] = await deferredIn(db, first.name);
    moveClock(1.5 * DAY_MS);
    await expect.poll(() => triesIn(db, first.name)).toEqual([2]);
    await first.stop();
    freeBytes = LIMITS.minFreeDisk;
    server.renumber();
    start(options);
    await expect
      .poll(async () => (await readInboundEntries(db, id)).map(({ detail }) => detail))
      .toEqual([{}]);
    await expect.poll(() => deferredIn(db, first.name)).toEqual([]);
    const since = server.commands
      .filter((line) => line.startsWith('UID SEARCH SINCE'))
      .map((line) => Date.parse(`${line.split(' ').at(-1)} UTC`));
    // The search knows days only.
    expect(Math.min(...since)).toBeLessThan((set?.cameAt.getTime() ?? 0) - DAY_MS);
  });

  it('leaves word that its files were not stored once it is deleted from the mailbox', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    const storage = { ...ctx.storage, freeBytes: () => Promise.resolve(0) };
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const options = { ctx: { ...ctx, storage }, database, url: server.url, pollMs: 100 };
    const first = start(options);
    await expect.poll(() => stateOf(db, first.name)).toBeDefined();
    const files = ['plan.pdf', 'offer.pdf'].map((name) => ({
      name,
      content: Buffer.from('%PDF-1.7 x'),
    }));
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, files }));
    await expect.poll(() => triesIn(db, first.name)).toEqual([1]);
    await first.stop();
    const detail = async () => (await readInboundEntries(db, id))[0]?.detail;
    moveClock(3 * DAY_MS);
    expect(await settleFiles(ctx), 'it waits while the mailbox is not read').toBe(0);
    server.mails.shift();
    start(options);
    await expect
      .poll(() => readDeferredMails(db, first.name))
      .toEqual({ pending: 0, passedOver: [] });
    expect(await detail()).toMatchObject({ filesPending: true });
    moveClock(-2 * DAY_MS);
    expect(await settleFiles(ctx), 'it may be read again under another UID').toBe(0);
    moveClock(2 * DAY_MS);
    expect(await settleFiles(ctx)).toBe(1);
    const reason = INBOUND_MESSAGES.fileNotStored;
    expect(await detail()).toEqual({ rejectedFiles: files.map(({ name }) => ({ name, reason })) });
    expect(await settleFiles(ctx)).toBe(0);
  });

  it('is set aside as well where the connection is lost over it each time', async ({
    ctx: base,
    database,
    db,
  }) => {
    const { ctx, moveClock } = await build(base);
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { name } = start({ ctx, database, url: server.url, pollMs: 100 });
    await expect.poll(() => stateOf(db, name)).toBeDefined();
    server.faults.set('UID FETCH 1', 'cut');
    for (const text of ['first', 'second']) {
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
    }
    const bodies = async () => (await readInboundEntries(db, id)).map(({ body }) => body);
    await expect.poll(bodies, { timeout: 15_000 }).toEqual(['second']);
    server.faults.clear();
    moveClock(60_000);
    await expect.poll(bodies, { timeout: 15_000 }).toEqual(['second', 'first']);
  });
});

describe('several processes', () => {
  it('read in turn, the next one when the first one has lost its database', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const send = () => server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    start({ ctx, database, url: server.url, pollMs: 300 });
    await expect.poll(() => server.commands.some((line) => line.startsWith('NOOP'))).toBe(true);
    start({ ctx, database, url: server.url, pollMs: 300 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.sessions.size).toBe(1);
    send();
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(1);
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 7401029 and granted
        and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
    expect(rows).toHaveLength(1);
    send();
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(2);
    await expect.poll(() => server.sessions.size).toBe(1);
  });
});

describe('a mail server', () => {
  it('may cut the connection at any time', async ({ ctx, database, db }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { name } = start({ ctx, database, url: server.url });
    await isIdle(server);
    server.cut();
    await expect.poll(async () => (await stateOf(db, name))?.lastError).toContain('closed');
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(1);
    await expect.poll(async () => (await stateOf(db, name))?.lastError).toBeNull();
    server.faults.set('UID FETCH', 'cut');
    await isIdle(server);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect.poll(async () => (await stateOf(db, name))?.lastError).not.toBeNull();
    server.faults.clear();
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(2);
  });

  it('may say that the password is wrong, or that there is no such mailbox', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startServer();
    const wrong = start({ ctx, database, url: server.url.replace(':secret@', ':wrong@') });
    await expect
      .poll(async () => (await stateOf(db, wrong.name))?.lastError)
      .toContain('Wrong password');
    await wrong.stop();
    const missing = start({ ctx, database, url: server.url.replace('/INBOX', '/Answers') });
    await expect
      .poll(async () => (await stateOf(db, missing.name))?.lastError)
      .toBe(INBOX_MESSAGES.noMailbox('Answers'));
  });

  it('that hangs is left and connected to again', async ({ ctx, database, db }) => {
    const server = await startServer();
    const { id, email, receipt } = await buildMailedConversation(ctx);
    server.faults.set('UID FETCH', 'hang');
    const { name } = start({ ctx, database, url: server.url, responseMs: 300 });
    await isIdle(server);
    server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId }));
    await expect
      .poll(async () => (await stateOf(db, name))?.lastError)
      .toBe(INBOX_MESSAGES.tooSlow);
    server.faults.clear();
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(1);
  });

  it('that hangs does not hold up the end of the process', async ({ ctx, database }) => {
    const server = await startServer();
    server.faults.set('EXAMINE', 'hang');
    const { stop } = start({ ctx, database, url: server.url });
    await expect.poll(() => server.commands.some((line) => line.startsWith('EXAMINE'))).toBe(true);
    const started = performance.now();
    await stop();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('the whole way', () => {
  it('leads from a receipt to the conversation that it asks to be answered in', async ({
    ctx,
    database,
    db,
    files,
  }) => {
    const server = await startServer();
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
    const input = buildMessageInput({ email: 'gokce@example.com' });
    const { id } = await createMessage(ctx, { input, idempotencyKey: null });
    const { totpKey, trackKey } = ctx;
    const { storage } = files;
    const courier = startCourier({ db, mailer, storage, totpKey, trackKey, log: createTestLog() });
    stops.push(() => courier.stop());
    start({ ctx, database, url: server.url });
    await isIdle(server);
    await expect.poll(() => smtp.mails.length).toBe(2);
    const mailTo = (address: string) =>
      smtp.mails.find(({ envelope }) => envelope.to[0] === address);
    expect(mailTo('team@vitrin.example')?.replyTo).toBeUndefined();
    const to = mailTo('gokce@example.com')?.replyTo?.value[0]?.address ?? '';
    server.deliver(buildMail({ from: 'gokce@example.com', to, text: 'Tamam.' }));
    await expect.poll(() => smtp.mails.length).toBe(3);
    const notice = smtp.mails.at(-1);
    expect(notice?.envelope.to).toEqual(['team@vitrin.example']);
    expect(notice?.subject).toBe(`${input.name} has written again: ${messageReference(id)}`);
    expect(notice?.text).toContain('Tamam.');
    // After a revocation the receipt, sent again, asks for an answer to another address.
    await db.updateTable('conversations').set({ tokenVersion: 2 }).execute();
    await db
      .updateTable('outboxMails')
      .set({ status: 'pending', sentAt: null, transport: null, requeuedAt: new Date() })
      .where('recipient', '=', 'gokce@example.com')
      .execute();
    await expect.poll(() => smtp.mails.length).toBe(4);
    const valid = smtp.mails.at(-1)?.replyTo?.value[0]?.address ?? '';
    expect(valid).toMatch(/^hello\+c\.[a-z2-7]{42}@vitrin\.example$/u);
    expect(valid).not.toBe(to);
  });
});

const title = DOVECOT ? 'dovecot' : 'dovecot (skipped: dovecot-imapd is not installed)';

describe.skipIf(!DOVECOT)(title, () => {
  it('is read in IDLE, its mails stay unread, and a restart of it changes nothing', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startDovecot();
    stops.push(() => server.stop());
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { name } = start({ ctx, database, url: server.url });
    await expect.poll(async () => (await stateOf(db, name))?.checkedAt).toBeInstanceOf(Date);
    const reply = (text: string) =>
      buildMail({
        from: email,
        inReplyTo: receipt.messageId,
        text,
        files: [{ name: 'plan.pdf', content: Buffer.from(`%PDF-1.7 ${text.repeat(50_000)}`) }],
      });
    await server.deliver(reply('Şalı'));
    await server.deliver(buildMail());
    await expect.poll(() => readInboundEntries(db, id)).toMatchObject([{ body: 'Şalı' }]);
    await expect.poll(async () => (await stateOf(db, name))?.lastUid).toBe(2);
    await server.restart();
    await server.deliver(reply('iki'));
    await expect.poll(async () => (await readInboundEntries(db, id)).length).toBe(2);
    expect(await server.listFlags()).toEqual(['', '', '']);
  });
});
