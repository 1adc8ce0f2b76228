import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

/** The number of statements of this database that wait for a lock. */
export async function countBlocked(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length;
}
