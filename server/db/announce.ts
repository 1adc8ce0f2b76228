import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/**
 * Notifies the open screens of all processes that a table changed that visitors' requests write to, when the transaction commits. Never
 * call it where enquiries are accepted: NOTIFY makes committing transactions wait for each other. What happens in a conversation is
 * announced, also by its visitor: administrators have it open.
 */
export async function announceChange(tx: Kysely<DB>, table: string): Promise<void> {
  await sql`
    select pg_notify(
      'table_versions', ${table}::text || ':' || (extract(epoch from clock_timestamp()) * 1000000)::bigint
    )
  `.execute(tx);
}
