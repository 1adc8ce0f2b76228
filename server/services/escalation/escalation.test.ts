import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, onTestFinished } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import type { ServiceContext } from '#server/context/context.ts';
import { startAlerts } from '#server/jobs/alerts.ts';
import { startCourier } from '#server/jobs/courier.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DeliveryError } from '#server/mail/delivery-error.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { TEAM_RECIPIENT, WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import { createWebhookMailer } from '#server/mail/webhook.ts';
import { assign, snooze } from '#server/services/conversations/index.ts';
import { composeMail } from '#server/services/mails/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { createTestLog } from '#tests/support/log.ts';
import { type Reminder, sendDueAlerts } from './index.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';

const ankara = (local: string) => new Date(`${local}+03:00`);
/** The last half hour of a Friday: due on Monday at 9:30. */
const FRIDAY = ankara('2026-06-12T17:30');
const MONDAY_LATE = ankara('2026-06-15T12:00');

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('outboxMails').execute();
});

function at(ctx: ServiceContext, now: Date, hours: OfficeHours = DEFAULT_OFFICE_HOURS) {
  return { ...ctx, now: () => now, officeHours: () => hours };
}

async function sendOnFriday(ctx: ServiceContext) {
  return { messageId: (await sendMessage(at(ctx, FRIDAY))).id };
}

async function alert(ctx: ServiceContext, now: Date, hours?: OfficeHours) {
  return sendDueAlerts(at(ctx, now, hours), { hasWebhook: false });
}

async function readReminders({ db }: ServiceContext) {
  const reminders = db.selectFrom('outboxMails').select(['recipient', 'payload']);
  const rows = await reminders.where('kind', '=', 'promise.reminder').orderBy('id').execute();
  return rows.map(({ recipient, payload }) => ({ recipient, ...(payload as Reminder) }));
}

async function levelsTo(ctx: ServiceContext, recipient = TEAM_RECIPIENT) {
  const reminders = await readReminders(ctx);
  return reminders.filter((one) => one.recipient === recipient).map(({ level }) => level);
}

describe('a promise that runs out', () => {
  it('is told at each share of its open time, once', async ({ ctx }) => {
    await sendOnFriday(ctx);
    const steps = [
      ['2026-06-12T17:59:59.999', []],
      ['2026-06-12T18:00', [50]],
      ['2026-06-14T12:00', [50]],
      ['2026-06-15T09:17:59.999', [50]],
      ['2026-06-15T09:18', [50, 80]],
      ['2026-06-15T09:29:59.999', [50, 80]],
      ['2026-06-15T09:30', [50, 80, 100]],
      ['2026-06-16T09:30', [50, 80, 100]],
    ] as const;
    for (const [now, levels] of steps) {
      await alert(ctx, ankara(now));
      await alert(ctx, ankara(now));
      expect(await levelsTo(ctx), now).toEqual(levels);
    }
    const [first] = await readReminders(ctx);
    const { id: conversationId, ...conversation } = await readRow(ctx.db, 'conversations', '*');
    expect(first).toMatchObject({ conversationId, waitingSince: FRIDAY.toISOString() });
    expect(conversation).toMatchObject({ alertLevel: 100, nextAlertAt: null });
  });

  it('is told of a promise of minutes to the second', async ({ ctx }) => {
    const hours = { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 1 };
    const monday = ankara('2026-06-15T10:00');
    await sendMessage(at(ctx, monday, hours));
    for (const seconds of [29, 30, 47, 48, 59, 60]) {
      await alert(ctx, new Date(monday.getTime() + seconds * 1_000), hours);
      const expected = [30, 48, 60].filter((one) => one <= seconds).map((_, i) => [50, 80, 100][i]);
      expect(await levelsTo(ctx)).toEqual(expected);
    }
  });

  it('keeps its deadline and its shares when another promise is made later', async ({ ctx }) => {
    await sendOnFriday(ctx);
    const hours = { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 600 };
    await alert(ctx, ankara('2026-06-15T09:18'), hours);
    expect(await levelsTo(ctx)).toEqual([80]);
    await alert(ctx, ankara('2026-06-15T09:30'), hours);
    expect(await levelsTo(ctx)).toEqual([80, 100]);
  });

  it('is told once by several processes, and after one that was killed', async ({ ctx }) => {
    await Promise.all(Array.from({ length: 130 }, () => sendOnFriday(ctx)));
    const killed = ctx.db.transaction().execute(async (tx) => {
      await sendDueAlerts({ ...at(ctx, MONDAY_LATE), db: tx }, { hasWebhook: false });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await readReminders(ctx)).toEqual([]);
    const processes = Array.from({ length: 3 }, () =>
      startAlerts({ context: at(ctx, MONDAY_LATE), hasWebhook: false }),
    );
    for (const one of processes) onTestFinished(() => one.stop());
    await expect.poll(async () => (await readReminders(ctx)).length).toBe(130);
    await Promise.all(processes.map((one) => one.stop()));
    expect(await levelsTo(ctx)).toEqual(Array(130).fill(100));
    const reminded = (await readReminders(ctx)).map(({ conversationId }) => conversationId);
    expect(new Set(reminded).size).toBe(130);
  });
});

it('the assignee is reminded first, then all', async ({ ctx }) => {
  const ref = await sendOnFriday(ctx);
  const email = `${uuidV7()}@vitrin.example`;
  const { id } = await buildAdmin(ctx.db, undefined, { email });
  await assign(await asOwner(ctx), ref, id);
  await alert(ctx, ankara('2026-06-12T18:00'));
  const readLevels = async () => [await levelsTo(ctx), await levelsTo(ctx, email)];
  expect(await readLevels()).toEqual([[], [50]]);
  await alert(ctx, ankara('2026-06-15T09:18'));
  expect(await readLevels()).toEqual([[80], [50, 80]]);
  await updateRows(ctx.db, 'adminUsers', { id }, { isActive: false });
  await alert(ctx, ankara('2026-06-15T09:30'));
  expect(await readLevels()).toEqual([
    [80, 100],
    [50, 80],
  ]);
});

describe('nobody is reminded', () => {
  it('once somebody has ended the waiting, and again of a new one', async ({ ctx }) => {
    const { messageId } = await sendOnFriday(ctx);
    await alert(ctx, ankara('2026-06-12T18:00'));
    const admin = await asOwner(at(ctx, ankara('2026-06-15T09:01')));
    await messages.update(admin, messageId, { status: 'responded' });
    await alert(ctx, MONDAY_LATE);
    expect(await levelsTo(ctx)).toEqual([50]);
  });

  it('while it is snoozed, and then of the highest share alone', async ({ ctx }) => {
    const ref = await sendOnFriday(ctx);
    const until = ankara('2026-06-15T09:25');
    await snooze(await asOwner(at(ctx, FRIDAY)), ref, until);
    for (const now of ['2026-06-12T18:00', '2026-06-15T09:18', '2026-06-15T09:24:59']) {
      await alert(ctx, ankara(now));
    }
    expect(await levelsTo(ctx)).toEqual([]);
    await alert(ctx, until);
    expect(await levelsTo(ctx)).toEqual([80]);
    await alert(ctx, ankara('2026-06-15T09:30'));
    expect(await levelsTo(ctx)).toEqual([80, 100]);
  });
});

type Webhook = Parameters<typeof createWebhookMailer>[1];

async function startReceiver(respond: (response: ServerResponse) => void) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      received.push({ headers: request.headers, body: await text(request) });
      respond(response);
    };
    void take();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook?key=s3cret`;
  return { received, webhook: { url, secret: 'a secret of the webhook' } };
}

const respondWith =
  (status: number, headers = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end('body');
  };

async function buildWebhookMailer(ctx: ServiceContext, webhook: Webhook) {
  const result = readConfig({
    PUBLIC_URL: 'https://vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example',
  });
  if ('problems' in result) throw new Error(result.problems.join());
  return createWebhookMailer(await createMailer(result.config, drawMail), webhook, ctx.now);
}

async function buildReminder(ctx: ServiceContext) {
  const { id, reference } = await sendOrder(at(ctx, FRIDAY));
  await sendDueAlerts(at(ctx, MONDAY_LATE), { hasWebhook: true });
  const row = await readRow(ctx.db, 'outboxMails', '*', { recipient: WEBHOOK_RECIPIENT });
  return { row, reminder: row.payload as Reminder, id, reference };
}

async function post(
  ctx: ServiceContext,
  mail: Awaited<ReturnType<typeof buildReminder>>['row'],
  webhook: Webhook,
) {
  const { signal } = new AbortController();
  const mailer = await buildWebhookMailer(ctx, webhook);
  const taken = { ...mail, messageId: '<id@vitrin.example>', since: mail.createdAt };
  return mailer.send(await composeMail({ ...ctx, signal }, mailer, taken), signal);
}

const OUTDATED = expect.objectContaining({ kind: 'outdated' });
const REDIRECT = { location: 'http://127.0.0.1:1/' };
const disconnect = (response: ServerResponse): void => void response.destroy();

describe('the webhook', () => {
  it('gets a signed message for Slack, without personal data', async ({ ctx }) => {
    const { received, webhook } = await startReceiver(respondWith(200));
    const { row, id, reference } = await buildReminder(ctx);
    await post(at(ctx, MONDAY_LATE), row, webhook);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const [, seconds = '', mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-vitrin-signature'])) ?? [];
    expect(headers['x-vitrin-delivery']).toBe('id@vitrin.example');
    expect(Number(seconds)).toBe(MONDAY_LATE.getTime() / 1_000);
    const expected = createHmac('sha256', webhook.secret).update(`${seconds}.${body}`);
    expect(mac).toBe(expected.digest('hex'));
    const message = JSON.parse(body) as { text: string; blocks: unknown[] };
    expect(message.text).toContain(`The promised time is over: order ${reference}`);
    expect(message.text).toContain('Monday, June 15, 2026, 9:30 AM');
    expect(message.text).toContain(`https://vitrin.example/admin/orders?order=${id}`);
    expect(message.blocks).toHaveLength(1);
    expect(body).not.toMatch(/Özlem|example\.com|Çetin/);
  });

  it.for([
    ['an error', respondWith(500), 'responded with 500'],
    ['a redirect, which is not followed', respondWith(302, REDIRECT), 'responded with 302'],
    ['silence', () => undefined, `did not respond within ${LIMITS.webhook / 1_000} seconds`],
    ['a closed connection', disconnect, 'cannot be reached: UND_ERR_SOCKET'],
  ] as const)('fails by %s, in words without its URL', async ([, respond, fault], { ctx }) => {
    const { received, webhook } = await startReceiver(respond);
    const { row } = await buildReminder(ctx);
    const posting = post(at(ctx, MONDAY_LATE), row, webhook);
    await expect(posting).rejects.toThrow(new DeliveryError('transport', `The webhook ${fault}`));
    expect(received).toHaveLength(1);
  });

  it('hears nothing that is no news any more', async ({ ctx }) => {
    const { received, webhook } = await startReceiver(respondWith(200));
    const { row, reminder } = await buildReminder(ctx);
    const monday = at(ctx, MONDAY_LATE);
    const expectOutdated = (by = monday, mail = row, to: Webhook = webhook) =>
      expect(post(by, mail, to)).rejects.toThrow(OUTDATED);
    await expectOutdated(monday, { ...row, payload: { ...reminder, level: 80 } });
    await expectOutdated(at(ctx, ankara('2026-06-16T09:31')));
    const admin = await asOwner(monday);
    await snooze(admin, { id: reminder.conversationId }, ankara('2026-06-15T13:00'));
    await expectOutdated();
    await snooze(admin, { id: reminder.conversationId }, null);
    // Removed from the settings.
    await expectOutdated(monday, row, null);
    await updateRows(ctx.db, 'conversations', {}, { waitingSince: null, dueAt: null });
    await expectOutdated();
    expect(received).toEqual([]);
  });

  it('is asked again until it accepts the reminder', async ({ ctx }) => {
    let failures = 1;
    const { received, webhook } = await startReceiver((response) => {
      failures -= 1;
      respondWith(failures >= 0 ? 503 : 200)(response);
    });
    let now = MONDAY_LATE;
    const context = { ...ctx, now: () => now };
    await buildReminder(ctx);
    const mailer = await buildWebhookMailer(context, webhook);
    const courier = startCourier({ ...context, mailer, log: createTestLog() });
    onTestFinished(() => courier.stop());
    const read = () =>
      readRow(ctx.db, 'outboxMails', ['status', 'lastError'], { recipient: WEBHOOK_RECIPIENT });
    const lastError = 'The webhook responded with 503';
    await expect.poll(read).toEqual({ status: 'pending', lastError });
    now = new Date(MONDAY_LATE.getTime() + 60_000);
    await expect.poll(read).toEqual({ status: 'sent', lastError: null });
    expect(received).toHaveLength(2);
    expect(await levelsTo(ctx)).toEqual([100]);
    const emails = { kind: 'promise.reminder' };
    const reminders = await readRows(ctx.db, 'outboxMails', ['status'], emails);
    expect(reminders).toEqual([{ status: 'pending' }]);
  });
});
