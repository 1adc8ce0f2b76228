import { describe, expect } from 'vitest';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { blogPostSchema, blogPostSummarySchema } from '#shared/blog-posts/schema.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';

const listSchema = z.array(z.strictObject(wireOf(blogPostSummarySchema).schema.shape));
const postSchema = z.strictObject(wireOf(blogPostSchema).schema.shape);

async function list(api: TestApp, query: string) {
  const response = await api.request(`/api/blog-posts${query}`);
  expect(response.status).toBe(200);
  return listSchema.parse(await response.json());
}

describe('GET /api/blog-posts', () => {
  it('lists published posts, newest first, with the listed columns only', async ({ api }) => {
    const category = 'Listing & order';
    const old = await buildBlogPost(api.db, { category, createdAt: '2026-01-01T00:00:00Z' });
    const recent = await buildBlogPost(api.db, { category, createdAt: '2026-02-01T00:00:00Z' });
    await buildBlogPost(api.db, { category, isPublished: false });
    await buildBlogPost(api.db, { category, deletedAt: new Date() });

    const posts = await list(api, `?category=${encodeURIComponent(category)}`);
    expect(posts.map(({ id }) => id)).toEqual([recent.id, old.id]);
    expect(posts[1]).toMatchObject({ slug: old.slug, created_at: '2026-01-01T00:00:00.000Z' });
  });

  it('gives no more than the limit', async ({ api }) => {
    for (let made = 0; made < 4; made += 1) await buildBlogPost(api.db);
    expect(await list(api, '?limit=3')).toHaveLength(3);
    expect((await list(api, '?limit=100&unknown=1')).length).toBeGreaterThan(3);
  });

  it('answers an empty list for a category without posts', async ({ api }) => {
    expect(await list(api, '?category=Nothing')).toEqual([]);
  });
});

describe('GET /api/blog-posts/{slug}', () => {
  it('gives the whole post with its sanitised text', async ({ api }) => {
    const post = await buildBlogPost(api.db, { content: '**Bold** <script>alert(1)</script>' });
    const response = await api.request(`/api/blog-posts/${post.slug}`);
    const body = postSchema.parse(await response.json());
    expect(body).toMatchObject({ id: post.id, content: post.content, is_published: true });
    expect(body.content_html).toBe('<p><strong>Bold</strong> </p>');
  });

  it('does not trust HTML that another sanitiser, or none, has made', async ({ api }) => {
    const post = await buildBlogPost(api.db, {
      content: 'Safe',
      contentHtml: '<img src=x onerror=alert(1)>',
      contentHtmlVersion: null,
    });
    const response = await api.request(`/api/blog-posts/${post.slug}`);
    expect(postSchema.parse(await response.json()).content_html).toBe('<p>Safe</p>');
  });

  it('answers 404 for drafts, deleted and unknown posts', async ({ api }) => {
    const draft = await buildBlogPost(api.db, { isPublished: false });
    const deleted = await buildBlogPost(api.db, { deletedAt: new Date() });
    const names = [draft.slug, deleted.slug, 'unknown', 'Ünknown', '%00', 'a%20b', 'x'.repeat(600)];
    for (const slug of names) {
      for (const path of [`/api/blog-posts/${slug}`, `/api/blog-posts/${slug}/related`]) {
        const response = await api.request(path);
        expect(response.status, path).toBe(404);
        expect(errorBodySchema.parse(await response.json()).error.code).toBe('NOT_FOUND');
      }
    }
  });
});

describe('GET /api/blog-posts/{slug}/related', () => {
  it('gives up to three other published posts of the category', async ({ api }) => {
    const category = 'Related';
    const days = ['01', '02', '03', '04', '05'];
    const posts = [];
    for (const day of days) {
      posts.push(await buildBlogPost(api.db, { category, createdAt: `2026-03-${day}T00:00:00Z` }));
    }
    await buildBlogPost(api.db, { category, isPublished: false });
    const response = await api.request(`/api/blog-posts/${posts[4]?.slug}/related`);
    const related = listSchema.parse(await response.json());
    expect(related.map(({ id }) => id)).toEqual([posts[3]?.id, posts[2]?.id, posts[1]?.id]);
  });
});
