import { sql } from 'kysely';
import type { Database } from './client.ts';

/** Writing nothing needs no space, so only a failed write shows a full disk. */
const FULL_DISK_MEMORY_MS = 10_000;

/** Whether the database accepts writes: it responds, is not a standby or read-only, and its disk was not full just now. */
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
