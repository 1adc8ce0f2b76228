import { Logger, parseCronItems, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger as Log } from 'pino';
import type { ServiceContext } from '../context.ts';
import { JOBS, type JobName } from './catalog.ts';
import { handleRemoveUnclaimedAttachments } from './handlers/remove-unclaimed-attachments.ts';

type Handler = (ctx: ServiceContext, payload: unknown) => Promise<void>;

const HANDLERS: Record<JobName, Handler> = {
  'orders.remove-unclaimed-attachments': handleRemoveUnclaimedAttachments,
};

type Options = { pool: Pool; log: Log; contextOf: (job: JobName) => ServiceContext };

/** Runs the jobs of the catalog in this process; several processes share the work through the database. */
export async function startJobs({
  pool,
  log,
  contextOf,
}: Options): Promise<{ stop(): Promise<void> }> {
  const names = Object.keys(JOBS) as JobName[];
  let isStopping = false;
  const logLoss = (error: Error) => {
    if (!isStopping)
      log.warn({ error, part: 'jobs' }, 'a database connection of the jobs was lost');
  };
  // The worker asks for both: one for idle connections, one for those in use.
  pool.on('error', logLoss);
  pool.on('connect', (client) => void client.on('error', logLoss));
  const runner = await run({
    pgPool: pool,
    schema: 'jobs',
    concurrency: 1,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      names.map((name) => [name, (payload: unknown) => HANDLERS[name](contextOf(name), payload)]),
    ),
    parsedCronItems: parseCronItems(
      names.map((name) => ({ task: name, match: JOBS[name].cron, identifier: name })),
    ),
    logger: new Logger(() => (level, message) => {
      if (isStopping) return;
      if (level === 'error') log.error({ part: 'jobs' }, message);
      else if (level === 'warning') log.warn({ part: 'jobs' }, message);
      else log.debug({ part: 'jobs' }, message);
    }),
  });
  // Its end by itself is a failure that the log has; nothing else waits for this promise.
  runner.promise.catch((error: unknown) => log.error({ error, part: 'jobs' }, 'jobs have stopped'));
  return {
    stop() {
      isStopping = true;
      return runner.stop();
    },
  };
}
