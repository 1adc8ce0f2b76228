import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Notifies open screens when the transaction commits. Never call it where enquiries are accepted: NOTIFY serialises commits. */
export async function announceChange(tx: Kysely<DB>, table: string): Promise<void> {
  await sql`
    select pg_notify(
      'table_versions', ${table}::text || ':' || (extract(epoch from clock_timestamp()) * 1000000)::bigint
    )
  `.execute(tx);
}
