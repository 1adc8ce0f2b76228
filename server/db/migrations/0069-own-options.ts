import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';

/** The constraints that list what one agency offers, which is content now. */
const LISTS = {
  orders: [
    'orders_service_type',
    'orders_desired_features',
    'orders_estimated_budget',
    'orders_target_timeline',
    'orders_required_languages',
  ],
  projects: ['projects_industry_category'],
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, names] of Object.entries(LISTS)) {
    const drops = sql.join(names.map((name) => sql`drop constraint ${sql.ref(name)}`));
    await sql`alter table ${sql.table(table)} ${drops}`.execute(db);
  }
  await sql`alter table projects alter industry_category set default ''`.execute(db);
}

/** Fails if a row has another value. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const schema = await readFile(new URL('0001-schema-of-1.0.0.sql', import.meta.url), 'utf8');
  for (const [table, names] of Object.entries(LISTS)) {
    for (const name of names) {
      const [, check = ''] = new RegExp(`CONSTRAINT ${name} (.*),$`, 'm').exec(schema) ?? [];
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(check)}`.execute(
        db,
      );
    }
  }
  await sql`alter table projects alter industry_category set default 'Other'`.execute(db);
}
