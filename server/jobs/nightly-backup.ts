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
/** Longer than any backup; a silent target must not end later backups. */
const LIMIT_MS = 12 * 60 * 60 * 1_000;
const SHORT_LIMIT_MS = 2 * 60_000;
/** Time for a command to clean up; the site itself has 25 s. */
const END_MS = 15_000;
const MAX_OUTPUT = 64 * 1_024;
const COMMANDS = join(import.meta.dirname, '../cli');

type CommandOptions = { signal: AbortSignal; limitMs?: number; endMs?: number };

/** A process that cannot be killed; further ones would hang as well. */
let stuck: ChildProcess | null = null;

/** Runs one of our programs with low priority and returns its JSON output. Throws while an earlier one cannot be killed. */
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

async function followErasures(
  { db }: ServiceContext,
  known: string,
  saveLedger: () => Promise<unknown>,
): Promise<string> {
  // Later commits may have earlier times, so the count matters.
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
  /** Null while no backups are made. */
  findPlace: () => Promise<string | null>;
  pollMs?: number;
  runProgram?: typeof runCommand;
};

/** Never touches the target itself: a lost network drive would hold one of Node's four threads, and the process could not exit. */
export function startNightlyBackup({
  ctx,
  findPlace,
  pollMs = POLL_MS,
  runProgram = runCommand,
}: Options): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = (name: 'backup' | 'restore', args: string[], limitMs = LIMIT_MS) =>
    runProgram(join(COMMANDS, `${name}.ts`), args, { signal, limitMs });
  const ask = (...args: string[]) => run('backup', args, SHORT_LIMIT_MS);
  const openTools = (place: string) => ({
    backUp: async () => backupReportSchema.parse(await run('backup', [place])),
    rehearse: async (archive: string) =>
      // A broken audit is reported; later backups still run.
      rehearsalReportSchema.parse(
        await run('restore', [archive, '--rehearse', '--accept-broken-audit']),
      ),
    target: {
      list: async () => z.array(z.string()).parse(await ask(place, '--list')),
      remove: async (name: string) => void (await ask(place, '--remove', name)),
    },
    signal,
  });

  let known = { place: '', erasures: '' };

  async function saveErasures(): Promise<void> {
    const place = await findPlace();
    if (place === null) return;
    const before = known.place === place ? known.erasures : '';
    const erasures = await followErasures(ctx, before, () => ask(place, '--ledger'));
    known = { place, erasures };
  }

  async function followBackup(): Promise<void> {
    const place = await findPlace();
    if (place === null) return;
    const outcome = await runNightlyBackup(ctx, openTools(place));
    if (outcome !== 'not due' && outcome !== 'elsewhere')
      ctx.log.info({ outcome }, 'the nightly backup');
  }

  const warn = (message: string) => ({
    pollMs,
    onError: (error: unknown) => ctx.log.warn({ error }, message),
  });
  // Erasures do not wait for a backup, which may take hours.
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
