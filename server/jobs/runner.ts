import { type Kysely, sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { errorText } from '#server/lib/files.ts';
import type { Log } from '#server/lib/log.ts';
import { DAY_MS, getNextRun, MINUTE_MS } from '#server/lib/schedule.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { LIMITS } from '#server/core/limits.ts';
import { isOver } from '#server/mail/delivery.ts';
import { getRetryDelay } from '#server/mail/retry.ts';
import { type JobName, JOBS } from './catalog.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const REGISTER_MS = 15 * MINUTE_MS;
/** One more than a silent file store can block. */
const CONCURRENCY = 2;
const MAX_ERROR_LENGTH = 1_000;
const NAMES = Object.keys(JOBS) as JobName[];

type Options = {
  db: Kysely<DB>;
  log: Log;
  now: () => Date;
  contextOf: (job: JobName) => ServiceContext;
};

type TakenJob = { name: JobName; attempts: number };

export function startJobs({ db, log: parentLog, now, contextOf }: Options): Loop {
  const log = parentLog.child({ part: 'jobs' });
  // bounded by CONCURRENCY
  const running = new Map<JobName, Promise<void>>();
  let registerAt = 0;

  const getLeaseEnd = () => new Date(now().getTime() + LIMITS.jobLease);

  /** Repeated, since other versions remove jobs they do not know. */
  async function registerJobs(): Promise<void> {
    const rows = NAMES.map((name) => ({ name, dueAt: getNextRun(JOBS[name].schedule, now()) }));
    if (registerAt === 0) {
      await db.deleteFrom('periodicJobs').where('name', 'not in', NAMES).execute();
    }
    await db
      .insertInto('periodicJobs')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    registerAt = now().getTime() + REGISTER_MS;
  }

  async function takeDueJobs(): Promise<TakenJob[]> {
    const { rows } = await sql<TakenJob>`
      update periodic_jobs set due_at = ${getLeaseEnd()}, attempts = attempts + 1
      where name in (
        select name from periodic_jobs
        where name = any(${NAMES.filter((name) => !running.has(name))})
          and ${isOver('due_at', now(), DAY_MS)}
        order by due_at
        limit ${CONCURRENCY - running.size}
        for update skip locked
      )
      returning name, attempts
    `.execute(db);
    return rows;
  }

  async function renewLease({ name, attempts }: TakenJob): Promise<void> {
    await db
      .updateTable('periodicJobs')
      .set({ dueAt: getLeaseEnd() })
      .where('name', '=', name)
      .where('attempts', '=', attempts)
      .execute();
  }

  async function runJob(job: TakenJob): Promise<void> {
    const { name, attempts } = job;
    const row = db.updateTable('periodicJobs').where('name', '=', name);
    const renewal = setInterval(
      () => void renewLease(job).catch(() => undefined),
      LIMITS.jobLease / 3,
    );
    try {
      await JOBS[name].run(contextOf(name));
      const dueAt = getNextRun(JOBS[name].schedule, now());
      await row.set({ dueAt, attempts: 0, lastError: null }).execute();
      log.debug({ job: name }, 'a job has run');
    } catch (error) {
      log.error({ job: name, attempts, error }, 'a job failed and will be tried again');
      const dueAt = new Date(now().getTime() + getRetryDelay('later', attempts));
      const lastError = storableText(errorText(error)).slice(0, MAX_ERROR_LENGTH);
      await row
        .set({ dueAt, lastError })
        .execute()
        .catch(() => undefined);
    } finally {
      clearInterval(renewal);
    }
  }

  const loop = startLoop(
    async () => {
      if (now().getTime() >= registerAt) await registerJobs();
      if (running.size === CONCURRENCY) return;
      for (const job of await takeDueJobs()) {
        running.set(
          job.name,
          runJob(job).finally(() => running.delete(job.name)),
        );
      }
    },
    {
      pollMs: POLL_MS,
      maxPauseMs: MAX_PAUSE_MS,
      onError: (error) => log.warn({ error }, 'due jobs cannot be read'),
    },
  );
  return {
    async stop() {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
