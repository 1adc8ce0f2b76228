import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilReady } from './connect.ts';
import { cleanEndpoint, ensureSocketDirectory, isListening } from './endpoint.ts';
import { errorText, exists } from '#server/lib/files.ts';
import { findPrograms } from './place.ts';
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
const CHECK_MS = 2_000;
const CHECKS_BEFORE_RESTART = 2;

// Backends of a killed postmaster finish their statement first, and a postmaster that was starting appears late.
const PASSING_OBSTACLE = /pre-existing shared memory block|lock file "[^"]+" already exists/;

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
      const [, other] = /\(PID (\d+)\)/.exec(started) ?? [];
      const wayOut = other ? ` End it with "kill -INT ${other}", then start again.` : '';
      throw new Error(`PostgreSQL ended during its start: ${started}${wayOut}`);
    }
    await sleep(LEFTOVER_PAUSE_MS);
  }
}

async function reattach(task: ServerTask, orphan: Orphan): Promise<Postmaster | undefined> {
  const { place, log } = task;
  const postmaster = await watchPostmaster(orphan.pid);
  if (await isFit(task, orphan)) {
    const readiness = await waitUntilReady(task, postmaster.hasExited, ADOPTION_WAIT_MS);
    if (readiness === 'gone') return undefined;
    if (readiness === 'timeout') {
      throw new Error(
        `PostgreSQL (process ${postmaster.pid}) already runs on ${place.cluster}, but did not ` +
          `answer within ${ADOPTION_WAIT_MS / 1_000} seconds. See ${place.logFile}. End it with ` +
          `"kill -INT ${postmaster.pid}", then start again.`,
      );
    }
    if (place.binaries.version.startsWith(`${readiness.version}.`)) return postmaster;
  }
  log.info(
    { pid: postmaster.pid },
    'Stopping a PostgreSQL that was started in another way or accepts no connections',
  );
  await shutDown(postmaster, place);
  return undefined;
}

/** An uncertain process counts as fit, because it must not be stopped. */
async function isFit(task: ServerTask, { pid, isCertain, isReady }: Orphan): Promise<boolean> {
  if (!isCertain) return true;
  if (!(await hasSameCommand(task, pid))) return false;
  return !isReady || isListening(task.endpoint);
}

async function findLoss({ place, endpoint }: ServerTask, signal: AbortSignal): Promise<string> {
  for (let failed = 0; failed < CHECKS_BEFORE_RESTART;) {
    await sleep(CHECK_MS, undefined, { signal, ref: false });
    const isUsable = (await isListening(endpoint)) && (await exists(place.binaries.postgres));
    failed = isUsable ? 0 : failed + 1;
  }
  return 'its socket or its programs are gone';
}

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
      const cause = await waitForEnd();
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

  async function waitForEnd(): Promise<string | void> {
    if (!postmaster) return;
    const checking = new AbortController();
    const { exited } = postmaster;
    const loss = findLoss(task, checking.signal).catch(() => exited);
    const cause = await Promise.race([exited, stopRequested, loss]);
    checking.abort();
    if (stopRequest.signal.aborted || (await postmaster.hasExited())) return cause;
    isReady = false;
    log.error({ pid: postmaster.pid, cause }, 'Stopping PostgreSQL, to start it again');
    await shutDown(postmaster, place).catch((error: unknown) => {
      log.error({ cause: errorText(error) }, 'PostgreSQL could not be stopped');
    });
    return cause;
  }

  async function restart(): Promise<void> {
    try {
      if (!(await exists(place.binaries.postgres))) place.binaries = await findPrograms(place);
      if (task.endpoint.kind === 'socket') await ensureSocketDirectory(task.endpoint.host, place);
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
