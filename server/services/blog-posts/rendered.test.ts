import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { findBlogPost, renderPostsAgain } from './index.ts';

let database: TestDatabase;
let files: TestStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
});

afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

it('stores what an earlier sanitiser let through again, without making the post newer', async () => {
  const ctx = buildServiceContext(database.db, files.storage);
  const content = '<p class="fixed inset-0 lead">over everything</p>';
  const { id, slug } = await buildBlogPost(database.db, { content, isPublished: true });
  await database.db
    .updateTable('blogPosts')
    .set({ contentHtml: content, contentHtmlVersion: '1' })
    .where('id', '=', id)
    .execute();
  const before = await findBlogPost(ctx, slug);
  expect(before?.contentHtml).toBe('<p class="lead">over everything</p>');

  expect(await renderPostsAgain(ctx)).toBe(1);
  const row = await database.db
    .selectFrom('blogPosts')
    .select(['contentHtml', 'contentHtmlVersion', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.contentHtml).toBe('<p class="lead">over everything</p>');
  expect(row.contentHtmlVersion).toBe(MARKDOWN_VERSION);
  expect(row.updatedAt.toISOString()).toBe(before?.updatedAt);
  expect(await renderPostsAgain(ctx)).toBe(0);
});
