import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { createDatabase } from '../server/db/client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import type { DB } from '../server/db/types.ts';
import { describeBytes } from '../server/lib/progress.ts';
import { makeBackupKey } from '../server/services/backup/index.ts';
import { DATABASE } from '../server/startup/command-database.ts';
import { buildAttachment } from '../tests/support/browser/admin-leads.ts';
import { fillLeads } from './lib/fill-leads.ts';
import { NODE_FLAGS, runtimeEnvironment } from '../scripts/runtime.mjs';

const { values } = parseArgs({
  options: {
    enquiries: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '10' },
  },
});
const ENQUIRIES = Number(values.enquiries);
const TOTAL_BYTES = Math.round(Number(values.gigabytes) * 1e9);
/** Just below what an upload may have. */
const FILE_BYTES = 10_000_000;
const HEAD_BYTES = 4_096;
const SAMPLE_MS = 100;
const ROOT = join(import.meta.dirname, '..');

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

/** A conversation with one reply for each order and message. */
async function fillConversations(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into conversations (
      id, order_id, message_id, first_response_at, last_word, last_word_at, created_at
    ) select gen_random_uuid(), order_id, message_id, replied_at, 'team', replied_at, created_at
    from (
      select id as order_id, null::uuid as message_id, created_at from orders
      union all select null, id, created_at from contact_messages
    ) as lead cross join lateral (select created_at + interval '20 minutes' as replied_at) as reply
  `.execute(db);
  await sql`
    insert into conversation_entries (id, conversation_id, kind, body, via, created_at)
    select gen_random_uuid(), conversations.id, 'reply',
      'Thank you. ' || coalesce(project_description, message), 'panel', last_word_at
    from conversations
    left join orders on orders.id = order_id
    left join contact_messages on contact_messages.id = message_id
  `.execute(db);
}

/** Files of orders that take no room on the disk but for their beginning, by which they differ. */
async function fillFiles(db: Kysely<DB>, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'files', 'private');
  await mkdir(join(folder, 'order-attachments'), { recursive: true, mode: 0o700 });
  const orders = await db.selectFrom('orders').select('id').orderBy('id').limit(10_000).execute();
  const zeros = Buffer.alloc(FILE_BYTES);
  let count = 0;
  for (let left = TOTAL_BYTES; left > 0; left -= FILE_BYTES) {
    const sizeBytes = Math.min(left, FILE_BYTES);
    const head = randomBytes(Math.min(sizeBytes, HEAD_BYTES));
    const { path } = await buildAttachment(db, {
      orderId: orders[count % orders.length]?.id ?? null,
      sizeBytes,
      sha256: createHash('sha256')
        .update(head)
        .update(zeros.subarray(0, sizeBytes - head.length))
        .digest(),
      status: 'claimed',
    });
    await writeFile(join(folder, path), head, { mode: 0o600 });
    await truncate(join(folder, path), sizeBytes);
    count += 1;
  }
  return count;
}

async function fill(connection: object, dataDir: string): Promise<string> {
  const { db, destroy } = createDatabase({ connection, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillLeads(db, Math.floor(ENQUIRIES / 2));
    await fillConversations(db);
    const files = await fillFiles(db, dataDir);
    const { rows } = await sql<{ size: string }>`
      select pg_database_size(current_database()) as size
    `.execute(db);
    const database = describeBytes(Number(rows[0]?.size));
    return `${ENQUIRIES.toLocaleString('en')} enquiries (a database of ${database}), ${files.toLocaleString('en')} files of ${describeBytes(TOTAL_BYTES)}`;
  } finally {
    await destroy();
  }
}

/** The highest resident memory of a process so far; null where nobody says. */
async function readPeakBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
}

type Settings = { dataDir: string; key: string | null };
type Run = { seconds: number; peakBytes: number | null };

/** Runs a command of the product in a process of its own, as an operator does. */
async function runCommand(command: string, args: string[], settings: Settings): Promise<Run> {
  stopping.signal.throwIfAborted();
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, join(ROOT, 'server/cli', `${command}.ts`), ...args],
    {
      cwd: ROOT,
      env: {
        ...runtimeEnvironment(ROOT),
        PATH: process.env['PATH'],
        TMPDIR: tmpdir(),
        DATA_DIR: settings.dataDir,
        ...(settings.key !== null && { BACKUP_KEY: settings.key }),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = () => child.kill();
  stopping.signal.addEventListener('abort', stop);
  let peakBytes: number | null = null;
  const sampling = setInterval(() => {
    void readPeakBytes(child.pid ?? 0).then((bytes) => (peakBytes = bytes ?? peakBytes));
  }, SAMPLE_MS);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    stopping.signal.throwIfAborted();
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
    return { seconds: (performance.now() - started) / 1_000, peakBytes };
  } finally {
    clearInterval(sampling);
    stopping.signal.removeEventListener('abort', stop);
  }
}

const WIDTHS = [33, 9, 9, 9, 12];

function printLine(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, column) => {
        const width = WIDTHS[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' '),
  );
}

function printRun(what: string, bytes: number, { seconds, peakBytes }: Run): void {
  printLine([
    what,
    describeBytes(bytes),
    seconds.toFixed(1),
    (bytes / 1e6 / seconds).toFixed(0),
    peakBytes === null ? '-' : describeBytes(peakBytes),
  ]);
}

async function measure(folder: string, dataDir: string, key: string | null): Promise<void> {
  const archive = join(folder, 'backup.tar');
  const empty = join(folder, 'restored');
  const kind = key === null ? ', not encrypted' : '';
  const backup = await runCommand('backup', [archive], { dataDir, key });
  const { size } = await stat(archive);
  printRun(`backup${kind}`, size, backup);
  const verified = await runCommand('restore', [archive, '--verify'], { dataDir: empty, key });
  printRun(`restore --verify${kind}`, size, verified);
  printRun(`restore${kind}`, size, await runCommand('restore', [archive], { dataDir: empty, key }));
  for (const path of [archive, empty]) await rm(path, { recursive: true });
}

const folder = await mkdtemp(join(tmpdir(), 'vitrin-bench-backup-'));
try {
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: DATABASE,
    log: pino({ level: 'silent' }),
  });
  try {
    console.log(await fill(postgres.connection, dataDir));
    printLine(['what', 'archive', 'seconds', 'MB/s', 'peak memory']);
    for (const key of [await makeBackupKey(), null]) await measure(folder, dataDir, key);
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
