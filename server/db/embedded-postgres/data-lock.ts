import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, readIfPresent } from '#server/lib/files.ts';
import { canSignal } from './postmaster.ts';

const SQLITE_BUSY = 5;
const OWNER_WAIT_MS = 1_000;

// A collected handle would be closed, and the lock with it.
// bounded by the folders that the program locks once at its start
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks a folder for this process, or throws with the owner's pid. The operating system releases SQLite's file lock with its
 * process, so it is never stale.
 */
export async function acquireDataLock(folder: string, what: string): Promise<Disposable> {
  const lockFile = path.join(folder, 'postgres.lock');
  const ownerFile = path.join(folder, 'postgres.owner');
  const deadline = Date.now() + OWNER_WAIT_MS;
  for (;;) {
    const database = tryLock(lockFile);
    if (database) return holdLock(database, lockFile, ownerFile);
    const owner = Number(await readIfPresent(ownerFile));
    const isKnown = Number.isInteger(owner) && owner > 0;
    if ((isKnown && canSignal(owner)) || Date.now() > deadline) {
      const who = isKnown ? `process ${owner}` : 'another process';
      throw new Error(`${what} ${folder} is already in use by ${who}.`);
    }
    await sleep(50);
  }
}

function tryLock(lockFile: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile);
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw new Error(`Cannot lock ${lockFile}: ${errorText(error)}.`, { cause: error });
  }
}

function holdLock(database: DatabaseSync, lockFile: string, ownerFile: string): Disposable {
  heldLocks.add(database);
  // Keeps other users from locking it. Never open the file: closing any handle of it ends the process's lock.
  chmodSync(lockFile, 0o600);
  writeFileSync(ownerFile, `${process.pid}\n`);
  return {
    [Symbol.dispose]() {
      heldLocks.delete(database);
      rmSync(ownerFile, { force: true });
      database.close();
    },
  };
}
