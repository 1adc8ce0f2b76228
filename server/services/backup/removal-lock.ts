import type { ServiceContext } from '#server/context/context.ts';
import { withTryLock } from '#server/db/try-lock.ts';

/** The class of the advisory lock that a backup shares and whoever removes files of enquiries holds alone. */
export const REMOVAL_LOCK = 0x56_42_4b;

/** Does work that removes stored files of enquiries, unless a backup runs; null when it was not done. */
export async function unlessBackup<T>(
  { db }: Pick<ServiceContext, 'db'>,
  work: () => Promise<T>,
): Promise<T | null> {
  return withTryLock(db, REMOVAL_LOCK, work);
}
