import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projects
      -- {metric, before, after, howMeasured}: texts, of which before and howMeasured may be empty.
      add column results jsonb not null default '[]',
      add column is_featured boolean not null default false,
      add constraint projects_results check (
        jsonb_typeof(results) = 'array'
        and results @@ '$.size() <= 6'
        and not results @? 'strict $[*] ? (@.type() != "object")'
        and not results @? '$[*] ? (!(
          @.metric.type() == "string" && @.metric != ""
          && @.before.type() == "string"
          && @.after.type() == "string" && @.after != ""
          && @.howMeasured.type() == "string"
        ))'
      );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects drop column results, drop column is_featured`.execute(db);
}
