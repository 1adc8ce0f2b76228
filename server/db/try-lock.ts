import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Null, without running `work`, when another connection holds the lock. */
export async function withTryLock<T>(
  db: Kysely<DB>,
  lock: number,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${lock}, 0) as is_free
    `.execute(connection);
    if (rows[0]?.isFree !== true) return null;
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lock}, 0)`.execute(connection);
    }
  });
}
