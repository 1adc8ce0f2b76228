import { type Kysely, sql } from 'kysely';

const TABLES = ['blog_posts', 'projects', 'faqs', 'clients', 'testimonials', 'team_members'];

/** Marks records of the sample content. Those of an older version are not marked: they may have been edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`
      alter table ${sql.table(table)} add column is_sample boolean not null default false
    `.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`alter table ${sql.table(table)} drop column is_sample`.execute(db);
  }
}
