import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';

/** The class of the advisory lock that a backup shares and whoever removes files of enquiries holds alone. */
export const REMOVAL_LOCK = 0x56_42_4b;

/** Does work that removes stored files of enquiries, unless a backup runs; null when it was not done. */
export async function unlessBackup<T>(
  { db }: Pick<ServiceContext, 'db'>,
  work: () => Promise<T>,
): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${REMOVAL_LOCK}, 0) as is_free
    `.execute(connection);
    if (rows[0]?.isFree !== true) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${REMOVAL_LOCK}, 0)`.execute(connection);
    }
  });
}
