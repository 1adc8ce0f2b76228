import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table erasures drop constraint erasures_by;
    alter table erasures add constraint erasures_by
      check (by in ('visitor', 'administrator', 'command-line', 'job'));
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update erasures set by = 'command-line' where by = 'job';
    alter table erasures drop constraint erasures_by;
    alter table erasures add constraint erasures_by
      check (by in ('visitor', 'administrator', 'command-line'));
  `.execute(db);
}
