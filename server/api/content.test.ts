import { describe, expect } from 'vitest';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { blogPostSchema, blogPostSummarySchema } from '#shared/blog-posts/schema.ts';
import { projectSchema } from '#shared/projects/schema.ts';
import { testimonialSchema } from '#shared/testimonials/schema.ts';
import {
  buildBlogPost,
  buildFaq,
  buildProject,
  buildTestimonial,
} from '#tests/support/factories.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';

describe('the lists', () => {
  const list = async (api: TestApp, path: string) => (await api.request(path)).json();

  it('have published questions in their order', async ({ api }) => {
    const last = await buildFaq(api.db, { sortOrder: 20 });
    const first = await buildFaq(api.db, { sortOrder: 10, category: 'Pricing' });
    expect(await list(api, '/api/faqs')).toEqual([
      { id: first.id, question: first.question, answer: first.answer, category: 'Pricing' },
      { id: last.id, question: last.question, answer: last.answer, category: 'General' },
    ]);
  });

  it('have featured testimonials, newest first, with or without a rating', async ({ api }) => {
    const createdAt = '2026-01-01T00:00:00Z';
    const old = await buildTestimonial(api.db, { createdAt, rating: null });
    const recent = await buildTestimonial(api.db, { rating: 4 });
    const testimonials = z
      .array(z.strictObject(wireOf(testimonialSchema).schema.shape))
      .parse(await list(api, '/api/testimonials'));
    expect(testimonials.map(({ id, rating }) => [id, rating])).toEqual([
      [recent.id, 4],
      [old.id, null],
    ]);
  });
});

const listSchema = z.array(z.strictObject(wireOf(blogPostSummarySchema).schema.shape));
const postSchema = z.strictObject(wireOf(blogPostSchema).schema.shape);

async function list(api: TestApp, query: string) {
  const response = await api.request(`/api/blog-posts${query}`);
  expect(response.status).toBe(200);
  return listSchema.parse(await response.json());
}

it('lists published posts, newest first, with the listed columns only', async ({ api }) => {
  const category = 'Listing & order';
  const old = await buildBlogPost(api.db, { category, createdAt: '2026-01-01T00:00:00Z' });
  const recent = await buildBlogPost(api.db, { category, createdAt: '2026-02-01T00:00:00Z' });
  await buildBlogPost(api.db, { category, isPublished: false });
  await buildBlogPost(api.db, { category, deletedAt: new Date() });

  const posts = await list(api, `?category=${encodeURIComponent(category)}`);
  expect(posts.map(({ id }) => id)).toEqual([recent.id, old.id]);
  expect(posts[1]).toMatchObject({ slug: old.slug, created_at: '2026-01-01T00:00:00.000Z' });
  const newest = await list(api, `?category=${encodeURIComponent(category)}&limit=1&unknown=1`);
  expect(newest.map(({ id }) => id)).toEqual([recent.id]);
  expect(await list(api, '?category=Nothing')).toEqual([]);
});

it('gives the whole post with its sanitised text', async ({ api }) => {
  const post = await buildBlogPost(api.db, { content: '**Bold** <script>alert(1)</script>' });
  const response = await api.request(`/api/blog-posts/${post.slug}`);
  const body = postSchema.parse(await response.json());
  expect(body).toMatchObject({ id: post.id, content: post.content, is_published: true });
  expect(body.content_html).toBe('<p><strong>Bold</strong> </p>');
});

it('lists up to three other published posts of the category', async ({ api }) => {
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

const wholeSchema = z.strictObject(wireOf(projectSchema).schema.shape);

it('lists published projects of a category, newest first, in six columns', async ({ api }) => {
  const mapping = { industryCategory: 'Mapping' } as const;
  const old = await buildProject(api.db, { ...mapping, createdAt: '2026-01-01T00:00:00Z' });
  const recent = await buildProject(api.db, mapping);
  await buildProject(api.db, { ...mapping, isPublished: false });
  await buildProject(api.db, { ...mapping, deletedAt: new Date() });
  await buildProject(api.db, { industryCategory: 'Finance' });

  const response = await api.request('/api/projects?category=Mapping');
  const projects = (await response.json()) as Record<string, unknown>[];
  expect(projects.map(({ id }) => id)).toEqual([recent.id, old.id]);
  expect(Object.keys(projects[0] ?? {}).join()).toBe(
    'id,title,short_description,industry_category,featured_image_url,tech_stack',
  );
  const all = await api.request('/api/projects');
  expect(((await all.json()) as unknown[]).length).toBe(3);
  expect(await (await api.request('/api/projects?category=Space')).json()).toEqual([]);
});

it('gives the whole project, whatever version of UUID its id is', async ({ api }) => {
  const project = await buildProject(api.db, {
    id: '11111111-2222-3333-4444-555555555555',
    clientName: 'Gökçe Demir',
    galleryImages: ['/media/projects/a.svg'],
  });
  const response = await api.request(`/api/projects/${project.id}`);
  const body = wholeSchema.extend({ id: z.string() }).parse(await response.json());
  expect(body).toMatchObject({
    id: project.id,
    client_name: 'Gökçe Demir',
    gallery_images: ['/media/projects/a.svg'],
    created_at: project.createdAt.toISOString(),
  });
});

it('answers 404 for drafts, deleted and unknown posts and projects', async ({ api }) => {
  const [draft, deleted] = [{ isPublished: false }, { deletedAt: new Date() }];
  const slugs = ['unknown', 'Ünknown', '%00', 'a%20b', 'x'.repeat(600)];
  const ids = ['01939b6e-0000-7000-8000-000000000000', 'nonsense', '%00', encodeURI('1 or 1=1')];
  for (const changes of [draft, deleted]) {
    slugs.push((await buildBlogPost(api.db, changes)).slug);
    ids.push((await buildProject(api.db, changes)).id);
  }
  const posts = slugs.map((slug) => `blog-posts/${slug}`);
  const related = posts.map((path) => `${path}/related`);
  for (const path of [...posts, ...related, ...ids.map((id) => `projects/${id}`)]) {
    const response = await api.request(`/api/${path}`);
    expect(response.status, path).toBe(404);
    expect(errorBodySchema.parse(await response.json()).error.code).toBe('NOT_FOUND');
  }
});
