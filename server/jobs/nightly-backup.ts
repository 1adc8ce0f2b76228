import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { ServiceContext } from '#server/context/context.ts';
import { describeTime } from '#server/lib/progress.ts';
import {
  backupReportSchema,
  rehearsalReportSchema,
  runNightlyBackup,
} from '#server/services/backup/index.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 60_000;
/** More than any backup takes: a target that does not respond any more must not end the backups of all later nights. */
const LIMIT_MS = 12 * 60 * 60 * 1_000;
/** For what only reads or removes names, or writes the ledger. */
const SHORT_LIMIT_MS = 2 * 60_000;
/** For a command to remove what it has made; the site itself has 25 s to end. */
const END_MS = 15_000;
const MAX_OUTPUT = 64 * 1_024;
const COMMANDS = join(import.meta.dirname, '../cli');

type CommandOptions = { signal: AbortSignal; limitMs?: number; endMs?: number };

/** One that waits for a disk and cannot be killed: each further one would wait there too, with its memory. */
let stuck: ChildProcess | null = null;

/**
 * Runs a program of ours as a process of its own, behind all others; returns what it says as JSON, or throws with why it failed, as while an earlier one cannot be
 * killed.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  { signal, limitMs = LIMIT_MS, endMs = END_MS }: CommandOptions,
): Promise<unknown> {
  if (stuck !== null) throw new Error('An earlier command does not end.');
  const limit = AbortSignal.timeout(limitMs);
  const ending = AbortSignal.any([signal, limit]);
  const output = await readOutput(program, args, { signal: ending, endMs }).catch(
    (error: unknown) => {
      if (!limit.aborted) throw error;
      throw new Error(`${basename(program)} did not end within ${describeTime(limitMs)}.`, {
        cause: error,
      });
    },
  );
  return JSON.parse(output);
}

/** Once aborted, settles when the program has ended, which it is told, or after `endMs`. */
function readOutput(
  program: string,
  args: readonly string[],
  { signal, endMs }: { signal: AbortSignal; endMs: number },
): Promise<string> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  let problem = '';
  let timer: NodeJS.Timeout | undefined;
  function end() {
    child.kill('SIGTERM');
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      stuck = child;
      reject(new Error(`${basename(program)} does not end.`));
    }, endMs);
  }
  signal.addEventListener('abort', end, { once: true });
  child.stdout.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-MAX_OUTPUT)));
  child.stderr.on('data', (chunk: Buffer) => (problem = (problem + chunk).slice(-MAX_OUTPUT)));
  child.on('error', reject);
  child.on('close', (code) => {
    if (stuck === child) stuck = null;
    signal.removeEventListener('abort', end);
    clearTimeout(timer);
    if (code === 0) resolve(output);
    else reject(new Error(problem.trim().split('\n').at(-1) || `${program} ended with ${code}`));
  });
  return promise;
}

/** Writes the ledger of erasures beside the backups when it is not as it was known; returns how it is. */
async function followErasures(
  { db }: ServiceContext,
  known: string,
  saveLedger: () => Promise<unknown>,
): Promise<string> {
  // One that is committed later may have an earlier time, and only the count shows it.
  const { count, newest } = await db
    .selectFrom('erasures')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('erasedAt').as('newest')])
    .executeTakeFirstOrThrow();
  const found = `${count} ${newest?.toISOString() ?? ''}`;
  if (newest !== null && found !== known) await saveLedger();
  return found;
}

type Options = {
  ctx: ServiceContext;
  place: string;
  pollMs?: number;
  runProgram?: typeof runCommand;
};

/**
 * Makes the backup of each night from this process, which may be one of several; returns how to stop. Nothing here touches the place itself: a network drive that is
 * gone keeps the thread of a call for ever, of which Node has four, and a process with such a thread does not exit.
 */
export function startNightlyBackup({
  ctx,
  place,
  pollMs = POLL_MS,
  runProgram = runCommand,
}: Options): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = (name: 'backup' | 'restore', args: string[], limitMs = LIMIT_MS) =>
    runProgram(join(COMMANDS, `${name}.ts`), args, { signal, limitMs });
  const ask = (...args: string[]) => run('backup', [place, ...args], SHORT_LIMIT_MS);
  const tools = {
    backUp: async () => backupReportSchema.parse(await run('backup', [place])),
    rehearse: async (archive: string) =>
      // A broken audit is told, and must not end the backups of all later nights.
      rehearsalReportSchema.parse(
        await run('restore', [archive, '--rehearse', '--accept-broken-audit']),
      ),
    target: {
      list: async () => z.array(z.string()).parse(await ask('--list')),
      remove: async (name: string) => void (await ask('--remove', name)),
    },
    signal,
  };

  let knownErasures = '';

  async function saveErasures(): Promise<void> {
    knownErasures = await followErasures(ctx, knownErasures, () => ask('--ledger'));
  }

  async function followBackup(): Promise<void> {
    const outcome = await runNightlyBackup(ctx, tools);
    if (outcome !== 'not due' && outcome !== 'elsewhere')
      ctx.log.info({ outcome }, 'the nightly backup');
  }

  const warn = (message: string) => ({
    pollMs,
    onError: (error: unknown) => ctx.log.warn({ error }, message),
  });
  // An erasure does not wait for a backup, which may take hours.
  const loops = [
    startLoop(saveErasures, warn('the ledger of erasures was not written')),
    startLoop(followBackup, warn('the nightly backup cannot be looked after')),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
