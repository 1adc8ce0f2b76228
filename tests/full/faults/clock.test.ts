import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { createDatabase } from '#server/db/client.ts';
import type { DB } from '#server/db/types.ts';
import {
  buildUniqueMessage,
  countJobRuns,
  makeJobDue,
  postJson,
  postMessage,
  send,
  type SentResponse,
  signIn,
  uploadFile,
  waitForJobs,
} from '#tests/faults/faults.ts';
import { mailSettings, makeTestDatabase, type Place, startTestPlace } from '#tests/faults/place.ts';
import { createFaketime, FAKETIME } from '#tests/support/clock/faketime.ts';
import { createMovingClock, FOLLOWED_MS } from '#tests/support/clock/moving-clock.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { SITE_PASSWORD } from '#tests/support/site-process.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { runUnderLoad } from './under-load.ts';

const HOUR_MS = 60 * 60_000;
const AHEAD_MS = 24 * HOUR_MS;
const STEPS = [-HOUR_MS, AHEAD_MS, 0];
const ROUNDS = STEPS.length * roundsOf({ short: 1, long: 5 });
const MAX_ATTEMPTS = 5;
const SOON = { timeout: 15_000, interval: 100 };
const UPLOADS_JOB = 'orders.remove-unclaimed-attachments';

const stepOf = (round: number) => STEPS[round % STEPS.length] ?? 0;

/** A mail server that keeps clients waiting who deliver to an address, or has them try again. */
async function startHoldingServer() {
  const deferred = new Set<string>();
  const held = new Map<string, (() => void)[]>();
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      if (deferred.delete(address)) {
        return done(Object.assign(new Error('Later'), { responseCode: 451 }));
      }
      const tries = held.get(address);
      return tries ? void tries.push(done) : done();
    },
  });
  onTestFinished(() => server.stop());
  return {
    mails: server.mails,
    url: server.url,
    mailsTo: (address: string) =>
      server.mails.filter(({ envelope }) => envelope.to.includes(address)).length,
    hold(address: string) {
      const tries: (() => void)[] = [];
      held.set(address, tries);
      return { tries: () => tries.length, release: () => tries.forEach((goOn) => goOn()) };
    },
    /** Has the first try to an address made again later. */
    defer: (address: string) => void deferred.add(address),
  };
}

type MailServer = Awaited<ReturnType<typeof startHoldingServer>>;

function expectMailsOnce({ mails }: MailServer): number {
  const ids = mails.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  return ids.length;
}

async function makeClockDir(): Promise<string> {
  const folder = await makeDataDir();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

async function start() {
  const [{ db, url }, mailServer] = [await makeTestDatabase(), await startHoldingServer()];
  const clock = createMovingClock(await makeClockDir());
  const place = await startTestPlace({
    ...clock.environment,
    ...mailSettings(mailServer.url),
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    SAMPLE_CONTENT: 'on',
    LOG_LEVEL: 'debug',
  });
  return { db, mailServer, clock, place };
}

type Site = Awaited<ReturnType<typeof start>>;

/** Has the job run that removes uploads, and waits for it. */
async function removeExpiredUploads({ process }: Place, db: Kysely<DB>): Promise<void> {
  const count = () => countJobRuns(process.output(), UPLOADS_JOB);
  const before = count();
  await makeJobDue(db, UPLOADS_JOB);
  await expect.poll(count, SOON).toBeGreaterThan(before);
}

async function expectCreated<T>(asked: Promise<SentResponse>): Promise<T> {
  const { status, body } = await asked;
  expect(status, body).toBe(201);
  return JSON.parse(body) as T;
}

/** What was begun before the clock of the application was set. */
async function begin({ place, mailServer }: Site) {
  const { port } = place;
  const login = await signIn(place.port, SITE_PASSWORD, '203.0.113.1');
  expect(login.status, login.body).toBe(200);
  const { sessionToken } = JSON.parse(login.body) as { sessionToken: string };
  const key = randomUUID();
  const { path } = await expectCreated<{ path: string }>(uploadFile(port, key));
  const [input, inputKey] = [buildUniqueMessage(), randomUUID()];
  const sendAgain = () =>
    expectCreated<{ id: string }>(postJson(port, '/api/contact-messages', input, inputKey));
  const first = await sendAgain();
  const address = `${randomUUID()}@held.example`;
  const held = mailServer.hold(address);
  await postMessage(port, buildUniqueMessage(address));
  await expect.poll(held.tries, SOON).toBe(1);
  return { sessionToken, key, path, sendAgain, first, address, held };
}

async function expectToGoOn(
  { place, db, mailServer }: Site,
  { sessionToken, key, path, sendAgain, first, address, held }: Awaited<ReturnType<typeof begin>>,
): Promise<void> {
  const session: [string, string] = ['x-admin-session', sessionToken];
  const orders = { method: 'GET', path: '/api/admin/orders', headers: [session] };
  expect((await send(place.port, orders)).status, 'the session').toBe(200);
  expect(await sendAgain()).toEqual(first);
  await removeExpiredUploads(place, db);
  const { email, message: projectDescription } = buildUniqueMessage();
  const order = { ...buildOrderInput({ email, projectDescription }), fileUrls: [path] };
  await expectCreated(postJson(place.port, '/api/submit-order', order, key));
  // More than the courier had taken up before.
  const enough = mailServer.mails.length + 4 * LIMITS.mailsInFlight;
  await expect.poll(() => mailServer.mails.length, SOON).toBeGreaterThan(enough);
  expect(held.tries()).toBe(1);
  held.release();
  await expect.poll(() => mailServer.mailsTo(address), SOON).toBe(1);
}

function readMails({ db }: Site, messageId: string) {
  return db
    .selectFrom('outboxMails')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .select(['outboxMails.id', 'status', 'waitingSince'])
    .where('conversations.messageId', '=', messageId)
    .execute();
}

async function expectSent(site: Site, messageId: string): Promise<void> {
  await expect
    .poll(async () => (await readMails(site, messageId)).map(({ status }) => status), SOON)
    .toEqual(['sent', 'sent']);
}

const sendMessage = ({ place }: Site) =>
  expectCreated<{ id: string }>(postMessage(place.port, buildUniqueMessage()));

/** The sender waits since then by the time of the database, whatever the machine believes. */
async function expectRightDeadline(site: Site): Promise<void> {
  const before = Date.now();
  const [mail] = await readMails(site, (await sendMessage(site)).id);
  const offMs = Math.abs((mail?.waitingSince?.getTime() ?? 0) - before);
  expect(offMs, 'the beginning of the deadline').toBeLessThan(HOUR_MS / 2);
}

/** A mail whose deliverer was killed when its clock was a day ahead. */
async function leaveLease(site: Site): Promise<string> {
  const { id } = await sendMessage(site);
  await expectSent(site, id);
  // By the clock of the database, which was not set.
  const inADay = new Date(Date.now() + AHEAD_MS);
  const times = { sentAt: null, nextAttemptAt: inADay, lockedUntil: inADay };
  for (const mail of await readMails(site, id)) {
    await updateRows(site.db, 'outboxMails', { id: mail.id }, { status: 'pending', ...times });
  }
  return id;
}

describe(
  'the clock of the application',
  { retry: RETRY, timeout: IS_LONG ? 600_000 : 120_000 },
  () => {
    it('may be set back an hour and ahead a day under load: nothing is lost, sent twice or stuck', async () => {
      const site = await start();
      const { place, db, clock, mailServer } = site;
      await runUnderLoad({
        fault: 'clock of the application an hour back, a day ahead, right again',
        rounds: ROUNDS,
        place,
        load: { senders: 1 },
        hasVisitors: true,
        async breakAndMend(_load, round) {
          const begun = await begin(site);
          await clock.moveTo(new Date(Date.now() + stepOf(round)));
          const since = performance.now();
          await expectToGoOn(site, begun);
          await expectRightDeadline(site);
          return { since };
        },
      });
      const pending = () =>
        db.selectFrom('outboxMails').select('id').where('status', '=', 'pending').execute();
      await expect.poll(pending, { timeout: 60_000, interval: 500 }).toEqual([]);
      const outbox = await db.selectFrom('outboxMails').select(['kind', 'status']).execute();
      expect(outbox.filter(({ status }) => status !== 'sent')).toEqual([]);
      expect(outbox.filter(({ kind }) => kind === 'promise.reminder')).toEqual([]);
      expect(expectMailsOnce(mailServer)).toBe(outbox.length);
    });

    it('leaves no limit and no lease behind that outlives it', async () => {
      const site = await start();
      const { place, clock } = site;
      await clock.moveTo(new Date(Date.now() + AHEAD_MS));
      const address = '203.0.113.2';
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        expect((await signIn(place.port, 'wrong-password-here', address)).status).toBe(401);
      }
      await clock.moveTo(new Date());
      const limited = await signIn(place.port, SITE_PASSWORD, address);
      expect(limited.status).toBe(429);
      expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(HOUR_MS / 1_000);
      await expectSent(site, await leaveLease(site));
    });
  },
);

/** The database and the application on one machine, whose clock is set. */
async function startOnMachine() {
  const [mailServer, folder] = [await startHoldingServer(), await makeClockDir()];
  const [clock, faketime] = [createMovingClock(folder), createFaketime(folder)];
  const postgres = await startOwnPostgres(faketime.environment);
  onTestFinished(() => postgres.remove());
  const { db, destroy } = createDatabase({ connection: postgres.url, poolSize: 2 });
  onTestFinished(destroy);
  const place = await startTestPlace({
    ...clock.environment,
    ...mailSettings(mailServer.url),
    DATABASE_URL: postgres.url,
    SAMPLE_CONTENT: 'on',
    LOG_LEVEL: 'debug',
  });
  async function moveBy(ms: number): Promise<void> {
    faketime.moveBy(ms);
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
      await expectCreated(postMessage(place.port, buildUniqueMessage(address)));
    }

    /** Tries that were recorded with the time of the next one. */
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
      await expect.poll(() => mailServer.mailsTo(address), SOON).toBe(1);
    }

    await runUnderLoad({
      fault: 'clock of database and application an hour back, a day ahead, right again',
      rounds: ROUNDS,
      place,
      load: { senders: 1 },
      hasVisitors: true,
      async breakAndMend(_load, round) {
        await moveBy(stepOf(round));
        const since = performance.now();
        await removeExpiredUploads(place, db);
        const address = `${randomUUID()}@visitor.example`;
        await sendFrom(address);
        await expectMail(address);
        // The next attempt was scheduled by the old clock.
        if (late !== null) await expectMail(late);
        const next = `${randomUUID()}@visitor.example`;
        mailServer.defer(next);
        await sendFrom(next);
        await expect.poll(() => readTries(next), SOON).toBe(1);
        late = stepOf(round) === AHEAD_MS ? next : null;
        return { since };
      },
    });
    expectMailsOnce(mailServer);
  });
});
