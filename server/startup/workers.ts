import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import type { Registry } from 'prom-client';
import type { DatabaseConnection } from '#server/db/client.ts';
import { readSchemaVersion } from '#server/db/schema-version.ts';
import { forwardLines, toStandardError, toStandardOutput } from '#server/http/log-output.ts';
import { countDroppedLines, type ProcessMetrics } from '#server/http/metrics.ts';
import { LIMITS } from '#server/limits.ts';
import { loadMailDrawing } from './application.ts';
import type { Site } from './site.ts';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.ts';

type Options = {
  count: number;
  log: Log;
  registry: Registry;
  /** No worker serves and none can be started again; called once, with why. */
  onGivenUp: (reason: string) => void;
};

/** How a worker came to its end; `reason` is what it said itself. */
type End = { cause: string; reason: string | null; wasReady: boolean };

const FIRST_RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const MAX_FAILED_STARTS = 6;
const METRICS_TIMEOUT_MS = 1_000;
const HEARTBEAT_MS = 1_000;
/** Of a worker that serves; a frozen one is replaced within 10 s. Beats are counted, because the whole machine may have slept. */
const MAX_MISSED_BEATS = 6;
/** Loading holds a worker up, the longer the more of them load at once. */
const MAX_MISSED_BEATS_AT_START = 60;

/** For the workers to hand on what they have not taken when they are told to stop. */
const UNTAKEN_MS = 1_000;

/** A worker that has fallen is started again at once, and later each time it falls soon after. */
function restartDelay(fallsInARow: number): number {
  if (fallsInARow === 0) return 0;
  return Math.min(FIRST_RESTART_DELAY_MS * 2 ** (fallsInARow - 1), MAX_RESTART_DELAY_MS);
}

function notify(worker: Worker, message: PrimaryMessage): void {
  // One that has just ended says so itself.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/**
 * Node hands each worker one connection after the other, and forgets the one that a worker has not taken when it dies or stops: whoever sent it would wait
 * until they give up. Returns how to close it here; one that was taken is the worker's own by then.
 */
function followUntaken(child: Worker['process']): () => void {
  let latest: { close?: () => void } | undefined;
  child.send = new Proxy(child.send.bind(child), {
    apply(send, self, args: Parameters<typeof child.send>) {
      const [, handle] = args;
      if (typeof handle === 'object') latest = handle as typeof latest;
      return Reflect.apply(send, self, args);
    },
  });
  return () => latest?.close?.();
}

/** The site in several processes behind one port. They load at once, and a fallen one is replaced until the site stops. */
export function forkWorkers({ count, log, registry: own, onGivenUp }: Options): Site {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: join(import.meta.dirname, 'worker.ts'),
    args: [],
    // Never the same output as this process: what one does to it, such as ending, would make the writing of the others wait.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const schemaVersion = readSchemaVersion();
  countDroppedLines(own);
  const stopping = new AbortController();
  const { signal } = stopping;
  // bounded by the number of workers; each with what closes its untaken connection
  const running = new Map<Worker, () => void>();
  // bounded by the number of workers
  const ready = new Set<Worker>();
  const database = Promise.withResolvers<DatabaseConnection>();
  const started = Promise.withResolvers<number>();
  let port = 0;
  // The call of `serve` reports it.
  started.promise.catch(() => undefined);
  let isStarted = false;
  let isGivenUp = false;
  let lastId = 0;
  // bounded by the number of workers, which each response once
  const metricsOf = new Map<number, (metrics: ProcessMetrics) => void>();
  // bounded by the number of workers
  const places = new Set<Promise<void>>();
  /** Workers whose place another one has taken. */
  const replaced = new WeakSet<Worker>();
  let replacing: Promise<void> | null = null;

  function recordReady(worker: Worker, itsPort: number): void {
    ready.add(worker);
    // Any free one, when the first worker was asked for port 0.
    port = itsPort;
    log.info({ worker: worker.id, pid: worker.process.pid }, 'a worker is ready');
    if (ready.size < count) return;
    isStarted = true;
    started.resolve(port);
  }

  function runWorker(onReady: () => void): { worker: Worker; ended: Promise<End> } {
    const worker = cluster.fork();
    const closeUntaken = followUntaken(worker.process);
    running.set(worker, closeUntaken);
    worker.process.once('exit', closeUntaken);
    const { stdout, stderr } = worker.process;
    if (stdout) forwardLines(stdout, toStandardOutput());
    if (stderr) forwardLines(stderr, toStandardError());
    let reason: string | null = null;
    void database.promise.then((connection) =>
      notify(worker, { type: 'serve', connection, port, schemaVersion }),
    );
    const heart = watchHeartbeat(worker);
    worker.on('message', (message: WorkerMessage) => {
      heart.beat();
      if (message.type === 'ready') {
        recordReady(worker, message.port);
        onReady();
      } else if (message.type === 'failed') ({ reason } = message);
      else if (message.type === 'figures') metricsOf.get(message.id)?.(message.metrics);
      else if (message.type === 'ask-figures') void sendMetricsOfAll(worker, message.id);
    });
    const ended = new Promise<End>((resolve) => {
      const end = (cause: string) => {
        heart.stop();
        running.delete(worker);
        resolve({ cause, reason, wasReady: ready.delete(worker) });
      };
      worker.once('error', (error) => end(error.message));
      // Not 'exit': by now everything that it printed has been passed on.
      worker.process.once('close', (code: number | null, killedBy: string | null) =>
        end(heart.isFrozen() ? 'frozen' : (killedBy ?? `exit code ${code}`)),
      );
    });
    return { worker, ended };
  }

  /** Kills a worker that is stopped or does not come out of a loop: it says nothing any more, and would never end. */
  function watchHeartbeat(worker: Worker) {
    let missed = 0;
    let isFrozen = false;
    const timer = setInterval(() => {
      missed += 1;
      isFrozen ||= missed >= (ready.has(worker) ? MAX_MISSED_BEATS : MAX_MISSED_BEATS_AT_START);
      if (isFrozen) worker.process.kill('SIGKILL');
      else notify(worker, { type: 'ping' });
    }, HEARTBEAT_MS);
    return {
      beat: () => void (missed = 0),
      isFrozen: () => isFrozen,
      stop: () => clearInterval(timer),
    };
  }

  /** Keeps one worker running. A `successor` that does not come to serve ends this instead of the site. */
  async function keepWorker(successor?: PromiseWithResolvers<void>): Promise<void> {
    let isOnTrial = successor !== undefined;
    let falls = 0;
    let failedStarts = 0;
    while (!signal.aborted) {
      const since = performance.now();
      const { worker, ended } = runWorker(() => {
        isOnTrial = false;
        successor?.resolve();
      });
      const { cause, reason, wasReady } = await ended;
      const why = reason ?? `A worker ended before it could serve: ${cause}.`;
      if (isOnTrial) return successor?.reject(new Error(why));
      if (signal.aborted || replaced.has(worker)) return;
      if (!isStarted && !wasReady) return started.reject(new Error(why));
      failedStarts = wasReady ? 0 : failedStarts + 1;
      if (failedStarts >= MAX_FAILED_STARTS && ready.size === 0) return giveUp(why);
      if (performance.now() - since > HEALTHY_AFTER_MS) falls = 0;
      const restartInMs = restartDelay(falls);
      falls += 1;
      log.error({ cause, reason, restartInMs }, 'a worker has ended and will be started again');
      await pause(restartInMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A worker goes once its successor serves; if that never serves, all stay as they are. */
  async function replace(worker: Worker): Promise<void> {
    const successor = Promise.withResolvers<void>();
    replaced.add(worker);
    places.add(keepWorker(successor));
    try {
      await successor.promise;
    } catch (error) {
      replaced.delete(worker);
      if (!running.has(worker)) places.add(keepWorker());
      throw error;
    }
    const gone = once(worker.process, 'close');
    if (!running.has(worker)) return;
    notify(worker, { type: 'stop' });
    await gone;
  }

  async function replaceEach(): Promise<void> {
    log.info('replacing the workers one after the other');
    const former = Array.from(ready);
    try {
      for (const worker of former) {
        if (ready.has(worker) && !signal.aborted) await replace(worker);
      }
      log.info('all workers have been replaced');
    } catch (error) {
      if (!signal.aborted) log.error({ error }, 'the other workers stay: a new one cannot serve');
    }
  }

  function giveUp(why: string): void {
    if (isGivenUp) return;
    isGivenUp = true;
    onGivenUp(why);
  }

  async function sendMetricsOfAll(asker: Worker, id: number): Promise<void> {
    const metrics = await Promise.all([
      own.getMetricsAsJSON(),
      ...[...ready].map((worker) => requestMetrics(worker)),
    ]);
    notify(asker, { type: 'figures-of-all', id, metrics: metrics.filter((each) => each !== null) });
  }

  /** Null from a worker that does not respond in time. */
  async function requestMetrics(worker: Worker): Promise<ProcessMetrics | null> {
    lastId += 1;
    const id = lastId;
    const completed = new Promise<ProcessMetrics>((resolve) => metricsOf.set(id, resolve));
    notify(worker, { type: 'send-figures', id });
    const tooLate = pause(METRICS_TIMEOUT_MS, null, { ref: false });
    return Promise.race([completed, tooLate]).finally(() => metricsOf.delete(id));
  }

  for (let place = 0; place < count; place += 1) places.add(keepWorker());

  return {
    serve(connection, wantedPort) {
      port = wantedPort;
      database.resolve(connection);
      return started.promise;
    },
    loadMailDrawing,
    replaceWorkers() {
      replacing ??= replaceEach().finally(() => {
        replacing = null;
      });
      return replacing;
    },
    async stop() {
      stopping.abort();
      for (const worker of running.keys()) notify(worker, { type: 'stop' });
      const untaken = setTimeout(() => {
        for (const closeUntaken of running.values()) closeUntaken();
      }, UNTAKEN_MS);
      const cut = setTimeout(() => {
        for (const worker of running.keys()) worker.process.kill('SIGKILL');
      }, LIMITS.workersShutdown);
      await Promise.all(places);
      clearTimeout(untaken);
      clearTimeout(cut);
    },
  };
}
