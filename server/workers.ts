import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DatabaseConnection } from './db/client.ts';
import type { Figures } from './http/metrics.ts';
import { LIMITS } from './limits.ts';
import type { Site } from './site.ts';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.ts';

type Options = {
  count: number;
  log: Logger;
  /** No worker serves and none can be started again; called once, with why. */
  onGivenUp: (reason: string) => void;
};

/** How a worker came to its end; `reason` is what it said itself. */
type End = { cause: string; reason: string | null; wasReady: boolean };

const FIRST_RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const MOST_FAILED_STARTS = 6;
const FIGURES_TIMEOUT_MS = 1_000;

/** A worker that has fallen is started again at once, and later each time it falls soon after. */
function restartDelay(fallsInARow: number): number {
  if (fallsInARow === 0) return 0;
  return Math.min(FIRST_RESTART_DELAY_MS * 2 ** (fallsInARow - 1), MAX_RESTART_DELAY_MS);
}

function tell(worker: Worker, message: PrimaryMessage): void {
  // One that has just ended says so itself.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** The site in several processes behind one port. They load at once, and a fallen one is replaced until the site stops. */
export function forkWorkers({ count, log, onGivenUp }: Options): Site {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.ts'), args: [] });
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  const database = Promise.withResolvers<DatabaseConnection>();
  const started = Promise.withResolvers<number>();
  let port = 0;
  // The call of `serve` reports it.
  started.promise.catch(() => undefined);
  let isStarted = false;
  let isGivenUp = false;
  let lastId = 0;
  const figuresOf = new Map<number, (figures: Figures) => void>();

  function noteReady(worker: Worker, itsPort: number): void {
    ready.add(worker);
    // Any free one, when the first worker was asked for port 0.
    port = itsPort;
    log.info({ worker: worker.id, pid: worker.process.pid }, 'a worker is ready');
    if (ready.size < count) return;
    isStarted = true;
    started.resolve(port);
  }

  function runWorker(): Promise<End> {
    const worker = cluster.fork();
    running.add(worker);
    let reason: string | null = null;
    void database.promise.then((connection) => tell(worker, { type: 'serve', connection, port }));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'ready') noteReady(worker, message.port);
      else if (message.type === 'failed') ({ reason } = message);
      else if (message.type === 'figures') figuresOf.get(message.id)?.(message.figures);
      else void sendFiguresOfAll(worker, message.id);
    });
    return new Promise((resolve) => {
      const end = (cause: string) => {
        running.delete(worker);
        resolve({ cause, reason, wasReady: ready.delete(worker) });
      };
      worker.once('error', (error) => end(error.message));
      worker.once('exit', (code, killedBy) => end(killedBy ? killedBy : `exit code ${code}`));
    });
  }

  async function keepWorker(): Promise<void> {
    let falls = 0;
    let failedStarts = 0;
    while (!signal.aborted) {
      const since = performance.now();
      const { cause, reason, wasReady } = await runWorker();
      if (signal.aborted) return;
      const why = reason ?? `A worker ended before it could serve: ${cause}.`;
      if (!isStarted && !wasReady) return started.reject(new Error(why));
      failedStarts = wasReady ? 0 : failedStarts + 1;
      if (failedStarts >= MOST_FAILED_STARTS && ready.size === 0) return giveUp(why);
      if (performance.now() - since > HEALTHY_AFTER_MS) falls = 0;
      const restartInMs = restartDelay(falls);
      falls += 1;
      log.error({ cause, reason, restartInMs }, 'a worker has ended and will be started again');
      await pause(restartInMs, undefined, { signal }).catch(() => undefined);
    }
  }

  function giveUp(why: string): void {
    if (isGivenUp) return;
    isGivenUp = true;
    onGivenUp(why);
  }

  async function sendFiguresOfAll(asker: Worker, id: number): Promise<void> {
    const figures = await Promise.all([...ready].map((worker) => askForFigures(worker)));
    tell(asker, { type: 'figures-of-all', id, figures: figures.filter((each) => each !== null) });
  }

  /** Null from a worker that does not answer in time. */
  async function askForFigures(worker: Worker): Promise<Figures | null> {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Figures>((resolve) => figuresOf.set(id, resolve));
    tell(worker, { type: 'send-figures', id });
    const tooLate = pause(FIGURES_TIMEOUT_MS, null, { ref: false });
    return Promise.race([answered, tooLate]).finally(() => figuresOf.delete(id));
  }

  const kept = Array.from({ length: count }, () => keepWorker());

  return {
    serve(connection, wantedPort) {
      port = wantedPort;
      database.resolve(connection);
      return started.promise;
    },
    async stop() {
      stopping.abort();
      for (const worker of running) tell(worker, { type: 'stop' });
      const cut = setTimeout(() => {
        for (const worker of running) worker.process.kill('SIGKILL');
      }, LIMITS.workersShutdown);
      await Promise.all(kept);
      clearTimeout(cut);
    },
  };
}
