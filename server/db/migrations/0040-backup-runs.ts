import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The backup of each night, on the calendar of the office: made, then restored elsewhere to see that it can be.
    create table backup_runs (
      day text primary key,
      status text not null,
      attempts integer not null default 1,
      started_at timestamptz(3) not null,
      restored_at timestamptz(3),
      place text,
      size_bytes bigint,
      table_rows bigint,
      files integer,
      backup_ms integer,
      restore_ms integer,
      problems jsonb not null default '[]',
      error text,
      constraint backup_runs_day check (day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
      constraint backup_runs_status check (status in ('running', 'pending', 'restored', 'failed')),
      constraint backup_runs_attempts check (attempts >= 0),
      constraint backup_runs_restored check ((status = 'restored') = (restored_at is not null)),
      constraint backup_runs_problems check (jsonb_typeof(problems) = 'array'),
      constraint backup_runs_error check (char_length(error) <= 1000)
    );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table backup_runs`.execute(db);
}
