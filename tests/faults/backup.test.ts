import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { parseLedger } from '#server/services/backup/index.ts';
import { send } from './faults.ts';

const run = promisify(execFile);

async function readMessages(dataDir: string): Promise<string[]> {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  if (!connection) throw new Error('no database runs there');
  const { db, destroy } = createDatabase({ connection });
  const rows = await db
    .selectFrom('contactMessages')
    .select('message')
    .orderBy('createdAt')
    .execute();
  await destroy();
  return rows.map(({ message }) => message);
}

it(
  'a copy of DATA_DIR, taken as documented, holds every lead when nothing else is left',
  { timeout: 240_000 },
  async () => {
    // Closed to everybody else: as root, the database has its own user that cannot enter it.
    const root = await mkdtemp(join(tmpdir(), 'vitrin-drill-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const dataDir = join(root, 'site', '.data');
    const environment = { SAMPLE_CONTENT: 'off' };
    const port = await freePort();
    const first = await startSite({ port, dataDir, environment });
    const messages = ['The first of three.', 'The second of three.', 'The third of three.'];
    for (const message of messages) {
      const response = await send(port, {
        path: '/api/contact-messages',
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ name: 'Gökçe Demir', email: 'gokce@example.com', message }),
      });
      expect(response.status).toBe(201);
    }
    expect(await first.end('SIGTERM')).toBe(0);

    const copy = join(root, 'backup', 'vitrin');
    await mkdir(join(root, 'backup'), { mode: 0o700 });
    await run('cp', ['-a', dataDir, copy]);
    await rm(join(root, 'site'), { recursive: true });
    const second = await startSite({ port, dataDir: copy, environment });
    expect(await readMessages(copy)).toEqual(messages);
    expect(second.output()).not.toContain('Created the database');
    expect(await second.end('SIGTERM')).toBe(0);
  },
);

/** Records an erasure and the backup of every night that can be due: what is left to do is to write the ledger. */
async function recordErasure(dataDir: string): Promise<string> {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  if (!connection) throw new Error('no database runs there');
  const { db, destroy } = createDatabase({ connection });
  const now = new Date();
  const days = [-1, 0, 1].map((day) => new Date(now.getTime() + day * 24 * 60 * 60 * 1_000));
  await db
    .insertInto('backupRuns')
    .values(
      days.map((day) => ({
        day: day.toISOString().slice(0, 10),
        status: 'restored',
        startedAt: now,
        restoredAt: now,
      })),
    )
    .execute();
  const id = uuidV7();
  await db
    .insertInto('erasures')
    .values({
      id,
      erasedAt: now,
      kind: 'enquiry',
      by: 'visitor',
      orderIds: [uuidV7()],
      messageIds: [],
      conversationIds: [],
    })
    .execute();
  await destroy();
  return id;
}

/** Whether a process that writes the ledger runs under this one. */
async function isWritingLedger(pid: number): Promise<boolean> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const commands = children
    .trim()
    .split(' ')
    .map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(commands)).some((command) => command.includes('--ledger'));
}

it(
  'a BACKUP_TARGET that does not respond takes no thread of the site, which serves, ends, and writes the ledger once it does',
  { timeout: 240_000 },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'vitrin-target-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const [dataDir, target] = [join(root, 'site'), join(root, 'target')];
    const [port, before] = [await freePort(), { SAMPLE_CONTENT: 'off' }];
    const first = await startSite({ port, dataDir, environment: before });
    const erasure = await recordErasure(dataDir);
    expect(await first.end('SIGTERM')).toBe(0);

    // Whoever opens a FIFO waits for its other end, as whoever opens a file of a network drive that is gone.
    await mkdir(target);
    const ledger = join(target, 'erasures.jsonl');
    await run('mkfifo', [ledger]);
    const environment = { ...before, BACKUP_TARGET: target };
    const second = await startSite({ port, dataDir, environment });
    await expect.poll(() => isWritingLedger(second.pid)).toBe(true);
    const page = { path: '/', method: 'GET' };
    expect((await send(port, page)).status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);

    const third = await startSite({ port, dataDir, environment });
    await expect.poll(() => isWritingLedger(third.pid)).toBe(true);
    await (await open(ledger, 'w')).close();
    await expect.poll(async () => (await stat(ledger)).isFile()).toBe(true);
    const lines = parseLedger(await readFile(ledger, 'utf8'));
    expect(lines.map(({ id }) => id)).toEqual([erasure]);
    expect(await third.end('SIGTERM')).toBe(0);
  },
);
