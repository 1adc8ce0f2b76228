import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { simpleParser } from 'mailparser';
import type { SMTPServerSession } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';

/** How far a receipt had come when the process was killed. */
const STEPS = ['committed', 'taken', 'addressed', 'received', 'accepted'] as const;
type Step = (typeof STEPS)[number];

const STEP_LABELS: Record<Step, string> = {
  committed: 'committed',
  taken: 'taken',
  addressed: 'before DATA',
  received: 'after DATA',
  accepted: 'accepted but not recorded',
};

type Enquiry = { key: string; email: string; isOrder: boolean; isAcknowledged: boolean };

const CLIENTS = 4;
const MAX_ROUND_MS = 10_000;
/** Until at least one more mail is delivered. */
const MAX_DELIVERY_MS = 60_000;
/** For the acceptance of a mail to arrive. */
const ACCEPTANCE_MS = 50;
const TEAM = 'team@vitrin.example';
const FEATURES = {
  serviceType: 'Business Dashboards',
  desiredFeatures: ['Advanced Analytics'],
  estimatedBudget: '5k-15k',
  targetTimeline: '60-days',
  requiredLanguages: ['English'],
  termsAccepted: true,
  fileUrls: [],
};

function makeEnquiry(): Enquiry {
  const key = randomUUID();
  return {
    key,
    email: `${key}@visitor.example`,
    isOrder: randomInt(3) === 0,
    isAcknowledged: false,
  };
}

async function submit(url: string, enquiry: Enquiry): Promise<void> {
  const { key, email, isOrder } = enquiry;
  const text = `An enquiry whose receipt must arrive, whatever happens: ${key}`;
  const response = await fetch(`${url}/api/${isOrder ? 'submit-order' : 'contact-messages'}`, {
    method: 'POST',
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(
      isOrder
        ? { ...FEATURES, fullName: `Visitor ${key}`, email, projectDescription: text }
        : { name: `Visitor ${key}`, email, message: text },
    ),
  });
  const body = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${body}`);
  enquiry.isAcknowledged = true;
}

/** Says what a mail server says after some work; half of a mail is none. */
async function respond(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  const failure = await work.then(
    () => null,
    (error: unknown) => new Error('not received', { cause: error }),
  );
  done(failure);
}

/** A mail server that tells how far each receipt has come, and waits there for `onStep`. */
async function startWatchingServer(onStep: (step: Step, id: string) => Promise<void>) {
  const received: { id: string; to: string }[] = [];
  /** Of receipts by their recipient, since the last start. */
  const steps = new Map<string, Step>();

  async function reach(step: Step, recipient: string, messageId = ''): Promise<void> {
    if (recipient === TEAM) return;
    steps.set(recipient, step);
    await onStep(step, messageId);
  }

  async function receive(stream: Readable, envelope: SMTPServerSession['envelope']): Promise<void> {
    const [{ address: to } = { address: '' }] = envelope.rcptTo;
    const { messageId = '' } = await simpleParser(await buffer(stream));
    received.push({ id: messageId, to });
    await reach('received', to, messageId);
    await reach('accepted', to, messageId);
  }

  const server = await startMailServer({
    onConnect: (_session, done) => void respond(onStep('taken', ''), done),
    onRcptTo: ({ address }, _session, done) => void respond(reach('addressed', address), done),
    onData: (stream, { envelope }, done) => void respond(receive(stream, envelope), done),
  });
  return { ...server, received, steps };
}

/** Where a kill is meant to hit: when the `countdown`-th receipt reaches a step. */
type Target = { step: Step; countdown: number; kill: () => void };

type Run = {
  url: string;
  db: Kysely<DB>;
  server: Awaited<ReturnType<typeof startWatchingServer>>;
  start: () => Promise<SiteProcess>;
  aim: (target: Target | null) => void;
  /** Lets go of the row whose result was not to be recorded. */
  unlock: () => Promise<void>;
};

/** Starts everything, and has the leases of the last process run out at each start. */
async function prepare(): Promise<Run & { stop: () => Promise<void> }> {
  const database = await createTestDatabase();
  const dataDir = await makeDataDir();
  const port = await freePort();
  let target: Target | null = null;
  let unlock = () => Promise.resolve();

  async function handleStep(step: Step, id: string): Promise<void> {
    if (target?.step !== step || (target.countdown -= 1) > 0) return;
    const { kill } = target;
    target = null;
    if (step === 'accepted') {
      unlock = await lockMail(database.db, id);
      setTimeout(kill, ACCEPTANCE_MS);
      return;
    }
    kill();
    // Nobody is there to go on with.
    await new Promise(() => undefined);
  }

  const server = await startWatchingServer(handleStep);
  return {
    url: `http://127.0.0.1:${port}`,
    db: database.db,
    server,
    async start() {
      await database.db
        .updateTable('outboxMails')
        .set({ lockedUntil: sql<Date>`now()` })
        .where('lockedUntil', 'is not', null)
        .execute();
      server.steps.clear();
      return startSite({
        port,
        dataDir,
        environment: {
          DATABASE_URL: database.url,
          SAMPLE_CONTENT: 'off',
          SMTP_URL: server.url,
          MAIL_FROM: 'hello@vitrin.example',
          NOTIFY_EMAIL: TEAM,
        },
      });
    },
    aim: (next) => (target = next),
    unlock: () => unlock(),
    async stop() {
      await server.stop();
      await database.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Keeps the result of a mail from being recorded until the returned function is called. */
async function lockMail(db: Kysely<DB>, messageId: string): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute();
  await transaction
    .selectFrom('outboxMails')
    .select('id')
    .where('messageId', '=', messageId)
    .forUpdate()
    .execute();
  return async () => {
    if (!transaction.isCommitted) await transaction.commit().execute();
  };
}

/** Ends what the jobs of the killed process had begun in the database: what waits there would go on without them. */
async function endConnections(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isEnded: boolean }>`
      select pg_terminate_backend(pid) as is_ended from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'vitrin-jobs'
    `.execute(db);
    if (rows.length === 0) return;
    await pause(5);
  }
}

async function waitFor<T>(what: Promise<T>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([what, pause(ms, undefined, timer).catch(() => undefined)]);
  timer.abort();
}

type Counts = Record<Step, number>;

/** One life of the process: visitors submit until it is killed at the step. Counts the receipts that it left behind, by how far they had come. */
async function runRound(
  { url, db, server, start, aim, unlock }: Run,
  { step, enquiries, counts }: { step: Step; enquiries: Enquiry[]; counts: Counts },
): Promise<{ problems: string[]; recoveryMs: number }> {
  const problems: string[] = [];
  const startedAt = performance.now();
  const site = await start();
  let recoveryMs: number | null = null;
  const over = new AbortController();
  const { promise: reached, resolve: kill } = Promise.withResolvers<void>();
  aim(step === 'committed' ? null : { step, countdown: randomInt(1, 5), kill });

  async function keepSubmitting(): Promise<void> {
    while (!over.signal.aborted) {
      const enquiry = makeEnquiry();
      enquiries.push(enquiry);
      try {
        await submit(url, enquiry);
        recoveryMs ??= performance.now() - startedAt;
        if (step === 'committed' && randomInt(8) === 0) kill();
      } catch (error) {
        if (!over.signal.aborted && !(error instanceof TypeError)) problems.push(String(error));
      }
      await pause(randomInt(30));
    }
  }

  const clients = Array.from({ length: CLIENTS }, keepSubmitting);
  await waitFor(reached, MAX_ROUND_MS);
  over.abort();
  await site.end('SIGKILL');
  await Promise.all(clients);
  await endConnections(db);
  await unlock();
  const left = await db
    .selectFrom('outboxMails')
    .select(['recipient', 'lockedUntil', 'lastAttemptAt', 'attempts'])
    .where('status', '=', 'pending')
    .where('recipient', '<>', 'team')
    .execute();
  for (const { recipient, attempts } of left) {
    counts[server.steps.get(recipient) ?? (attempts === 0 ? 'committed' : 'taken')] += 1;
  }
  if (recoveryMs === null) problems.push('nothing was acknowledged in a round');
  return { problems, recoveryMs: recoveryMs ?? 0 };
}

/** Visitors without a response try again, or some do not; then the last process delivers what is left. */
async function finish({ url, db, start }: Run, enquiries: readonly Enquiry[]): Promise<string[]> {
  const problems: string[] = [];
  const site = await start();
  for (const [index, enquiry] of enquiries.filter((it) => !it.isAcknowledged).entries()) {
    if (index % 2 === 0) {
      await submit(url, enquiry).catch((error: unknown) =>
        problems.push(`again: ${String(error)}`),
      );
    }
  }
  let left = Infinity;
  let until = 0;
  for (;;) {
    const { count } = await db
      .selectFrom('outboxMails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (count === 0) break;
    if (count < left) until = performance.now() + MAX_DELIVERY_MS;
    else if (performance.now() > until) {
      problems.push(`${count} mails are still pending`);
      break;
    }
    left = count;
    await pause(50);
  }
  await site.end('SIGTERM');
  return problems;
}

type Mailbox = Map<string, { to: string; times: number }>;

function sortMails(received: Run['server']['received']): Mailbox {
  const mailbox: Mailbox = new Map();
  for (const { id, to } of received) {
    mailbox.set(id, { to, times: (mailbox.get(id)?.times ?? 0) + 1 });
  }
  return mailbox;
}

/** Each stored enquiry must have one receipt and one notice, or recognisable repetitions of them. */
async function verify({ db }: Run, mailbox: Mailbox, enquiries: readonly Enquiry[]) {
  const [orders, messages, mails] = await Promise.all([
    db.selectFrom('orders').select('email').execute(),
    db.selectFrom('contactMessages').select('email').execute(),
    db.selectFrom('outboxMails').select(['messageId', 'recipient', 'kind', 'status']).execute(),
  ]);
  const stored = [...orders, ...messages].map(({ email }) => email);
  const receipts = [...mailbox.values()].map(({ to }) => to);
  const counted = enquiries.map(({ email, isAcknowledged }) => ({
    isAcknowledged,
    times: stored.filter((each) => each === email).length,
    receipts: receipts.filter((to) => to === email).length,
  }));
  const acknowledged = counted.filter(({ isAcknowledged }) => isAcknowledged);
  const problems = mails.flatMap(({ messageId, recipient, kind, status }) => {
    const isThere = mailbox.get(messageId ?? '')?.to === (recipient === 'team' ? TEAM : recipient);
    return status === 'sent' && isThere ? [] : [`${messageId}: ${kind} is ${status}`];
  });
  if (mails.length !== 2 * stored.length) problems.push(`${mails.length} mails in the outbox`);
  if (mailbox.size !== mails.length) problems.push(`${mailbox.size} different mails arrived`);
  return {
    acknowledged: acknowledged.length,
    found: acknowledged.filter((it) => it.times > 0 && it.receipts > 0).length,
    doubled: counted.filter((it) => it.times > 1 || it.receipts > 1).length,
    halfDone: counted.filter((it) => it.times > 0 !== it.receipts > 0).length + problems.length,
    problems,
  };
}

describe('kill -9 on the way of the mails', { retry: RETRY }, () => {
  it(
    'leaves each enquiry with one receipt, whatever step it hits',
    { timeout: IS_LONG ? 1_800_000 : 120_000 },
    async () => {
      const rounds = roundsOf({ short: STEPS.length, long: 100 });
      const run = await prepare();
      onTestFinished(() => run.stop());
      const enquiries: Enquiry[] = [];
      const counts: Counts = { committed: 0, taken: 0, addressed: 0, received: 0, accepted: 0 };
      const recoveryMs: number[] = [];
      const problems: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const step = STEPS[round % STEPS.length] ?? 'committed';
        const result = await runRound(run, { step, enquiries, counts });
        recoveryMs.push(result.recoveryMs);
        problems.push(...result.problems);
      }
      problems.push(...(await finish(run, enquiries)));
      const mailbox = sortMails(run.server.received);
      const { problems: found, ...outcome } = await verify(run, mailbox, enquiries);
      const repeated = [...mailbox.values()].filter(({ times }) => times > 1).length;
      const where = STEPS.map((step) => `${counts[step]} ${STEP_LABELS[step]}`).join(', ');
      await recordFault({
        fault: 'kill -9 between the commit of an enquiry and the record of its receipt',
        rounds,
        ...outcome,
        recoveryMs,
        remark: `receipts left at the kills: ${where}; ${repeated} mails came again with the same Message-ID`,
      });
      expect([...problems, ...found]).toEqual([]);
      for (const step of STEPS) {
        expect(counts[step], `receipts that were ${STEP_LABELS[step]}`).toBeGreaterThan(0);
      }
      expect(repeated, 'mails that came twice: kills after DATA').toBeGreaterThan(0);
    },
  );
});
