import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { recordTables } from './cached-pages.ts';
import type { DB } from '#server/db/types.ts';

it('notes the tables of joins, parts of queries and transactions, by their names in the database', async () => {
  const tables = new Set<string>();
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  }).withPlugin(recordTables(tables));

  await db
    .selectFrom('blogPosts')
    .innerJoin('projects', 'projects.id', 'blogPosts.id')
    .select('blogPosts.id')
    .where('blogPosts.slug', 'in', db.selectFrom('faqs').select('category'))
    .execute();
  expect([...tables].toSorted()).toEqual(['blog_posts', 'faqs', 'projects']);

  await db.transaction().execute((tx) => tx.selectFrom('siteSettings').select('id').execute());
  await sql`select 1 from ${sql.table('clients')}`.execute(db);
  expect(tables).toContain('site_settings');
  expect(tables).toContain('clients');
});
