import { type Kysely, sql } from 'kysely';

/** How many files of enquiries a backup misses: `problems` names the first ones only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_runs add column missing_files integer not null default 0`.execute(
    db,
  );
  await sql`update backup_runs set missing_files = jsonb_array_length(problems)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_runs drop column missing_files`.execute(db);
}
