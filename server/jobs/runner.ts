import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#server/lib/log.ts';
import type { ServiceContext } from '#server/context.ts';
import { JOBS, type JobName, type JobSettings, SCHEDULED } from './catalog.ts';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

type Options = {
  pool: Pool;
  log: Log;
  contextOf: (job: JobName) => ServiceContext;
  settings: JobSettings;
};

/** One more than what may be held up by somebody else's server. */
const CONCURRENCY = 2;

/**
 * Runs the jobs of the catalog in this process; several processes share the work through the database. While the database is away
 * they are started again and again, with growing pauses.
 */
export function startJobs({ pool, log: parentLog, contextOf, settings }: Options): {
  stop(): Promise<void>;
} {
  const log = parentLog.child({ part: 'jobs' });
  const stopping = new AbortController();
  const { signal } = stopping;
  const names = Object.keys(JOBS) as JobName[];
  let runner: Runner | null = null;

  const logLoss = (error: Error) => {
    if (!signal.aborted) log.warn({ error }, 'a database connection of the jobs was lost');
  };
  // The worker asks for both: one for idle connections, one for those in use.
  pool.on('error', logLoss);
  pool.on('connect', (client) => void client.on('error', logLoss));

  async function runOnce(): Promise<void> {
    runner = await run({
      pgPool: pool,
      schema: 'jobs',
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      taskList: Object.fromEntries(
        names.map((name) => [
          name,
          (payload: unknown) => JOBS[name].run(contextOf(name), payload, settings),
        ]),
      ),
      parsedCronItems: parseCronItems(
        SCHEDULED.map(([name, match]) => ({ task: name, match, identifier: name })),
      ),
      logger: new Logger(() => (level, message) => {
        if (signal.aborted) return;
        if (level === 'error') log.error(message);
        else if (level === 'warning') log.warn(message);
        else log.debug(message);
      }),
    });
    if (signal.aborted) await runner.stop();
    await runner.promise;
  }

  async function keepRunning(): Promise<void> {
    for (let wait = MIN_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      const started = performance.now();
      try {
        await runOnce();
      } catch (error) {
        if (!signal.aborted)
          log.error({ error }, 'the jobs have stopped and will be started again');
      }
      if (performance.now() - started > MAX_RETRY_MS) wait = MIN_RETRY_MS;
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  const finished = keepRunning();
  return {
    async stop() {
      stopping.abort();
      // Rejected when it has ended automatically already.
      await runner?.stop().catch(() => undefined);
      await finished;
    },
  };
}
