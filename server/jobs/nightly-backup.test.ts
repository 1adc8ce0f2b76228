import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { exists } from '#server/lib/files.ts';
import { parseLedger, saveLedger } from '#server/services/backup/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { runCommand, startNightlyBackup } from './nightly-backup.ts';
import { insertRows } from '#tests/support/database/rows.ts';

/** A program that has begun once its file `begun` is there. */
async function writeProgram(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [program, begun, removed] = ['program.mjs', 'begun', 'removed'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs';
     ${text}
     writeFileSync(${JSON.stringify(begun)}, '');
     function remove() { writeFileSync(${JSON.stringify(removed)}, ''); process.exit(1); }`,
  );
  return { program, hasBegun: () => exists(begun), hasRemoved: () => exists(removed) };
}

const HANGS = 'setInterval(() => {}, 1000);';
const DEAF = `${HANGS} process.on('SIGTERM', () => {});`;
const REMOVES = `${HANGS} process.on('SIGTERM', () => setTimeout(remove, 300));`;

describe('a command of the nightly backup', () => {
  it('that is interrupted has removed what it made before it is over', async () => {
    const { program, hasBegun, hasRemoved } = await writeProgram(REMOVES);
    const stopping = new AbortController();
    const ended = runCommand(program, [], { signal: stopping.signal }).catch(hasRemoved);
    await expect.poll(hasBegun).toBe(true);
    stopping.abort();
    expect(await ended).toBe(true);
  });

  it('that does not end when told to holds up the next one', async () => {
    const { program, hasBegun } = await writeProgram(DEAF);
    const other = await writeProgram(`process.stdout.write('7');`);
    const runOther = () => runCommand(other.program, [], new AbortController());
    const stopping = new AbortController();
    const ended = runCommand(program, [], { signal: stopping.signal, endMs: 200 });
    const outcomes = ended.catch(async (error: unknown) => [
      String(error),
      await runOther().catch(String),
    ]);
    await expect.poll(hasBegun).toBe(true);
    stopping.abort();
    expect(await outcomes).toEqual([
      'Error: program.mjs does not end.',
      'Error: An earlier command does not end.',
    ]);
    await expect.poll(() => runOther().catch(String)).toBe(7);
  });

  it.each([
    ['hangs', HANGS, 'did not end within 1 s'],
    ['writes no JSON', `process.stdout.write('{"place":');`, 'JSON'],
  ])('that %s fails', async (_, text, message) => {
    const { program } = await writeProgram(text);
    const { signal } = new AbortController();
    const limitMs = message === 'JSON' ? 60_000 : 1_000;
    await expect(runCommand(program, [], { signal, limitMs })).rejects.toThrow(message);
  });
});

async function recordErasure({ db }: ServiceContext, erasedAt: string): Promise<string> {
  const id = uuidV7();
  const erased = { conversationIds: [], orderIds: [uuidV7()], messageIds: [] };
  const by = { by: 'visitor', adminUserId: null, addressHash: null } as const;
  await insertRows(db, 'erasures', { id, erasedAt, kind: 'enquiry', ...by, ...erased });
  return id;
}

it('writes each erasure beside the backups, also one that commits late', async ({ ctx }) => {
  const now = new Date('2026-11-24T12:00:00Z');
  const day = { day: '2026-11-24', status: 'restored' } as const;
  await insertRows(ctx.db, 'backupRuns', { ...day, startedAt: now, restoredAt: now });
  let ledger = '';
  const target = {
    readLedger: () => Promise.resolve(ledger),
    writeLedger: async (text: string) => void (ledger = text),
  };
  const nightly = startNightlyBackup({
    ctx: { ...ctx, now: () => now },
    findPlace: async () => '/backup/',
    async runProgram(_program, args) {
      expect(args).toEqual(['/backup/', '--ledger']);
      await saveLedger(ctx.db, target);
    },
    pollMs: 10,
  });
  onTestFinished(() => nightly.stop());
  const written = () => parseLedger(ledger).map(({ id }) => id);
  const newer = await recordErasure(ctx, '2026-11-24T11:59:00Z');
  await expect.poll(written).toEqual([newer]);
  const earlier = await recordErasure(ctx, '2026-11-24T11:58:00Z');
  await expect.poll(written).toEqual([earlier, newer]);
});

it('writes the ledger to a new target within a poll', async ({ ctx }) => {
  await recordErasure(ctx, '2026-11-24T11:59:00Z');
  const places: string[] = [];
  let place: string | null = null;
  const nightly = startNightlyBackup({
    ctx,
    findPlace: async () => place,
    async runProgram(_program, args) {
      if (args[1] === '--ledger') places.push(args[0] ?? '');
      else throw new Error('not yet');
    },
    pollMs: 10,
  });
  onTestFinished(() => nightly.stop());
  for (const next of ['s3://one/', 's3://two/']) {
    place = next;
    await expect.poll(() => places.at(-1)).toBe(next);
  }
});

it('a ledger that cannot be written is written later, also beside the backup', async ({ ctx }) => {
  await ctx.db.deleteFrom('backupRuns').execute();
  await recordErasure(ctx, '2026-11-24T11:59:00Z');
  const calls: string[] = [];
  const ledgers = () => calls.filter((call) => call === '--ledger').length;
  const { promise: isWritten, resolve } = Promise.withResolvers<void>();
  const nightly = startNightlyBackup({
    ctx,
    findPlace: async () => '/backup/',
    async runProgram(_program, args) {
      const call = args.slice(1).join(' ');
      calls.push(call);
      if (call === '--ledger') {
        if (ledgers() < 3) throw new Error('backup.ts did not end within 2 min.');
        resolve();
      }
      if (call === '') await isWritten;
      if (call === '--list') return ['vitrin-20261120T000000Z.tar', 'vitrin-20261120T010000Z.tar'];
      const report = { rows: 1, files: 0, ms: 1 };
      return call === ''
        ? { ...report, place: '/backup/x.tar', size: 1 }
        : { ...report, missingFiles: 0, problems: [], brokenAudit: null };
    },
    pollMs: 10,
  });
  await expect.poll(() => calls.at(-1)).toMatch(/^--remove/);
  await nightly.stop();
  expect(ledgers()).toBe(3);
  expect(calls.filter((call) => call !== '--ledger')).toEqual([
    '',
    '--rehearse --accept-broken-audit',
    '--list',
    '--remove vitrin-20261120T000000Z.tar',
  ]);
});
