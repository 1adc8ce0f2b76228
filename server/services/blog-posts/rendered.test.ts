import { expect } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { findBlogPost, renderPostsAgain } from './index.ts';
import { it } from '#tests/support/fixtures.ts';

it('stores what an earlier sanitiser let through again, without making the post newer', async ({
  db,
  files,
}) => {
  const ctx = buildServiceContext(db, files.storage);
  const content = '<p class="fixed inset-0 lead">over everything</p>';
  const { id, slug } = await buildBlogPost(db, { content, isPublished: true });
  await db
    .updateTable('blogPosts')
    .set({ contentHtml: content, contentHtmlVersion: '1' })
    .where('id', '=', id)
    .execute();
  const before = await findBlogPost(ctx, slug);
  expect(before?.contentHtml).toBe('<p class="lead">over everything</p>');

  expect(await renderPostsAgain(ctx)).toBe(1);
  const row = await db
    .selectFrom('blogPosts')
    .select(['contentHtml', 'contentHtmlVersion', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.contentHtml).toBe('<p class="lead">over everything</p>');
  expect(row.contentHtmlVersion).toBe(MARKDOWN_VERSION);
  expect(row.updatedAt.toISOString()).toBe(before?.updatedAt);
  expect(await renderPostsAgain(ctx)).toBe(0);
});
