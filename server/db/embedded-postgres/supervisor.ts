import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilReady } from './connect.ts';
import { cleanEndpoint } from './endpoint.ts';
import { errorText } from '#server/lib/files.ts';
import type { Place, ServerTask } from './types.ts';
import {
  findOrphan,
  hasSameCommand,
  type Postmaster,
  shutDown,
  spawnPostmaster,
  type Orphan,
  watchPostmaster,
} from './postmaster.ts';

const ADOPTION_WAIT_MS = 30_000;
const START_WAIT_MS = 120_000;
const LEFTOVER_WAIT_MS = 30_000;
const LEFTOVER_PAUSE_MS = 200;
const FIRST_RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const LOG_TAIL_BYTES = 2_000;

// Backends of a killed postmaster finish their statement before they notice; and a postmaster that
// a process started just before it was killed may show itself only now.
const PASSING_OBSTACLE = /pre-existing shared memory block|lock file "[^"]+" already exists/;

/** Gets a server that is ready: one that an earlier process left behind, or else a new one. */
export async function obtainServer(
  task: ServerTask,
): Promise<{ postmaster: Postmaster; isReattached: boolean }> {
  const deadline = Date.now() + LEFTOVER_WAIT_MS;
  for (;;) {
    const orphan = await findOrphan(task.place.cluster);
    const reattached = orphan && (await reattach(task, orphan));
    if (reattached) return { postmaster: reattached, isReattached: true };
    const started = await startServer(task);
    if (typeof started !== 'string') return { postmaster: started, isReattached: false };
    if (!PASSING_OBSTACLE.test(started) || Date.now() > deadline) {
      throw new Error(`PostgreSQL ended during its start: ${started}`);
    }
    await sleep(LEFTOVER_PAUSE_MS);
  }
}

/** Takes over the server that an earlier process left behind; one that is unfit is stopped. */
async function reattach(task: ServerTask, orphan: Orphan): Promise<Postmaster | undefined> {
  const { place, log } = task;
  const postmaster = await watchPostmaster(orphan.pid);
  // A process that may not be PostgreSQL at all must never be stopped on suspicion.
  const isSame = !orphan.isCertain || (await hasSameCommand(task));
  if (isSame) {
    const readiness = await waitUntilReady(task, postmaster.hasExited, ADOPTION_WAIT_MS);
    if (readiness === 'gone') return undefined;
    if (readiness === 'timeout') {
      throw new Error(
        `PostgreSQL (process ${postmaster.pid}) already runs on ${place.cluster}, but did not ` +
          `answer within ${ADOPTION_WAIT_MS / 1_000} seconds. See ${place.logFile}.`,
      );
    }
    if (place.binaries.version.startsWith(`${readiness.version}.`)) return postmaster;
  }
  log.info(
    { pid: postmaster.pid },
    'Stopping a PostgreSQL that was started by another version or in another way',
  );
  await shutDown(postmaster, place);
  return undefined;
}

/** Starts PostgreSQL and waits until it responds; returns its last words when it ends instead. */
async function startServer(task: ServerTask): Promise<Postmaster | string> {
  const logStart = await stat(task.place.logFile).catch(() => null);
  const postmaster = await spawnPostmaster(task);
  const readiness = await waitForStart(task, postmaster, START_WAIT_MS);
  if (readiness === 'gone') return readLog(task.place, logStart?.size ?? 0);
  if (readiness === 'timeout') {
    throw new Error(
      `PostgreSQL (process ${postmaster.pid}) is not ready after ${START_WAIT_MS / 1_000} ` +
        `seconds and goes on recovering. See ${task.place.logFile}; start again later.`,
    );
  }
  return postmaster;
}

/** Keeps a ready server running until it is stopped. */
export function supervise(task: ServerTask, first: Postmaster) {
  const { place, log } = task;
  const stopRequest = new AbortController();
  const stopRequested = once(stopRequest.signal, 'abort').then(() => undefined);
  let postmaster: Postmaster | undefined = first;
  let isReady = true;
  let readySince = Date.now();
  let delay = FIRST_RESTART_DELAY_MS;

  async function watch(): Promise<void> {
    while (!stopRequest.signal.aborted) {
      const cause = await Promise.race([postmaster?.exited, stopRequested]);
      if (stopRequest.signal.aborted) return;
      const wasHealthy = isReady && Date.now() - readySince > HEALTHY_AFTER_MS;
      if (wasHealthy) delay = FIRST_RESTART_DELAY_MS;
      isReady = false;
      log.error(
        { pid: postmaster?.pid, cause: cause ?? 'not started', restartInMs: delay },
        'PostgreSQL ended unexpectedly',
      );
      postmaster = undefined;
      await Promise.race([sleep(delay, undefined, { ref: false }), stopRequested]);
      if (stopRequest.signal.aborted) return;
      delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS);
      await restart();
    }
  }

  async function restart(): Promise<void> {
    try {
      postmaster = await spawnPostmaster(task);
      const readiness = await waitForStart(task, postmaster, Infinity, stopRequest.signal);
      if (typeof readiness !== 'object') return;
      isReady = true;
      readySince = Date.now();
      log.info({ pid: postmaster.pid }, 'PostgreSQL is running again');
    } catch (error) {
      log.error({ cause: errorText(error) }, 'PostgreSQL could not be restarted');
    }
  }

  const watching = watch();
  let stopping: Promise<void> | undefined;
  async function stopNow(): Promise<void> {
    isReady = false;
    stopRequest.abort();
    await watching;
    if (postmaster) await shutDown(postmaster, place);
    await cleanEndpoint(task.endpoint);
  }

  return {
    isReady: () => isReady,
    stop: () => (stopping ??= stopNow()),
  };
}

/** Waits for a server we started; one that responds wrongly is stopped rather than left running. */
async function waitForStart(
  task: ServerTask,
  postmaster: Postmaster,
  timeoutMs: number,
  stopSignal?: AbortSignal,
) {
  try {
    const hasExited = async () => stopSignal?.aborted === true || postmaster.hasExited();
    return await waitUntilReady(task, hasExited, timeoutMs);
  } catch (error) {
    await shutDown(postmaster, task.place);
    throw error;
  }
}

async function readLog(place: Place, start: number): Promise<string> {
  const added = (await readFile(place.logFile)).subarray(start);
  return added.subarray(-LOG_TAIL_BYTES).toString().trim();
}
