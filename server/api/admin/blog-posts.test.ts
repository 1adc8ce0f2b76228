import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { blogPostInputSchema } from '#shared/blog-posts/admin-schema.ts';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import { type AdminRequests, expectError, expectInvalid } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { readRow } from '#tests/support/database/rows.ts';

function buildInput(changes: object = {}) {
  return {
    title: 'Depots',
    slug: `post-${randomUUID()}`,
    excerpt: 'What it is about.',
    content: 'Some **bold** text.',
    author: 'Selin Kaya',
    category: 'General',
    reading_time: 5,
    ...changes,
  };
}

async function create(admin: AdminRequests, changes: object = {}) {
  const { status, body } = await admin.post('blog-posts', buildInput(changes));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function change(admin: AdminRequests, id: string, changes: object) {
  const post = (await admin.get(`blog-posts/${id}`)).body;
  const { status, body } = await admin.put(`blog-posts/${id}`, { ...post, ...changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The post at a public address, or the status of the response. */
async function readPublic(api: TestApp, slug: string) {
  const response = await api.request(`/api/blog-posts/${slug}`);
  return response.ok ? ((await response.json()) as Record<string, string>) : response.status;
}

describe('the text of a post', () => {
  it('is rendered when it is saved, and the site shows it at once', async ({ api, admin }) => {
    const content = 'Some **bold** <script>alert(1)</script>text.';
    const post = await create(admin, { content });
    expect(post).toMatchObject({
      content,
      content_html: '<p>Some <strong>bold</strong> text.</p>',
    });
    const { id, content_html: contentHtml } = post;
    const columns = ['contentHtml', 'contentHtmlVersion', 'publishedAt'] as const;
    const stored = { contentHtml, contentHtmlVersion: MARKDOWN_VERSION, publishedAt: null };
    expect(await readRow(api.db, 'blogPosts', columns, { id })).toEqual(stored);
    const forged = await admin.post('blog-posts', buildInput({ content_html: '<script>' }));
    expectInvalid(forged, { content_html: 'This field is not known' });
    expect(await readPublic(api, post.slug)).toBe(404);
    const changes = { title: 'Straight <b>to</b> the site', content: '## New', is_published: true };
    await change(admin, post.id, changes);
    const shown = { title: changes.title, content_html: '<h2>New</h2>' };
    expect(await readPublic(api, post.slug)).toMatchObject(shown);
  });

  it('has a preview with the listed tags, and is rejected when too costly', async ({ admin }) => {
    const content = `${'> '.repeat(200)}a`;
    const response = await admin.post('blog-posts', buildInput({ content }));
    expectInvalid(response, { content: BLOG_POST_MESSAGES.contentTooComplex });
    const preview = await admin.post('blog-posts/preview', { markdown: content });
    expectError(preview, 422, 'Error rendering content');
    const markdown = '**b** [link](https://example.com)\n\n<p onclick="alert(1)">own</p>';
    const { status, body } = await admin.post('blog-posts/preview', { markdown });
    const link = { kind: 'element', name: 'a', count: 1, line: 1, keeps_text: true };
    const handler = { kind: 'attribute', name: 'onclick', count: 1, line: 3, keeps_text: false };
    const html = '<p><strong>b</strong> link</p>\n<p>own</p>';
    expect([status, body]).toEqual([200, { html, removed: [link, handler] }]);
    expect((await admin.post('blog-posts/preview', { markdown: '' })).status).toBe(200);
    const long = { markdown: 'x'.repeat(200_001) };
    for (const wrong of [{}, { markdown: 'x', more: 1 }, long]) {
      expect((await admin.post('blog-posts/preview', wrong)).status).toBe(400);
    }
  });
});

it('sets the time of publishing once, and lists each category once', async ({ admin }) => {
  const category = `A category ${randomUUID()}`;
  const draft = await create(admin, { category });
  expect(draft.published_at).toBeNull();
  const { published_at } = await change(admin, draft.id, { is_published: true });
  expect(published_at).not.toBeNull();
  for (const isPublished of [false, true]) {
    const again = await change(admin, draft.id, { is_published: isPublished });
    expect(again).toMatchObject({ published_at, created_at: draft.created_at });
  }
  await create(admin, { category });
  const { items } = (await admin.get('blog-posts/categories')).body;
  expect(items.filter((name: string) => name === category)).toHaveLength(1);
});

describe('a slug', () => {
  const TAKEN = 'Another post has this slug already. Please choose another one.';

  it('belongs to one post, unless that is deleted', async ({ admin }) => {
    const [first, second] = [await create(admin), await create(admin)];
    const { slug } = first;
    for (const response of [
      await admin.post('blog-posts', buildInput({ slug })),
      await admin.put(`blog-posts/${second.id}`, { ...second, slug }),
    ]) {
      const error = { code: 'CONFLICT', message: TAKEN, fields: { slug: TAKEN } };
      expect(response).toEqual({ status: 409, body: { error } });
    }
    expect((await admin.remove(`blog-posts/${first.id}`)).status).toBe(200);
    await create(admin, { slug });
  });

  it('is made free when a post is restored whose slug was given away', async ({ admin }) => {
    const slug = `${'long-'.repeat(39)}title`;
    const posts = [];
    for (let index = 0; index < 2; index += 1) {
      const post = await create(admin, { slug });
      await admin.remove(`blog-posts/${post.id}`);
      posts.push(post);
    }
    await create(admin, { slug });
    const slugs: string[] = [];
    for (const { id } of posts) {
      const { body } = await admin.post(`blog-posts/${id}/restore`);
      expect(blogPostInputSchema.shape.slug.safeParse(body.slug).success).toBe(true);
      slugs.push(body.slug);
    }
    expect(slugs).toEqual([`${'long-'.repeat(38)}long-2`, `${'long-'.repeat(38)}long-3`]);
  });
});

describe('the former slugs of a post', () => {
  const readSlugs = async (api: TestApp, slugs: string[]) => {
    const posts = await Promise.all(slugs.map((slug) => readPublic(api, slug)));
    return posts.map((post) => (typeof post === 'number' ? post : post['slug']));
  };

  it('lead to it after several renames, also back to an earlier slug', async ({ api, admin }) => {
    const slugs = Array.from({ length: 3 }, () => `former-${randomUUID()}`);
    const [a, b, c] = slugs;
    const { id } = await create(admin, { is_published: true, slug: a });
    for (const slug of [b, c]) await change(admin, id, { slug });
    expect(await readSlugs(api, slugs)).toEqual([c, c, c]);
    await change(admin, id, { slug: a });
    expect(await readSlugs(api, slugs)).toEqual([a, a, a]);
    await change(admin, id, { is_published: false });
    expect(await readSlugs(api, slugs)).toEqual([404, 404, 404]);
    await change(admin, id, { slug: b });
    await admin.remove(`blog-posts/${id}`);
    expect(await readSlugs(api, slugs)).toEqual([404, 404, 404]);
  });

  it('belong to the post that has them now, and to no former draft', async ({ api, admin }) => {
    const { id, slug } = await create(admin, { is_published: true });
    const renamed = `${slug}-renamed`;
    await change(admin, id, { slug: renamed });
    const other = await create(admin, { is_published: true, slug });
    expect(await readSlugs(api, [slug, renamed])).toEqual([slug, renamed]);
    await change(admin, other.id, { slug: `${slug}-other` });
    expect(await readSlugs(api, [slug])).toEqual([`${slug}-other`]);
    const draft = await create(admin);
    await change(admin, draft.id, { slug: `${draft.slug}-renamed` });
    await change(admin, draft.id, { is_published: true });
    expect(await readSlugs(api, [draft.slug])).toEqual([404]);
  });
});
