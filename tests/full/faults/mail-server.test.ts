import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { simpleParser } from 'mailparser';
import type { ServiceContext } from '#server/context/context.ts';
import { readConfig } from '#server/core/config.ts';
import type { DB } from '#server/db/types.ts';
import { startCourier } from '#server/jobs/courier.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import { createMessage } from '#server/services/messages/index.ts';
import { mailSettings } from '#tests/faults/place.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';

const HOUR_MS = 60 * 60_000;
/** In place of 30 seconds, while nothing gets out. */
const MAX_PAUSE_MS = 2_000;
const SENT = { timeout: 30_000 };

type Context = ServiceContext & { db: Kysely<DB> };

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('outboxMails').execute();
});

/** A courier for a mail server at a port, with a clock that the test puts forward. */
async function startOffice({ db, trackKey }: Context, port: number) {
  const result = readConfig(mailSettings(`smtp://127.0.0.1:${port}`));
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  const clock = { later: 0 };
  const courier = startCourier({
    db,
    totpKey: Buffer.alloc(32, 5),
    trackKey,
    storage: { open: () => Promise.resolve(null) },
    mailer: await createMailer(result.config, drawMail),
    log: createTestLog(),
    now: () => new Date(Date.now() + clock.later),
    maxPauseMs: MAX_PAUSE_MS,
  });
  onTestFinished(() => courier.stop());
  return clock;
}

async function startServer(...given: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...given);
  onTestFinished(() => server.stop());
  return server;
}

/** A server that passes on the Message-ID of each mail, and responds when told to. */
async function startReceiver(receive: (id: string, done: (error?: Error | null) => void) => void) {
  return startServer({
    async onData(stream, _session, done) {
      receive((await simpleParser(await buffer(stream))).messageId ?? '', done);
    },
  });
}

/** Each message means two mails: a receipt and a notice. */
async function sendMessages(ctx: Context, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await createMessage(ctx, { input: buildMessageInput({ email }), idempotencyKey: null });
  }
}

const readMails = ({ db }: Context) =>
  readRows(db, 'outboxMails', ['messageId', 'recipient', 'status', 'attempts', 'lockedUntil']);

/** How many tries have ended and been recorded. */
async function countTries(ctx: Context): Promise<number> {
  const mails = await readMails(ctx);
  return mails.reduce(
    (total, { attempts, lockedUntil }) => total + attempts - (lockedUntil === null ? 0 : 1),
    0,
  );
}

async function statusesOf(ctx: Context): Promise<string[]> {
  return [...new Set((await readMails(ctx)).map(({ status }) => status))];
}

/** `arrived` are the Message-IDs that a server has taken, however often. */
async function recordMails(
  ctx: Context,
  fault: string,
  arrived: readonly (string | undefined)[],
  remark = 'mails in place of enquiries',
): Promise<void> {
  const mails = await readMails(ctx);
  const ids = new Set(mails.map(({ messageId }) => messageId ?? ''));
  const received = new Set(arrived.map((id) => id ?? ''));
  await recordFault({
    fault,
    rounds: 1,
    acknowledged: mails.length,
    found: [...ids].filter((id) => received.has(id)).length,
    doubled: [...received].filter((id) => !ids.has(id)).length,
    halfDone: mails.filter(({ status }) => status !== 'sent').length,
    recoveryMs: [],
    remark,
  });
}

/** The server's response to a command; `text` is its response to an email's data, null closes the connection. */
type Nonsense = Partial<
  Record<'greeting' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | 'text', string | null>
>;

const NONSENSE: readonly Nonsense[] = [
  { greeting: '999 hello' },
  { text: 'xyz' },
  { text: '999 what' },
  { MAIL: '550 nobody may send' },
  { greeting: 'HTTP/1.1 400 Bad Request' },
  { greeting: 'x'.repeat(200_000) },
  { EHLO: '999', HELO: '999' },
  { MAIL: '421 closing' },
  { MAIL: '-1' },
  { RCPT: '999 no' },
  { RCPT: '450 later' },
  { DATA: '999' },
  { DATA: '' },
  { text: '1' },
  { text: null },
];

const SENSE = { greeting: '220 here', DATA: '354 go on' };

async function startMadServer(port: number, nonsense: Nonsense) {
  const says = new Map<string, string | null>(Object.entries({ ...SENSE, ...nonsense }));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isText = false;
    const say = (what: string) => {
      const words = says.get(what) ?? (says.has(what) ? null : '250 ok');
      if (words === null) socket.destroy();
      else socket.write(`${words}\r\n`);
    };
    socket.on('error', () => undefined);
    say('greeting');
    const lines = createInterface(socket).on('error', () => undefined);
    lines.on('line', (line) => {
      const command = line.slice(0, 4).toUpperCase();
      if (isText && line !== '.') return;
      say(isText ? 'text' : command);
      isText = !isText && command === 'DATA';
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
}

const visitors = (count: number) =>
  Array.from({ length: count }, (_, index) => `visitor-${index}@example.com`);

it(
  'a day without a mail server, and with one that hangs up, costs the mails nothing but time',
  { timeout: 120_000, retry: RETRY },
  async ({ ctx }) => {
    const port = await freePort();
    const clock = await startOffice(ctx, port);
    await sendMessages(ctx, ['early@example.com']);
    await expect.poll(() => countTries(ctx)).toBe(2);

    const stop = await startMadServer(port, { greeting: null });
    clock.later = 8 * HOUR_MS;
    await expect.poll(() => countTries(ctx)).toBeGreaterThan(2);
    await sendMessages(ctx, visitors(5));
    expect(await statusesOf(ctx)).toEqual(['pending']);
    await stop();

    clock.later = 24 * HOUR_MS;
    const server = await startServer({}, port);
    await expect.poll(() => statusesOf(ctx), SENT).toEqual(['sent']);
    const ids = server.mails.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(12);
    await recordMails(ctx, 'mail server down for a day', ids);
  },
);

/** Receives each mail twice, since `respondFirst` does not accept it the first time. */
async function receiveTwice(
  ctx: Context,
  { fault, count }: { fault: string; count: number },
  respondFirst: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const received: string[] = [];
  const server = await startReceiver((id, done) => {
    const isFirst = !received.includes(id);
    received.push(id);
    if (isFirst) respondFirst(done);
    else done();
  });
  const clock = await startOffice(ctx, server.port);
  await sendMessages(ctx, visitors(count));
  await expect.poll(() => countTries(ctx), { timeout: 120_000 }).toBe(2 * count);
  expect(await statusesOf(ctx)).toEqual(['pending']);
  clock.later = HOUR_MS;
  await expect.poll(() => statusesOf(ctx), { timeout: 120_000 }).toEqual(['sent']);
  expect(received).toHaveLength(4 * count);
  await recordMails(ctx, fault, received);
}

it(
  'a server that puts off each mail gets it again, and one that has taken it all the same knows it by its id',
  { retry: RETRY },
  async ({ ctx }) => {
    const row = { fault: 'mail server takes each mail and says 451', count: 4 };
    await receiveTwice(ctx, row, (done) =>
      done(Object.assign(new Error('try later'), { responseCode: 451 })),
    );
  },
);

it.skipIf(!IS_LONG)(
  `a server that says 250 when nobody waits any more gets the mail again, by the same id${IS_LONG ? '' : ' (skipped: only in npm run faults)'}`,
  { timeout: 240_000, retry: RETRY },
  async ({ ctx }) => {
    const row = { fault: 'mail server says 250 too late', count: 1 };
    await receiveTwice(ctx, row, (done) => void setTimeout(done, LIMITS.smtpSilence + 2_000));
  },
);

it(
  'a server that says nonsense gets each mail as soon as it makes sense',
  { timeout: 240_000, retry: RETRY },
  async ({ ctx }) => {
    const port = await freePort();
    const clock = await startOffice(ctx, port);
    await sendMessages(ctx, visitors(2));
    const kinds = NONSENSE.slice(0, roundsOf({ short: 3, long: NONSENSE.length }));
    for (const nonsense of kinds) {
      const message = JSON.stringify(nonsense).slice(0, 100);
      const stop = await startMadServer(port, nonsense);
      const before = await countTries(ctx);
      clock.later += HOUR_MS;
      await expect
        .poll(() => countTries(ctx), { timeout: 40_000, message })
        .toBeGreaterThan(before);
      await stop();
      expect(await statusesOf(ctx), message).toEqual(['pending']);
    }
    clock.later += HOUR_MS;
    const server = await startServer({}, port);
    await expect.poll(() => statusesOf(ctx), { timeout: 20_000 }).toEqual(['sent']);
    const ids = server.mails.map(({ messageId }) => messageId);
    await recordMails(ctx, `mail server says nonsense in ${kinds.length} ways`, ids);
  },
);

it(
  'a server that accepts and drops gets each mail once, since nobody learns of it',
  { retry: RETRY },
  async ({ ctx }) => {
    const accepted: string[] = [];
    const server = await startReceiver((id, done) => {
      accepted.push(id);
      done();
    });
    const clock = await startOffice(ctx, server.port);
    await sendMessages(ctx, visitors(4));
    await expect.poll(() => statusesOf(ctx), SENT).toEqual(['sent']);
    clock.later = 24 * HOUR_MS;
    expect(accepted).toHaveLength(8);
    const remark = 'it took them; where they went, nobody learns';
    await recordMails(ctx, 'mail server accepts and drops', accepted, remark);
  },
);

it('mails that hang or are rejected hold up no others while one of five ways is free', async ({
  ctx,
}) => {
  const server = await startServer({
    onRcptTo({ address }, _session, done) {
      // Its answer takes minutes.
      if (address.startsWith('hangs')) return;
      const isGone = address.startsWith('gone');
      done(isGone ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null);
    },
  });
  await startOffice(ctx, server.port);
  const hanging = [1, 2, 3, 4].map((serial) => `hangs-${serial}@example.com`);
  await sendMessages(ctx, [...hanging, 'gone@example.com', ...visitors(10)]);
  const started = performance.now();
  await expect.poll(() => server.mails.length).toBe(25);
  expect(performance.now() - started).toBeLessThan(8_000);
  const readLeft = async () => (await readMails(ctx)).filter(({ status }) => status !== 'sent');
  // What the server has taken is recorded a moment later.
  await expect.poll(async () => (await readLeft()).length).toBe(5);
  const left = await readLeft();
  expect(left.filter(({ status }) => status === 'failed')).toMatchObject([
    { recipient: 'gone@example.com' },
  ]);
  expect(left.filter(({ status }) => status === 'pending')).toHaveLength(4);
});
