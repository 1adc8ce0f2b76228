import { randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { simpleParser } from 'mailparser';
import type { SMTPServerSession } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { mailSettings, makeTestDatabase, startTestPlace } from '#tests/faults/place.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { type EnquiryLoad, startEnquiryLoad } from './enquiry-load.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

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

const MAX_ROUND_MS = 10_000;
/** For the acceptance of a mail to arrive. */
const ACCEPTANCE_MS = 50;
const TEAM = 'team@vitrin.example';

/** Ends a command of the mail server after some work, which fails when half a mail arrives. */
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
  /** By recipient, since the last start. */
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
  onTestFinished(() => server.stop());
  return { url: server.url, received, steps };
}

/** Where a kill is meant to hit: when the `countdown`-th receipt reaches a step. */
type Target = { step: Step; countdown: number; kill: () => void };

/** A site whose mail server can have it killed at a step. */
async function startAimed() {
  const { db, url } = await makeTestDatabase();
  let target: Target | null = null;
  let unlock = () => Promise.resolve();

  async function handleStep(step: Step, id: string): Promise<void> {
    if (target?.step !== step || (target.countdown -= 1) > 0) return;
    const { kill } = target;
    target = null;
    if (step === 'accepted') {
      unlock = await lockMail(db, id);
      setTimeout(kill, ACCEPTANCE_MS);
      return;
    }
    kill();
    // The process is gone.
    await new Promise(() => undefined);
  }

  const server = await startWatchingServer(handleStep);
  const place = await startTestPlace({ DATABASE_URL: url, ...mailSettings(server.url) });
  return {
    place,
    db,
    server,
    async reach(step: Step): Promise<void> {
      const { promise: reached, resolve: kill } = Promise.withResolvers<void>();
      target = { step, countdown: randomInt(1, 5), kill };
      await Promise.race([reached, pause(MAX_ROUND_MS, undefined, { ref: false })]);
    },
    unlock: () => unlock(),
  };
}

type Aimed = Awaited<ReturnType<typeof startAimed>>;

/** Keeps the result of a mail from being recorded until the returned function is called. */
async function lockMail(db: Kysely<DB>, messageId: string): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute();
  await sql`select 1 from outbox_mails where message_id = ${messageId} for update`.execute(
    transaction,
  );
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

/** Kills the process at a step, has its leases run out, and starts it again; returns how far the receipts that it left had come. */
async function killAt(step: Step, aimed: Aimed, load: EnquiryLoad): Promise<Step[]> {
  const { place, db, server } = aimed;
  await (step === 'committed' ? load.untilAcknowledged(randomInt(1, 16)) : aimed.reach(step));
  await place.process.end('SIGKILL');
  await endConnections(db);
  await aimed.unlock();
  const left = await db
    .selectFrom('outboxMails')
    .select(['recipient', 'attempts'])
    .where('status', '=', 'pending')
    .where('recipient', '<>', 'team')
    .execute();
  const steps = left.map(
    ({ recipient, attempts }) =>
      server.steps.get(recipient) ?? (attempts === 0 ? 'committed' : 'taken'),
  );
  await sql`update outbox_mails set locked_until = now() where locked_until is not null`.execute(
    db,
  );
  server.steps.clear();
  await place.start();
  return steps;
}

/** Each stored enquiry must have one receipt and one notice, or recognisable repetitions of them. */
async function verifyMails({ place, db, server }: Aimed, load: EnquiryLoad) {
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir: place.dataDir });
  const mailbox = Map.groupBy(server.received, ({ id }) => id);
  const columns = ['messageId', 'recipient', 'kind', 'status'] as const;
  const mails = await readRows(db, 'outboxMails', columns);
  for (const { messageId, recipient, kind, status } of mails) {
    const [mail] = mailbox.get(messageId ?? '') ?? [];
    const isThere = mail?.to === (recipient === 'team' ? TEAM : recipient);
    if (status !== 'sent' || !isThere) problems.push(`${messageId}: ${kind} is ${status}`);
  }
  if (mails.length !== 2 * outcome.acknowledged) problems.push(`${mails.length} mails to send`);
  if (mailbox.size !== mails.length) problems.push(`${mailbox.size} different mails arrived`);
  const repeated = [...mailbox.values()].filter(({ length }) => length > 1).length;
  return { outcome: { ...outcome, halfDone: problems.length }, problems, repeated };
}

describe('kill -9 on the way of the mails', { retry: RETRY }, () => {
  it(
    'leaves each enquiry with one receipt, whatever step it hits',
    { timeout: IS_LONG ? 1_800_000 : 120_000 },
    async () => {
      const rounds = roundsOf({ short: STEPS.length, long: 100 });
      const aimed = await startAimed();
      const { place, db } = aimed;
      const load = startEnquiryLoad({
        port: place.port,
        senders: 4,
        maxFileBytes: 2_000,
        pauseMs: 15,
      });
      const left: Step[] = [];
      const recoveryMs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await load.untilAcknowledged(1);
        const since = performance.now();
        left.push(...(await killAt(STEPS[round % STEPS.length] ?? 'committed', aimed, load)));
        recoveryMs.push(await load.recovery(since));
      }
      await load.stop();
      const readPending = () => readRows(db, 'outboxMails', ['id'], { status: 'pending' });
      await expect.poll(readPending, { timeout: 60_000, interval: 50 }).toEqual([]);
      expect(await place.process.end('SIGTERM')).toBe(0);
      const { outcome, problems, repeated } = await verifyMails(aimed, load);
      const count = (step: Step) => left.filter((each) => each === step).length;
      const where = STEPS.map((step) => `${count(step)} ${STEP_LABELS[step]}`).join(', ');
      await recordFault({
        fault: 'kill -9 between the commit of an enquiry and the record of its receipt',
        rounds,
        ...outcome,
        recoveryMs,
        remark: `receipts left at the kills: ${where}; ${repeated} mails came again with the same Message-ID`,
      });
      expect(problems).toEqual([]);
      for (const step of STEPS) {
        expect(count(step), `receipts that were ${STEP_LABELS[step]}`).toBeGreaterThan(0);
      }
      expect(repeated, 'mails that came twice: kills after DATA').toBeGreaterThan(0);
    },
  );
});
