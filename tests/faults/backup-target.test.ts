import { execFile } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import { expect, it } from 'vitest';
import { parseLedger } from '#server/services/backup/index.ts';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { get } from './faults.ts';
import { makeTestDatabase, startTestPlace } from './place.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

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
  { timeout: 120_000 },
  async () => {
    const { db, url } = await makeTestDatabase();
    // Only the ledger is due: the backups of all nights that could be are made.
    const startedAt = new Date();
    const runs = [-1, 0, 1].map((day) => ({
      day: new Date(startedAt.getTime() + day * DAY_MS).toISOString().slice(0, 10),
      status: 'restored' as const,
      startedAt,
      restoredAt: startedAt,
    }));
    await insertRows(db, 'backupRuns', runs);
    const erasure = { id: uuidV7(), erasedAt: startedAt, kind: 'enquiry', by: 'visitor' } as const;
    const ids = { orderIds: [uuidV7()], messageIds: [], conversationIds: [] };
    await insertRows(db, 'erasures', { ...erasure, ...ids });

    // Opening a FIFO waits for its other end, like a file of a network drive that is gone.
    const BACKUP_TARGET = await makeTestFolder();
    const ledger = join(BACKUP_TARGET, 'erasures.jsonl');
    await promisify(execFile)('mkfifo', [ledger]);
    const place = await startTestPlace({ DATABASE_URL: url, BACKUP_TARGET });
    await expect.poll(() => isWritingLedger(place.process.pid)).toBe(true);
    expect((await get(place.port, '/')).status).toBe(200);
    expect(await place.process.end('SIGTERM')).toBe(0);

    await place.start();
    await expect.poll(() => isWritingLedger(place.process.pid)).toBe(true);
    await (await open(ledger, 'w')).close();
    await expect.poll(async () => (await stat(ledger)).isFile()).toBe(true);
    const lines = parseLedger(await readFile(ledger, 'utf8'));
    expect(lines.map(({ id }) => id)).toEqual([erasure.id]);
    expect(await place.process.end('SIGTERM')).toBe(0);
  },
);
