import { randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync } from 'node:fs';
import { access, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const syncFile = promisify(fsync);

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(errorText).join(', ');
  }
  return error instanceof Error ? error.message || error.name : String(error);
}

export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes a rename or new entry survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  // A directory in use is cached: opening it synchronously is faster than by a thread.
  const file = openSync(directory, 'r');
  try {
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}

export async function writePrivateFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
  await rename(temporary, file);
  await syncDirectory(path.dirname(file));
}

export async function writeNewFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(temporary, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
  await syncDirectory(path.dirname(file));
}
