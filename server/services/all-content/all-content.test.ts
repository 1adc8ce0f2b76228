import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import {
  buildBlogPost,
  buildClient,
  buildFaq,
  buildProject,
  buildTestimonial,
} from '#tests/support/factories.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { ALL_CONTENT, purgeDeletedContent } from './index.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const TABLES = ['blogPosts', 'projects', 'faqs', 'clients', 'testimonials'] as const;

let database: TestDatabase;
let files: TestStorage;
let ctx: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  ctx = buildServiceContext(database.db, files.storage, () => NOW);
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * 24 * 60 * 60 * 1_000);
}

async function buildOneOfEach(deletedAt: Date | null): Promise<string[]> {
  const rows = [
    await buildBlogPost(database.db, { deletedAt }),
    await buildProject(database.db, { deletedAt }),
    await buildFaq(database.db, { deletedAt }),
    await buildClient(database.db, { deletedAt }),
    await buildTestimonial(database.db, { deletedAt }),
  ];
  return rows.map(({ id }) => id);
}

async function remainingIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const table of TABLES) {
    const rows = await database.db.selectFrom(table).select('id').execute();
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

async function readVersions() {
  return database.db.selectFrom('tableVersions').selectAll().orderBy('name').execute();
}

it('removes what was deleted more than 30 days ago and keeps everything else', async () => {
  const cached = [...(await buildOneOfEach(null)), ...(await buildOneOfEach(daysAgo(29)))];
  const gone = [...(await buildOneOfEach(daysAgo(31))), ...(await buildOneOfEach(daysAgo(400)))];
  expect(gone).toHaveLength(10);
  expect(await purgeDeletedContent(ctx)).toBe(10);
  expect(await remainingIds()).toEqual(new Set(cached));

  const versions = await readVersions();
  expect(await purgeDeletedContent(ctx)).toBe(0);
  expect(await readVersions()).toEqual(versions);
});

it('counts from the moment of the deletion', async () => {
  await buildFaq(database.db, { deletedAt: daysAgo(30) });
  const { id } = await buildFaq(database.db, { deletedAt: new Date(daysAgo(30).getTime() - 1) });
  expect(await purgeDeletedContent(ctx)).toBe(1);
  expect((await remainingIds()).has(id)).toBe(false);
});

it('knows every table whose rows can be deleted and restored', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'deleted_at'
  `.execute(database.db);
  const known = ALL_CONTENT.map(({ table }) => snakeCase(table));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
