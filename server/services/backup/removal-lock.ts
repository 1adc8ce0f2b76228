import type { ServiceContext } from '#server/context/context.ts';
import { withTryLock } from '#server/db/try-lock.ts';

/** Class of the advisory lock: shared by backups, exclusive for removing stored files. */
export const REMOVAL_LOCK = 0x56_42_4b;

/** Returns null, without doing the work, while a backup runs. */
export async function unlessBackup<T>(
  { db }: Pick<ServiceContext, 'db'>,
  work: () => Promise<T>,
): Promise<T | null> {
  return withTryLock(db, REMOVAL_LOCK, work);
}
