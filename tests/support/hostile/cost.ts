import { performance } from 'node:perf_hooks';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';

export type Cost = { heldMs: number; responseMs: number };

/** As long may one input hold the serving thread. */
export const MAX_HELD_MS = 50;
/** As much more may twice the input cost. */
export const MAX_GROWTH = 3;
/** The first few say what is wrong; all others would only take time. */
const MAX_FINDINGS = 3;

/** Below these, noise would be judged. */
export const FLOORS: Cost = { heldMs: 20, responseMs: 60 };
/** Above it, a third look is not needed. */
const BEYOND_DOUBT_MS = 4 * MAX_HELD_MS;
const RUNS = 5;
const ROUNDS = 3;
const CUT_MS = 2_000;

/** The processor time of this thread alone, which other programs do not lengthen. */
export function threadMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}

const call = new Script('globalThis[Symbol.for("cut off")]()');

/** Runs what may never end, such as a regular expression on a hostile text; undefined when it was cut off after two seconds. */
export function runCut<T>(run: () => T): T | undefined {
  let result: T | undefined;
  Object.assign(globalThis, { [Symbol.for('cut off')]: () => (result = run()) });
  try {
    call.runInThisContext({ timeout: CUT_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return result;
}

/** How long some work keeps this thread, and how long until it is done, which is mostly the database: the least of several runs. */
export async function measure(
  work: () => unknown,
  isEnough: (cost: Cost) => boolean = () => false,
): Promise<Cost> {
  const least = { heldMs: Infinity, responseMs: Infinity };
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const before = process.threadCpuUsage();
    await work();
    least.heldMs = Math.min(least.heldMs, threadMs(before));
    least.responseMs = Math.min(least.responseMs, performance.now() - start);
    if (isEnough(least) || (run > 0 && least.heldMs > BEYOND_DOUBT_MS)) break;
  }
  return least;
}

type Evaluated = Cost & { problem: string | null };

/** Problem with the cost of an input of a size, if any. A busy machine delays responses, so doubtful ones are measured again. */
export async function evaluate(
  work: (size: number) => unknown,
  size: number,
  times: readonly (keyof Cost)[] = ['heldMs', 'responseMs'],
): Promise<Evaluated> {
  let found = await evaluateOnce(work, size, times);
  for (let round = 1; round < ROUNDS; round += 1) {
    if (found.problem === null || found.heldMs > BEYOND_DOUBT_MS) break;
    found = await evaluateOnce(work, size, times);
  }
  return found;
}

async function evaluateOnce(
  work: (size: number) => unknown,
  size: number,
  times: readonly (keyof Cost)[],
): Promise<Evaluated> {
  const isCheap = (cost: Cost) => times.every((time) => cost[time] < FLOORS[time]);
  const whole = await measure(() => work(size), isCheap);
  if (isCheap(whole)) return { ...whole, problem: null };
  if (whole.heldMs > BEYOND_DOUBT_MS) {
    return { ...whole, problem: `${size} characters hold the thread for ${whole.heldMs} ms` };
  }
  const half = await measure(() => work(Math.floor(size / 2)));
  const grows = times.some(
    (time) => whole[time] > FLOORS[time] && whole[time] > MAX_GROWTH * half[time],
  );
  const isWrong = whole.heldMs > MAX_HELD_MS || grows;
  const problem = isWrong ? `${size} characters: ${JSON.stringify({ half, whole })}` : null;
  return { ...whole, problem };
}

/** Keeps what was found, and ends the test with the first few. */
export function report(findings: string[], finding: string): void {
  findings.push(finding);
  if (findings.length === MAX_FINDINGS) throw new Error(findings.join('\n'));
}

const HUNG_MS = 15_000;
const MAX_NAME_BYTES = 500;

const WATCH = `
  const { writeSync } = require('node:fs');
  const { beats, name, ms } = require('node:worker_threads').workerData;
  while (Atomics.wait(beats, 0, Atomics.load(beats, 0), ms) !== 'timed-out');
  writeSync(2, 'The thread is held for ever by ' + Buffer.from(name).toString().trimEnd() + '\\n');
  process.kill(process.pid, 'SIGKILL');
`;

/**
 * What holds the thread for ever holds the runner of the tests as well: then its name is printed and the process ended, which fails the run.
 * Called with the name of each input before it is sent.
 */
export function createWatch(): (name: string) => void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const name = new Uint8Array(new SharedArrayBuffer(MAX_NAME_BYTES)).fill(32);
  new Worker(WATCH, { eval: true, workerData: { beats, name, ms: HUNG_MS } }).unref();
  const beat = () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  };
  setInterval(beat, 200).unref();
  return (text) => {
    name.fill(32);
    Buffer.from(name.buffer).write(text);
    beat();
  };
}
