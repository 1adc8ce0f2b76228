import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceContext } from '#server/context.ts';
import {
  backupReportSchema,
  rehearsalReportSchema,
  runNightlyBackup,
  saveLedger,
  type Target,
} from '#server/services/backup/index.ts';

const POLL_MS = 60_000;
const MAX_OUTPUT = 64 * 1_024;
const COMMANDS = join(import.meta.dirname, '../cli');

/** Runs a command of ours as a process of its own, behind all others; returns what it says as JSON, or throws with why it failed. */
function runCommand(name: string, args: readonly string[], signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const program = join(COMMANDS, `${name}.ts`);
    const child = spawn(process.execPath, [program, ...args, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGTERM',
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    let problem = '';
    child.stdout.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-MAX_OUTPUT)));
    child.stderr.on('data', (chunk: Buffer) => (problem = (problem + chunk).slice(-MAX_OUTPUT)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(problem.trim().split('\n').at(-1) || `${name} ended with ${code}`));
    });
  });
}

/** Writes the ledger of erasures beside the backups when there is a new one; returns the newest. */
async function followErasures(
  { db }: ServiceContext,
  target: Target,
  known: string | null,
): Promise<string | null> {
  const newest = await db
    .selectFrom('erasures')
    .select('id')
    .orderBy('erasedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest || newest.id === known) return known;
  await saveLedger(db, target);
  return newest.id;
}

type Options = { ctx: ServiceContext; place: string; target: Target; pollMs?: number };

/** Makes the backup of each night from this process, which may be one of several; returns how to stop. */
export function startNightlyBackup({ ctx, place, target, pollMs = POLL_MS }: Options): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tools = {
    backUp: async () => backupReportSchema.parse(await runCommand('backup', [place], signal)),
    rehearse: async (archive: string) =>
      rehearsalReportSchema.parse(await runCommand('restore', [archive, '--rehearse'], signal)),
    target,
    signal,
  };

  let knownErasure: string | null = null;

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        knownErasure = await followErasures(ctx, target, knownErasure);
        const outcome = await runNightlyBackup(ctx, tools);
        if (outcome !== 'not due' && outcome !== 'elsewhere')
          ctx.log.info({ outcome }, 'the nightly backup');
      } catch (error) {
        if (!signal.aborted) ctx.log.warn({ error }, 'the nightly backup cannot be looked after');
      }
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const finished = work();
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
