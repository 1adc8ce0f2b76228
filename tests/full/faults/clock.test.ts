import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  countJobRuns,
  makeJobDue,
  MULTIPART,
  multipart,
  send,
  type SentResponse,
  waitForJobs,
} from '#tests/faults/faults.ts';
import { createDatabase } from '#server/db/client.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createFaketime, FAKETIME } from '#tests/support/clock/faketime.ts';
import { createMovingClock, FOLLOWED_MS } from '#tests/support/clock/moving-clock.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { SITE_PASSWORD } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { type Place, runUnderLoad, startSiteOn } from './under-load.ts';

const HOUR_MS = 60 * 60_000;
const AHEAD_MS = 24 * HOUR_MS;
const STEPS = [-HOUR_MS, AHEAD_MS, 0];
const MAX_ATTEMPTS = 5;
const SOON = { timeout: 15_000, interval: 100 };
const JSON_TYPE = ['content-type', 'application/json'] as const;

/** A mail server that keeps whoever delivers to an address waiting, or has it try again. */
async function startHoldingServer() {
  const deferred = new Set<string>();
  const holds = new Map<string, { tries: number; released: PromiseWithResolvers<void> }>();
  async function goOnAfter(released: Promise<void>, done: () => void): Promise<void> {
    await released;
    done();
  }

  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      if (deferred.delete(address)) {
        return done(Object.assign(new Error('Later'), { responseCode: 451 }));
      }
      const hold = holds.get(address);
      if (!hold) return done();
      hold.tries += 1;
      return void goOnAfter(hold.released.promise, done);
    },
  });
  return {
    ...server,
    hold(address: string) {
      const hold = { tries: 0, released: Promise.withResolvers<void>() };
      holds.set(address, hold);
      return { tries: () => hold.tries, release: () => hold.released.resolve() };
    },
    /** Has the first try to an address made again later. */
    defer: (address: string) => void deferred.add(address),
  };
}

async function start() {
  const [database, mailServer, folder] = await Promise.all([
    createTestDatabase(),
    startHoldingServer(),
    makeDataDir(),
  ]);
  const clock = createMovingClock(folder);
  onTestFinished(async () => {
    await mailServer.stop();
    await database.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  const place = await startSiteOn(database.url, {
    ...clock.environment,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example',
    LOG_LEVEL: 'debug',
  });
  onTestFinished(() => place.stop());
  return { database, mailServer, clock, place };
}

function post({ port }: Place, path: string, body: object, headers: readonly [string, string][]) {
  return send(port, { path, headers: [JSON_TYPE, ...headers], body: JSON.stringify(body) });
}

const uniqueAddress = () => `${randomUUID()}@visitor.example`;

/** Nobody has said the same before. */
function uniqueMessage(email = uniqueAddress()) {
  return buildMessageInput({ email, message: `What does it cost, ${email}?` });
}

function uniqueOrder(path: string) {
  const email = `${randomUUID()}@visitor.example`;
  const projectDescription = `A dashboard for our shipments and invoices, ${email}.`;
  return { ...buildOrderInput({ email, projectDescription }), fileUrls: [path] };
}

const keyed = (key: string): [string, string][] => [['idempotency-key', key]];

function signIn(place: Place, password: string, address: string): Promise<SentResponse> {
  const body = { action: 'login', username: 'admin', password };
  return post(place, '/api/admin-auth', body, [['x-forwarded-for', address]]);
}

async function upload({ port }: Place, key: string): Promise<string> {
  const { status, body } = await send(port, {
    path: '/api/order-attachments',
    headers: [MULTIPART, ...keyed(key)],
    body: multipart([{ name: 'file', fileName: 'plan.pdf', value: '%PDF-1.7\n' }]),
  });
  expect(status, body).toBe(201);
  return (JSON.parse(body) as { path: string }).path;
}

const UPLOADS_JOB = 'orders.remove-unclaimed-attachments';

function completedJobs({ process }: Place): number {
  return countJobRuns(process.output(), UPLOADS_JOB);
}

async function removeExpiredUploads(place: Place, { db }: TestDatabase): Promise<void> {
  const before = completedJobs(place);
  await makeJobDue(db, UPLOADS_JOB);
  await expect.poll(() => completedJobs(place), SOON).toBeGreaterThan(before);
}

type Site = Awaited<ReturnType<typeof start>>;

/** What was begun before the clock of the application was set. */
async function begin({ place, mailServer }: Site) {
  const login = await signIn(place, SITE_PASSWORD, '203.0.113.1');
  expect(login.status, login.body).toBe(200);
  const { sessionToken } = JSON.parse(login.body) as { sessionToken: string };
  const key = randomUUID();
  const path = await upload(place, key);
  const repeated = { key: randomUUID(), input: uniqueMessage() };
  const first = await post(place, '/api/contact-messages', repeated.input, keyed(repeated.key));
  expect(first.status, first.body).toBe(201);
  const address = `${randomUUID()}@held.example`;
  const held = mailServer.hold(address);
  await post(place, '/api/contact-messages', uniqueMessage(address), keyed(randomUUID()));
  await expect.poll(held.tries, SOON).toBe(1);
  return { sessionToken, key, path, repeated, first, address, held };
}

/** That it goes on as if nothing had happened. */
async function expectToGoOn(site: Site, begun: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const { place, database, mailServer } = site;
  const { sessionToken, key, path, repeated, first, address, held } = begun;
  const session: [string, string] = ['x-admin-session', sessionToken];
  const orders = { method: 'GET', path: '/api/admin/orders', headers: [session] };
  expect((await send(place.port, orders)).status, 'the session').toBe(200);
  const again = await post(place, '/api/contact-messages', repeated.input, keyed(repeated.key));
  expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
  await removeExpiredUploads(place, database);
  const ordered = await post(place, '/api/submit-order', uniqueOrder(path), keyed(key));
  expect(ordered.status, ordered.body).toBe(201);
  // More than the courier had taken up before.
  const enough = mailServer.mails.length + 4 * LIMITS.mailsInFlight;
  await expect.poll(() => mailServer.mails.length, SOON).toBeGreaterThan(enough);
  expect(held.tries()).toBe(1);
  held.release();
  const arrived = () => mailServer.mails.filter(({ envelope }) => envelope.to.includes(address));
  await expect.poll(() => arrived().length, SOON).toBe(1);
}

async function sendMessage({ place }: Site): Promise<{ id: string }> {
  const request = keyed(randomUUID());
  const { status, body } = await post(place, '/api/contact-messages', uniqueMessage(), request);
  expect(status, body).toBe(201);
  return JSON.parse(body) as { id: string };
}

function mailsOf({ database: { db } }: Site, messageId: string) {
  return db
    .selectFrom('outboxMails')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .select(['outboxMails.id', 'status', 'dueAt', 'waitingSince'])
    .where('conversations.messageId', '=', messageId)
    .execute();
}

async function expectSent(site: Site, messageId: string): Promise<void> {
  await expect
    .poll(async () => (await mailsOf(site, messageId)).map(({ status }) => status), SOON)
    .toEqual(['sent', 'sent']);
}

/** Since when its sender waits: by the time of the database, whatever the machine believes. */
async function expectRightDeadline(site: Site): Promise<void> {
  const before = Date.now();
  const { id } = await sendMessage(site);
  const [mail] = await mailsOf(site, id);
  const waitingSince = mail?.waitingSince?.getTime() ?? 0;
  expect(Math.abs(waitingSince - before), 'the beginning of the deadline').toBeLessThan(
    HOUR_MS / 2,
  );
}

/** A mail whose deliverer was killed when its clock was a day ahead. */
async function leaveLease(site: Site): Promise<string> {
  const { db } = site.database;
  const { id } = await sendMessage(site);
  await expectSent(site, id);
  await db
    .updateTable('outboxMails')
    .set({
      status: 'pending',
      sentAt: null,
      nextAttemptAt: sql<Date>`now() + interval '1 day'`,
      lockedUntil: sql<Date>`now() + interval '1 day'`,
    })
    .where(
      'id',
      'in',
      (await mailsOf(site, id)).map((mail) => mail.id),
    )
    .execute();
  return id;
}

describe(
  'the clock of the application',
  { retry: RETRY, timeout: IS_LONG ? 600_000 : 120_000 },
  () => {
    it('may be set back an hour and ahead a day under load: nothing is lost, sent twice or stuck', async () => {
      const site = await start();
      const { place, database, clock, mailServer } = site;
      const { db } = database;
      await runUnderLoad({
        fault: 'clock of the application an hour back, a day ahead, right again',
        rounds: STEPS.length * roundsOf({ short: 1, long: 5 }),
        place,
        db,
        senders: 1,
        async breakAndMend(_load, _visitors, round) {
          const begun = await begin(site);
          await clock.moveTo(new Date(Date.now() + (STEPS[round % STEPS.length] ?? 0)));
          const movedAt = performance.now();
          await expectToGoOn(site, begun);
          await expectRightDeadline(site);
          return movedAt;
        },
      });
      const pending = () =>
        db.selectFrom('outboxMails').select('id').where('status', '=', 'pending').execute();
      await expect.poll(pending, { timeout: 60_000, interval: 500 }).toEqual([]);
      const ids = mailServer.mails.map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(ids.length);
      const outbox = await db.selectFrom('outboxMails').select(['kind', 'status']).execute();
      expect(outbox.filter(({ status }) => status !== 'sent')).toEqual([]);
      expect(outbox.filter(({ kind }) => kind === 'promise.reminder')).toEqual([]);
      expect(ids).toHaveLength(outbox.length);
    });

    it('leaves no limit and no lease behind that outlives it', async () => {
      const site = await start();
      const { place, clock } = site;
      await clock.moveTo(new Date(Date.now() + AHEAD_MS));
      const address = '203.0.113.2';
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        expect((await signIn(place, 'wrong-password-here', address)).status).toBe(401);
      }
      await clock.moveTo(new Date());
      const limited = await signIn(place, SITE_PASSWORD, address);
      expect(limited.status).toBe(429);
      expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(HOUR_MS / 1_000);
      await expectSent(site, await leaveLease(site));
    });
  },
);

/** The database and the application on one machine, whose clock is set. */
async function startOnMachine() {
  const [mailServer, folder] = await Promise.all([startHoldingServer(), makeDataDir()]);
  await chmod(folder, 0o755);
  const [clock, ofServer] = [createMovingClock(folder), createFaketime(folder)];
  const postgres = await startOwnPostgres(ofServer.environment);
  const { db, destroy } = createDatabase({ connection: postgres.url, poolSize: 2 });
  const place = await startSiteOn(postgres.url, {
    ...clock.environment,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example',
    LOG_LEVEL: 'debug',
  });
  onTestFinished(async () => {
    await place.stop();
    await destroy();
    await postgres.remove();
    await mailServer.stop();
    await rm(folder, { recursive: true, force: true });
  });
  async function moveBy(ms: number): Promise<void> {
    ofServer.moveBy(ms);
    await clock.moveTo(new Date(Date.now() + ms));
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
    const off = (rows[0]?.time.getTime() ?? 0) - Date.now() - ms;
    expect(Math.abs(off), 'the clock of the database').toBeLessThan(1_000);
    await pause(FOLLOWED_MS);
  }
  return { place, db, mailServer, moveBy };
}

describe('the clock of a machine with its database', { retry: RETRY, timeout: 600_000 }, () => {
  const title = 'may be set back an hour and ahead a day under load: nothing is lost or stuck';
  const reason = FAKETIME ? '' : ' (skipped: libfaketime is not installed)';
  it.skipIf(!FAKETIME)(`${title}${reason}`, async () => {
    const { place, db, mailServer, moveBy } = await startOnMachine();
    await waitForJobs(db);
    let late: string | null = null;

    async function sendFrom(address: string): Promise<void> {
      const message = uniqueMessage(address);
      const sent = await post(place, '/api/contact-messages', message, keyed(randomUUID()));
      expect(sent.status, sent.body).toBe(201);
    }

    /** Those that were recorded with the time of the next one. */
    async function readTries(address: string): Promise<number | undefined> {
      const mail = await db
        .selectFrom('outboxMails')
        .select('attempts')
        .where('recipient', '=', address)
        .where('lastError', 'is not', null)
        .executeTakeFirst();
      return mail?.attempts;
    }

    async function expectMail(address: string): Promise<void> {
      const arrived = () =>
        mailServer.mails.filter(({ envelope }) => envelope.to.includes(address));
      await expect.poll(() => arrived().length, SOON).toBe(1);
    }

    await runUnderLoad({
      fault: 'clock of database and application an hour back, a day ahead, right again',
      rounds: STEPS.length * roundsOf({ short: 1, long: 5 }),
      place,
      db,
      senders: 1,
      async breakAndMend(_load, _visitors, round) {
        await moveBy(STEPS[round % STEPS.length] ?? 0);
        const movedAt = performance.now();
        const completed = completedJobs(place);
        await makeJobDue(db, UPLOADS_JOB);
        const address = uniqueAddress();
        await sendFrom(address);
        await expectMail(address);
        // Its next try was put down for another time than there is now.
        if (late !== null) await expectMail(late);
        const next = uniqueAddress();
        mailServer.defer(next);
        await sendFrom(next);
        await expect.poll(() => readTries(next), SOON).toBe(1);
        late = STEPS[round % STEPS.length] === AHEAD_MS ? next : null;
        await expect.poll(() => completedJobs(place), SOON).toBeGreaterThan(completed);
        return movedAt;
      },
    });
    const ids = mailServer.mails.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
