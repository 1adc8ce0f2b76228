import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { NODE_FLAGS } from '../../scripts/runtime.mjs';
import { createDatabase } from '../../server/db/client.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from '../../server/db/migrate.ts';
import type { DB } from '../../server/db/types.ts';
import { describeBytes } from '../../server/lib/progress.ts';
import { makeBackupKey } from '../../server/services/backup/index.ts';
import { DATABASE } from '../../server/startup/command-database.ts';
import { buildAttachment } from '../../tests/support/browser/admin-leads.ts';
import { fillLeads } from '../lib/fill-leads.ts';
import { readMemory } from '../lib/machine.ts';
import type { Bench, Measurement, Result } from '../lib/measurement.ts';
import { plainEnvironment, ROOT } from '../lib/site.ts';

/** Just below the maximum upload size. */
const FILE_BYTES = 10_000_000;
const HEAD_BYTES = 4_096;
const SAMPLE_MS = 100;
/** A backup that is not encrypted lacks them. */
const KEYS = Object.fromEntries(
  ['AUDIT_KEY', 'TOTP_KEY', 'TRACK_KEY'].map((name) => [name, 'a'.repeat(64)]),
);

/** Files of orders that are sparse after their beginning, by which they differ. */
async function fillFiles(db: Kysely<DB>, dataDir: string, count: number): Promise<void> {
  const folder = join(dataDir, 'files', 'private');
  await mkdir(join(folder, 'order-attachments'), { recursive: true, mode: 0o700 });
  const orders = await db.selectFrom('orders').select('id').orderBy('id').limit(10_000).execute();
  const zeros = Buffer.alloc(FILE_BYTES - HEAD_BYTES);
  for (let file = 0; file < count; file += 1) {
    const head = randomBytes(HEAD_BYTES);
    const { path } = await buildAttachment(db, {
      orderId: orders[file % orders.length]?.id ?? null,
      sizeBytes: FILE_BYTES,
      sha256: createHash('sha256').update(head).update(zeros).digest(),
      status: 'claimed',
    });
    await writeFile(join(folder, path), head, { mode: 0o600 });
    await truncate(join(folder, path), FILE_BYTES);
  }
}

/** Fills the database and the folder of an installation, and describes their contents. */
async function fill(connection: object, dataDir: string, isQuick: boolean): Promise<string> {
  const [enquiries, files] = isQuick ? [1_000, 10] : [100_000, 1_000];
  const { db, destroy } = createDatabase({ connection, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillLeads(db, enquiries / 2);
    await fillFiles(db, dataDir, files);
    return `${enquiries.toLocaleString('en')} enquiries, ${describeBytes(files * FILE_BYTES)} of files`;
  } finally {
    await destroy();
  }
}

type Run = { seconds: number; peakBytes: number };

async function runCommand(
  bench: Bench,
  [name = '', ...args]: readonly string[],
  settings: Record<string, string>,
): Promise<Run> {
  const started = performance.now();
  const running = promisify(execFile)(
    process.execPath,
    [...NODE_FLAGS, join(ROOT, 'server/cli', `${name}.ts`), ...args],
    { cwd: ROOT, env: plainEnvironment(settings) },
  );
  bench.onEnd(() => Promise.resolve(running.child.kill()));
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = readMemory(running.child.pid ?? 0).max || peakBytes;
  }, SAMPLE_MS);
  await running.finally(() => clearInterval(sampling));
  return { seconds: (performance.now() - started) / 1_000, peakBytes };
}

async function measure(bench: Bench): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-bench-backup-'));
  bench.onEnd(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, database: DATABASE, log });
  bench.onEnd(() => postgres.stop());
  const contents = await fill(postgres.connection, dataDir, bench.settings.isQuick);
  const archive = join(folder, 'backup.tar');
  const empty = join(folder, 'restored');
  const results: Result[] = [];
  for (const key of [{ BACKUP_KEY: await makeBackupKey() }, null]) {
    for (const [command, target] of [
      [['backup', archive], dataDir],
      [['restore', archive, '--verify'], empty],
      [['restore', archive], empty],
    ] as const) {
      const all = { ...KEYS, ...key, DATA_DIR: target, TMPDIR: tmpdir() };
      const { seconds, peakBytes } = await runCommand(bench, command, all);
      const bytes = (await stat(archive)).size;
      results.push({
        measurement: bytes / 1e6 / seconds,
        note: `an archive of ${describeBytes(bytes)} in ${seconds.toFixed(1)} s, peak memory ${describeBytes(peakBytes)}; ${contents}`,
      });
    }
    for (const path of [archive, empty]) await rm(path, { recursive: true });
  }
  return results;
}

export const BACKUP_ROWS: Measurement[] = [
  {
    name: 'backup',
    isExtra: true,
    plans: ['', ', not encrypted'].flatMap((kind) =>
      ['backup', 'restore --verify', 'restore'].map((command) => ({
        label: `${command}${kind}`,
        unit: 'MB/s' as const,
      })),
    ),
    run: measure,
  },
];
