import type { ServiceContext } from '#server/context/context.ts';
import { withTryLock } from '#server/db/try-lock.ts';

/** Returns null, without doing the work, while a backup runs. */
export const REMOVAL_LOCK = 0x56_42_4b;

/** Null: files are only compared with their hashes. */
export async function unlessBackup<T>(
  { db }: Pick<ServiceContext, 'db'>,
  work: () => Promise<T>,
): Promise<T | null> {
  return withTryLock(db, REMOVAL_LOCK, work);
}
