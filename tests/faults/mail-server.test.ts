import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Kysely } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect } from 'vitest';
import { simpleParser } from 'mailparser';
import type { ServiceContext } from '#server/context.ts';
import { readConfig } from '#server/config.ts';
import type { DB } from '#server/db/types.ts';
import { startCourier } from '#server/jobs/courier.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import { createMessage } from '#server/services/messages/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startMailServer } from '#tests/support/mail-server.ts';

const HOUR_MS = 60 * 60_000;
/** While nothing gets out the courier pauses for up to 30 seconds. */
const PAUSES = { timeout: 45_000 };

type Context = ServiceContext & { db: Kysely<DB> };

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('outboxMails').execute();
});

/** A courier for a mail server at a port, with a clock that the test puts forward. */
async function startOffice({ db, trackKey }: Context, port: number) {
  const result = readConfig({
    MAIL_FROM: 'hello@vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
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
  });
  stops.push(() => courier.stop());
  return clock;
}

/** Each message means two mails: a receipt and a notice. */
async function sendMessages(ctx: Context, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await createMessage(ctx, { input: buildMessageInput({ email }), idempotencyKey: null });
  }
}

const readMails = ({ db }: Context) =>
  db.selectFrom('outboxMails').select(['messageId', 'recipient', 'status', 'attempts']).execute();

async function statusesOf(ctx: Context): Promise<string[]> {
  return [...new Set((await readMails(ctx)).map(({ status }) => status))];
}

const visitors = (count: number) =>
  Array.from({ length: count }, (_, index) => `visitor-${index}@example.com`);

it(
  'a day without a mail server, and with one that hangs up, costs the mails nothing but time',
  { timeout: 120_000 },
  async ({ ctx }) => {
    const port = await freePort();
    const clock = await startOffice(ctx, port);
    await sendMessages(ctx, ['early@example.com']);
    const triesOfAll = async () =>
      (await readMails(ctx)).reduce((total, { attempts }) => total + attempts, 0);
    await expect.poll(triesOfAll).toBe(2);

    const liar = createServer((socket) => socket.destroy());
    liar.listen(port, '127.0.0.1');
    await once(liar, 'listening');
    clock.later = 8 * HOUR_MS;
    await expect.poll(triesOfAll, PAUSES).toBeGreaterThan(2);
    await sendMessages(ctx, visitors(5));
    expect(await statusesOf(ctx)).toEqual(['pending']);
    await new Promise((resolve) => liar.close(resolve));

    clock.later = 24 * HOUR_MS;
    const server = await startMailServer({}, port);
    stops.push(() => server.stop());
    await expect.poll(() => statusesOf(ctx), PAUSES).toEqual(['sent']);
    const ids = (await readMails(ctx)).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(12);
    expect(server.mails).toHaveLength(12);
    expect(new Set(server.mails.map(({ messageId }) => messageId))).toEqual(new Set(ids));
  },
);

it('a server that puts off each mail gets it again, and one that has taken it all the same knows it by its id', async ({
  ctx,
}) => {
  const received: (string | undefined)[] = [];
  const seen = new Set<string>();
  const server = await startMailServer({
    async onData(stream, _session, done) {
      const { messageId = '' } = await simpleParser(await buffer(stream));
      received.push(messageId);
      const isFirst = !seen.has(messageId);
      seen.add(messageId);
      done(isFirst ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
    },
  });
  stops.push(() => server.stop());
  const clock = await startOffice(ctx, server.port);
  await sendMessages(ctx, visitors(4));
  await expect.poll(() => received.length).toBe(8);
  expect(await statusesOf(ctx)).toEqual(['pending']);
  clock.later = HOUR_MS;
  await expect.poll(() => statusesOf(ctx)).toEqual(['sent']);
  const ids = (await readMails(ctx)).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(8);
  expect(received).toHaveLength(16);
  expect(new Set(received)).toEqual(new Set(ids));
});

it('mails that hang or are rejected hold up no others while one of five ways is free', async ({
  ctx,
}) => {
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      // Its answer takes minutes.
      if (address.startsWith('hangs')) return;
      const isGone = address.startsWith('gone');
      done(isGone ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null);
    },
  });
  stops.push(() => server.stop());
  await startOffice(ctx, server.port);
  const hanging = ['hangs-1@example.com', 'hangs-2@example.com', 'hangs-3@example.com'];
  await sendMessages(ctx, [...hanging, 'hangs-4@example.com', 'gone@example.com', ...visitors(10)]);
  const started = performance.now();
  await expect.poll(() => server.mails.length).toBe(25);
  expect(performance.now() - started).toBeLessThan(8_000);
  const left = (await readMails(ctx)).filter(({ status }) => status !== 'sent');
  expect(left.filter(({ status }) => status === 'failed')).toMatchObject([
    { recipient: 'gone@example.com' },
  ]);
  expect(left.filter(({ status }) => status === 'pending')).toHaveLength(4);
});
