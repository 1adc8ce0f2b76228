import { expect } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { findBlogPost, renderPostsAgain } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';

it('stores posts of an earlier sanitiser again, as old as they are', async ({ db, files }) => {
  const ctx = buildServiceContext(db, files.storage);
  const content = '<p class="fixed inset-0 lead">over everything</p>';
  const { id, slug } = await buildBlogPost(db, { content, isPublished: true });
  await updateRows(db, 'blogPosts', { id }, { contentHtml: content, contentHtmlVersion: '1' });
  const before = await findBlogPost(ctx, slug);
  expect(before?.contentHtml).toBe('<p class="lead">over everything</p>');

  expect(await renderPostsAgain(ctx)).toBe(1);
  const row = await readRow(db, 'blogPosts', '*', { id });
  expect(row.contentHtml).toBe('<p class="lead">over everything</p>');
  expect(row.contentHtmlVersion).toBe(MARKDOWN_VERSION);
  expect(row.updatedAt.toISOString()).toBe(before?.updatedAt);
  expect(await renderPostsAgain(ctx)).toBe(0);
});
