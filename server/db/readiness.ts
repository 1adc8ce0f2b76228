import { sql } from 'kysely';
import type { Database } from './client.ts';

/** A full disk is known by a write that failed, since to write nothing needs no space. */
const FULL_DISK_MEMORY_MS = 10_000;

/**
 * Whether a lead can be written: the database responds, takes writes (it is no standby and not read-only), lets us, and has not
 * just said that its disk is full. Nothing is written.
 */
export async function canWrite({
  db,
  lastFullDisk,
}: Pick<Database, 'db' | 'lastFullDisk'>): Promise<boolean> {
  const fullAt = lastFullDisk();
  if (fullAt !== null && performance.now() - fullAt < FULL_DISK_MEMORY_MS) return false;
  try {
    await sql`update contact_messages set id = id where false`.execute(db);
    return true;
  } catch {
    return false;
  }
}
