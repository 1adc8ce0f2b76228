import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import {
  adminBlogPostSchema,
  adminBlogPostSummarySchema,
  blogPostInputSchema,
} from '#shared/blog-posts/admin-schema.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { type AdminRequests, signedInRequests } from '#tests/support/admin-requests.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const postSchema = z.strictObject(wireOf(adminBlogPostSchema).schema.shape);
const pageSchema = z.strictObject({
  items: z.array(z.strictObject(wireOf(adminBlogPostSummarySchema).schema.shape)),
  next_cursor: z.string().nullable(),
});
let serial = 0;

function call(admin: AdminRequests, method: string, path = '', body?: unknown): Promise<Response> {
  return admin.raw(method, `blog-posts${path}`, body);
}

function input(changes: Record<string, unknown> = {}) {
  serial += 1;
  return {
    title: `Post ${serial}`,
    slug: `post-${serial}-${randomUUID().slice(0, 8)}`,
    excerpt: 'What it is about.',
    content: 'Some **bold** text.',
    author: 'Selin Kaya',
    category: 'General',
    reading_time: 5,
    featured_image_url: '',
    featured_image_alt: '',
    is_published: false,
    ...changes,
  };
}

async function read(response: Response, status = 200) {
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  return postSchema.parse(body);
}

async function create(admin: AdminRequests, changes: Record<string, unknown> = {}) {
  return read(await call(admin, 'POST', '', input(changes)), 201);
}

/** What a form of this post would send. */
function changeOf(post: z.infer<typeof postSchema>, changes: Record<string, unknown> = {}) {
  return {
    ...Object.fromEntries(Object.keys(input()).map((name) => [name, post[name as 'title']])),
    updated_at: post.updated_at,
    ...changes,
  };
}

async function rejection(response: Response) {
  const { error } = errorBodySchema.parse(await response.json());
  return { status: response.status, ...error };
}

async function list(admin: AdminRequests, query = '') {
  const response = await call(admin, 'GET', query);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return pageSchema.parse(body);
}

describe('POST /api/admin/blog-posts', () => {
  it('stores a draft with its rendered text', async ({ api, admin }) => {
    const body = input({ content: 'Some **bold** <script>alert(1)</script>text.' });
    const post = await read(await call(admin, 'POST', '', body), 201);
    expect(post).toMatchObject({ ...body, featured_image_url: null, published_at: null });
    expect(post.content_html).toBe('<p>Some <strong>bold</strong> text.</p>');
    const row = await api.db
      .selectFrom('blogPosts')
      .select(['contentHtml', 'contentHtmlVersion', 'publishedAt'])
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      contentHtml: post.content_html,
      contentHtmlVersion: MARKDOWN_VERSION,
      publishedAt: null,
    });
    expect((await api.request(`/api/blog-posts/${post.slug}`)).status).toBe(404);
  });

  it('shows a published post on the site at once', async ({ api, admin }) => {
    const post = await create(admin, {
      is_published: true,
      title: 'Straight <b>to</b> the site',
      featured_image_url: '/media/blog-images/1700000000000-abcdefghij0123456789.webp',
      featured_image_alt: 'A chart',
    });
    expect(post.published_at).not.toBeNull();
    const response = await api.request(`/api/blog-posts/${post.slug}`);
    expect(await response.json()).toMatchObject({
      title: 'Straight <b>to</b> the site',
      content_html: post.content_html,
      featured_image_url: post.featured_image_url,
      featured_image_alt: 'A chart',
    });
  });

  it('fills in what may be left out, and trims', async ({ admin }) => {
    const { featured_image_url: _, featured_image_alt: __, is_published: ___, ...rest } = input();
    const post = await read(await call(admin, 'POST', '', { ...rest, title: '  A title  ' }), 201);
    expect(post).toMatchObject({
      title: 'A title',
      featured_image_url: null,
      featured_image_alt: '',
      is_published: false,
    });
  });

  it.for([
    ['title', 'Title is required'],
    ['slug', 'Slug is required'],
    ['excerpt', 'Excerpt is required'],
    ['content', 'Content is required'],
    ['author', 'Author is required'],
    ['category', 'Category is required'],
  ] as const)('says that the %s is missing', async ([name, message], { admin }) => {
    for (const value of ['', '   ', undefined, null, 7, [], {}]) {
      const error = await rejection(await call(admin, 'POST', '', input({ [name]: value })));
      expect(error, JSON.stringify(value)).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        fields: { [name]: message },
      });
    }
  });

  it('reports all missing fields together', async ({ admin }) => {
    const error = await rejection(await call(admin, 'POST', '', {}));
    expect(error.fields).toEqual({
      title: 'Title is required',
      slug: 'Slug is required',
      excerpt: 'Excerpt is required',
      content: 'Content is required',
      author: 'Author is required',
      category: 'Category is required',
      reading_time: 'Reading time must be at least 1 minute',
    });
  });

  it.for([0, -1, 0.5, 1.5, '5', null, undefined, 1e21])(
    'refuses the reading time %j',
    async (value, { admin }) => {
      const { status, fields } = await rejection(
        await call(admin, 'POST', '', input({ reading_time: value })),
      );
      expect([status, fields]).toEqual([
        400,
        { reading_time: 'Reading time must be at least 1 minute' },
      ]);
    },
  );

  it.for([
    ['title', 200],
    ['slug', 200],
    ['excerpt', 500],
    ['content', 200_000],
    ['author', 200],
    ['category', 100],
    ['featured_image_alt', 300],
  ] as const)('takes a %s of %d characters and no more', async ([name, limit], { admin }) => {
    const filler = name === 'slug' ? 'x' : 'ç';
    const start = name === 'slug' ? randomUUID() : '';
    const longest = start + filler.repeat(limit - start.length);
    await create(admin, { [name]: longest });
    const { status, fields } = await rejection(
      await call(admin, 'POST', '', input({ [name]: `${longest}${filler}` })),
    );
    expect(status).toBe(400);
    expect(fields).toEqual({
      [name]: `Please use at most ${limit.toLocaleString('en-US')} characters`,
    });
  });

  it('refuses more than 999 minutes and a body of more than 512 KiB', async ({ admin }) => {
    const { fields } = await rejection(
      await call(admin, 'POST', '', input({ reading_time: 1_000 })),
    );
    expect(fields).toEqual({ reading_time: BLOG_POST_MESSAGES.readingTimeTooLong });
    const large = await call(admin, 'POST', '', input({ content: 'x'.repeat(513 * 1024) }));
    expect(large.status).toBe(413);
  });

  it.for(['A', 'a b', 'ışık', '-a', 'a-', 'a--b', 'a/b', '../a', 'a_b', 'a?b', 'a\nb'])(
    'refuses the slug %j',
    async (slug, { admin }) => {
      const { status, fields } = await rejection(await call(admin, 'POST', '', input({ slug })));
      expect([status, fields]).toEqual([400, { slug: BLOG_POST_MESSAGES.slugForm }]);
    },
  );

  it.for([
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '/media/../api/admin',
    '/media/uploads/../../x.png',
    '/media/uploads/x.html',
    '/media/uploads/x.svg?a=1',
    '/uploads/x.png',
    'x',
  ])('refuses the picture %j', async (url, { admin }) => {
    const { status, fields } = await rejection(
      await call(admin, 'POST', '', input({ featured_image_url: url })),
    );
    expect([status, fields]).toEqual([400, { featured_image_url: UPLOAD_MESSAGES.notOurs }]);
  });

  it('refuses a slug that another post has, but not that of a deleted one', async ({ admin }) => {
    const first = await create(admin);
    const error = await rejection(await call(admin, 'POST', '', input({ slug: first.slug })));
    expect(error).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'Another post has this slug already. Please choose another one.',
      fields: { slug: 'Another post has this slug already. Please choose another one.' },
    });
    expect((await call(admin, 'DELETE', `/${first.id}`)).status).toBe(200);
    await create(admin, { slug: first.slug });
  });

  it('gives a slug to exactly one of many parallel posts', async ({ api, admin }) => {
    const other = await signedInRequests(api);
    const slug = `race-${randomUUID()}`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? admin : other).raw('POST', 'blog-posts', input({ slug })),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it.for([
    ['nested too deeply', `${'> '.repeat(200)}a`],
    ['of too many lines', '- a\n'.repeat(50_000)],
    ['of too many brackets', '[^a] '.repeat(40_000)],
    ['of too many open links', '![a]('.repeat(40_000)],
  ] as const)('refuses a text %s, quickly', async ([, content], { admin }) => {
    const started = performance.now();
    const { status, fields } = await rejection(await call(admin, 'POST', '', input({ content })));
    expect([status, fields]).toEqual([400, { content: BLOG_POST_MESSAGES.contentTooComplex }]);
    expect((await call(admin, 'POST', '/preview', { markdown: content })).status).toBe(422);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it.for<[string, unknown]>([
    ['an array', []],
    ['null', null],
    ['a text', 'x'],
    ['a number', 7],
    ['an unknown field', { ...input(), id: randomUUID() }],
    ['another unknown field', { ...input(), content_html: '<script>' }],
    ['our own names', { ...input(), isPublished: true }],
    ['a date of its own', { ...input(), created_at: '2020-01-01T00:00:00Z' }],
    ['a published flag as a text', { ...input(), is_published: 'yes' }],
    ['a NUL', { ...input(), title: 'a\0b' }],
    ['half a character', { ...input(), content: '\ud800' }],
    ['a list as a title', { ...input(), title: ['a'] }],
    ['an object as a picture', { ...input(), featured_image_url: {} }],
    ['an endless number', { ...input(), reading_time: 1e308 }],
  ] as const)('refuses %s', async ([, body], { admin }) => {
    const { status, message } = await rejection(await call(admin, 'POST', '', body));
    expect(status).toBe(400);
    expect(message).not.toBe('');
  });

  it.for([
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'; drop table blog_posts; --",
    '${7*7}{{7*7}}',
    '\u202Egnp.exe',
    'Ünïcödé 😀 ışık İSTANBUL',
    '%00%0a',
    'constructor',
  ])('stores the text %j as it is', async (text, { admin }) => {
    const post = await create(admin, { title: text, excerpt: text, author: text, category: text });
    expect(post).toMatchObject({ title: text, excerpt: text, author: text, category: text });
    expect(
      (await list(admin, `?search=${encodeURIComponent(text)}`)).items.map(({ id }) => id),
    ).toContain(post.id);
  });
});

describe('PUT /api/admin/blog-posts/{id}', () => {
  it('changes a post, and the site shows the change at once', async ({ api, admin }) => {
    const post = await create(admin, { is_published: true });
    const changed = await read(
      await call(admin, 'PUT', `/${post.id}`, changeOf(post, { title: 'New', content: '## New' })),
    );
    expect(changed).toMatchObject({ title: 'New', content_html: '<h2>New</h2>' });
    expect(changed.updated_at > post.updated_at).toBe(true);
    expect(await (await api.request(`/api/blog-posts/${post.slug}`)).json()).toMatchObject({
      title: 'New',
      content_html: '<h2>New</h2>',
    });
  });

  it('sets the time of publishing once', async ({ api, admin }) => {
    const draft = await create(admin);
    const published = await read(
      await call(admin, 'PUT', `/${draft.id}`, changeOf(draft, { is_published: true })),
    );
    expect(published.published_at).not.toBeNull();
    const hidden = await read(
      await call(admin, 'PUT', `/${draft.id}`, changeOf(published, { is_published: false })),
    );
    expect(hidden.published_at).toBe(published.published_at);
    expect((await api.request(`/api/blog-posts/${draft.slug}`)).status).toBe(404);
    const again = await read(
      await call(admin, 'PUT', `/${draft.id}`, changeOf(hidden, { is_published: true })),
    );
    expect(again.published_at).toBe(published.published_at);
    expect(again.created_at).toBe(draft.created_at);
  });

  it('refuses the change of the slower of two administrators, who may then overwrite', async ({
    api,
    admin,
  }) => {
    const other = await signedInRequests(api);
    const post = await create(admin);
    const first = await read(
      await call(admin, 'PUT', `/${post.id}`, changeOf(post, { title: 'First' })),
    );
    const late = changeOf(post, { title: 'Second' });
    const error = await rejection(await other.raw('PUT', `blog-posts/${post.id}`, late));
    expect(error).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'This blog post was changed by someone else in the meantime.',
    });
    const current = await read(await other.raw('GET', `blog-posts/${post.id}`));
    expect(current).toEqual(first);
    const overwritten = await read(
      await other.raw('PUT', `blog-posts/${post.id}`, { ...late, updated_at: current.updated_at }),
    );
    expect(overwritten.title).toBe('Second');
  });

  it('lets exactly one of many parallel changes through', async ({ admin }) => {
    const post = await create(admin);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(admin, 'PUT', `/${post.id}`, changeOf(post, { title: `Title ${index}` })),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('refuses the slug of another post', async ({ admin }) => {
    const other = await create(admin);
    const post = await create(admin);
    const error = await rejection(
      await call(admin, 'PUT', `/${post.id}`, changeOf(post, { slug: other.slug })),
    );
    expect(error).toMatchObject({ status: 409, fields: { slug: BLOG_POST_MESSAGES.slugTaken } });
  });

  it('checks a change like a new post, and wants to know which version was changed', async ({
    admin,
  }) => {
    const post = await create(admin);
    const error = await rejection(await call(admin, 'PUT', `/${post.id}`, { title: '' }));
    expect(error.fields).toMatchObject({ title: 'Title is required' });
    expect(error.fields).toHaveProperty('updated_at');
    for (const value of ['yesterday', 5, null, '2026-13-45T00:00:00Z']) {
      const { status, fields } = await rejection(
        await call(admin, 'PUT', `/${post.id}`, changeOf(post, { updated_at: value })),
      );
      expect([status, Object.keys(fields ?? {})]).toEqual([400, ['updated_at']]);
    }
  });

  it('does not know a post that does not exist or was deleted', async ({ admin }) => {
    const post = await create(admin);
    await call(admin, 'DELETE', `/${post.id}`);
    for (const id of [post.id, randomUUID(), 'x', '%00', '..%2f', "1'or'1", 'a'.repeat(3_000)]) {
      expect((await call(admin, 'PUT', `/${id}`, changeOf(post))).status, id).toBe(404);
      expect((await call(admin, 'GET', `/${id}`)).status, id).toBe(404);
      expect((await call(admin, 'DELETE', `/${id}`)).status, id).toBe(404);
    }
  });
});

describe('DELETE and restore', () => {
  it('takes a post off the site and brings it back', async ({ api, admin }) => {
    const post = await create(admin, { is_published: true });
    expect((await call(admin, 'DELETE', `/${post.id}`)).status).toBe(200);
    expect((await api.request(`/api/blog-posts/${post.slug}`)).status).toBe(404);
    expect((await list(admin, `?search=${post.slug}`)).items).toEqual([]);
    const deleted = await list(admin, `?deleted=1&search=${post.slug}`);
    expect(deleted.items).toHaveLength(1);
    expect(deleted.items[0]?.deleted_at).not.toBeNull();

    const restored = await read(await call(admin, 'POST', `/${post.id}/restore`));
    expect(restored).toMatchObject({ title: post.title, deleted_at: null, is_published: true });
    expect((await api.request(`/api/blog-posts/${post.slug}`)).status).toBe(200);
    expect((await call(admin, 'POST', `/${post.id}/restore`)).status).toBe(404);
    expect((await call(admin, 'POST', `/${randomUUID()}/restore`)).status).toBe(404);
    expect((await call(admin, 'POST', '/x/restore')).status).toBe(404);
  });

  it('restores a post whose slug was given away under a free one', async ({ admin }) => {
    const slug = `${'long-'.repeat(39)}title`;
    const posts = [await create(admin, { slug })];
    await call(admin, 'DELETE', `/${posts[0]?.id}`);
    posts.push(await create(admin, { slug }));
    await call(admin, 'DELETE', `/${posts[1]?.id}`);
    await create(admin, { slug });
    const slugs: string[] = [];
    for (const { id } of posts) {
      const restored = await read(await call(admin, 'POST', `/${id}/restore`));
      expect(blogPostInputSchema.shape.slug.safeParse(restored.slug).success).toBe(true);
      slugs.push(restored.slug);
    }
    expect(slugs).toEqual([`${'long-'.repeat(38)}long-2`, `${'long-'.repeat(38)}long-3`]);
  });
});

describe('the former slugs of a post', () => {
  const readPublic = async (api: TestApp, slug: string) => {
    const response = await api.request(`/api/blog-posts/${slug}`);
    return response.ok ? ((await response.json()) as { slug: string }).slug : response.status;
  };

  async function rename(admin: AdminRequests, post: z.infer<typeof postSchema>, slug: string) {
    const response = await call(admin, 'PUT', `/${post.id}`, changeOf(post, { slug }));
    expect(response.status).toBe(200);
    return postSchema.parse(await response.json());
  }

  it('lead to it, however often it was renamed, also back to an earlier one', async ({
    api,
    admin,
  }) => {
    const [a, b, c] = Array.from({ length: 3 }, () => `former-${randomUUID()}`) as [
      string,
      string,
      string,
    ];
    const post = await create(admin, { is_published: true, slug: a });
    const second = await rename(admin, post, b);
    const third = await rename(admin, second, c);
    expect(await Promise.all([a, b, c].map((slug) => readPublic(api, slug)))).toEqual([c, c, c]);
    const back = await rename(admin, third, a);
    expect(await Promise.all([a, b, c].map((slug) => readPublic(api, slug)))).toEqual([a, a, a]);
    const draft = await call(admin, 'PUT', `/${post.id}`, changeOf(back, { is_published: false }));
    const whileDraft = await Promise.all([a, b, c].map((slug) => readPublic(api, slug)));
    expect(whileDraft).toEqual([404, 404, 404]);
    await rename(admin, postSchema.parse(await draft.json()), b);
    await call(admin, 'DELETE', `/${post.id}`);
    expect(await Promise.all([a, b, c].map((slug) => readPublic(api, slug)))).toEqual([
      404, 404, 404,
    ]);
  });

  it('belong to whoever has them now, and are none of a post that was never published', async ({
    api,
    admin,
  }) => {
    const post = await create(admin, { is_published: true });
    const renamed = await rename(admin, post, `${post.slug}-renamed`);
    const other = await create(admin, { is_published: true, slug: post.slug });
    expect(await readPublic(api, post.slug)).toBe(post.slug);
    expect(await readPublic(api, renamed.slug)).toBe(renamed.slug);
    await rename(admin, other, `${post.slug}-other`);
    expect(await readPublic(api, post.slug)).toBe(`${post.slug}-other`);
    const draft = await create(admin);
    const published = await rename(admin, draft, `${draft.slug}-renamed`);
    await call(admin, 'PUT', `/${draft.id}`, changeOf(published, { is_published: true }));
    expect(await readPublic(api, draft.slug)).toBe(404);
  });
});

describe('GET /api/admin/blog-posts', () => {
  it('lists drafts too, newest first, page by page', async ({ api, admin }) => {
    const category = `Paging ${randomUUID()}`;
    const made = [];
    for (const day of ['01', '02', '02', '03']) {
      made.push(
        await buildBlogPost(api.db, {
          category,
          createdAt: `2026-03-${day}T00:00:00Z`,
          isPublished: day === '03',
        }),
      );
    }
    const query = `?category=${encodeURIComponent(category)}`;
    const whole = await list(admin, query);
    expect(whole.next_cursor).toBeNull();
    const order = made
      .toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    expect(whole.items.map(({ id }) => id)).toEqual(order);

    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: z.infer<typeof pageSchema> = await list(
        admin,
        `${query}&limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(order);

    expect((await list(admin, `${query}&status=published`)).items).toHaveLength(1);
    expect((await list(admin, `${query}&status=draft`)).items).toHaveLength(3);
    const count = await call(admin, 'GET', `/count${query}&status=draft`);
    expect(await count.json()).toEqual({ total: 3 });
  });

  it('pages through deleted posts, the last deleted first', async ({ api, admin }) => {
    const category = `Deleted ${randomUUID()}`;
    const ids: string[] = [];
    for (const day of ['05', '07', '06']) {
      const { id } = await buildBlogPost(api.db, {
        category,
        deletedAt: `2026-03-${day}T00:00:00Z`,
      });
      ids.push(id);
    }
    const query = `?deleted=1&category=${encodeURIComponent(category)}`;
    const first = await list(admin, `${query}&limit=2`);
    const second = await list(admin, `${query}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('finds title, slug, category, author and excerpt, whatever the case and the dots on the i', async ({
    admin,
  }) => {
    const mark = randomUUID();
    const post = await create(admin, {
      title: `IŞIK ${mark}`,
      slug: `search-${mark}`,
      author: 'Gökçe Demir',
      category: `Lojistik ${mark}`,
      excerpt: `100% _özet_ ${mark}`,
    });
    for (const search of [
      `ışık ${mark}`,
      `isik ${mark}`,
      `SEARCH-${mark}`,
      `LOJİSTİK ${mark}`,
      `100% _ÖZET_ ${mark}`,
      mark.toUpperCase(),
    ]) {
      const { items } = await list(admin, `?search=${encodeURIComponent(search)}`);
      expect(
        items.map(({ id }) => id),
        search,
      ).toEqual([post.id]);
    }
    expect((await list(admin, `?search=${encodeURIComponent(`1__ ${mark}`)}`)).items).toEqual([]);
  });

  it('answers the categories in use', async ({ admin }) => {
    const category = `A category ${randomUUID()}`;
    await create(admin, { category });
    await create(admin, { category });
    const { items } = z
      .strictObject({ items: z.array(z.string()) })
      .parse(await (await call(admin, 'GET', '/categories')).json());
    expect(items.filter((name) => name === category)).toHaveLength(1);
  });

  it.for([
    '?status=other',
    '?deleted=2',
    '?limit=0',
    '?limit=101',
    '?cursor=x',
    '?cursor=W10',
    `?search=${'x'.repeat(201)}`,
    '?search=%00',
    '?category=%00',
  ])('refuses the query %s', async (query, { admin }) => {
    expect((await rejection(await call(admin, 'GET', query))).status).toBe(400);
  });

  it.for(['not a date', '', '0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', 'now'])(
    'refuses a page that starts at %j',
    async (value, { admin }) => {
      const place = JSON.stringify([value, randomUUID()]);
      const cursor = Buffer.from(place).toString('base64url');
      expect((await call(admin, 'GET', `?cursor=${cursor}`)).status).toBe(400);
    },
  );

  it.for([
    "?search='%20or%201=1--",
    '?search=%25',
    '?search=\\',
    '?search=%F0%9F%98%80',
    '?category=constructor',
    '?unknown=1',
  ])('does not fail on the query %s', async (query, { admin }) => {
    expect((await call(admin, 'GET', query)).status).toBeLessThan(500);
  });
});

describe('POST /api/admin/blog-posts/preview', () => {
  it('keeps the listed tags without any attribute', async ({ admin }) => {
    const markdown = [
      '# Title',
      '**b** *i* `c` [link](https://example.com)',
      '<p class="x" onclick="alert(1)">own</p>',
      '<img src=x onerror=alert(1)><script>alert(1)</script>',
    ].join('\n\n');
    const response = await call(admin, 'POST', '/preview', { markdown });
    expect(response.status).toBe(200);
    const { html, removed } = z
      .strictObject({ html: z.string(), removed: z.array(z.unknown()) })
      .parse(await response.json());
    expect(removed).toContainEqual({
      kind: 'element',
      name: 'a',
      count: 1,
      line: 3,
      keeps_text: true,
    });
    expect(removed).toContainEqual({
      kind: 'attribute',
      name: 'onclick',
      count: 1,
      line: 5,
      keeps_text: false,
    });
    expect(html).toContain('<strong>b</strong> <em>i</em> <code>c</code> link');
    expect(html).not.toMatch(/<\w+\s|script|img|onclick/);
  });

  it('says that a text cannot be rendered', async ({ admin }) => {
    const error = await rejection(
      await call(admin, 'POST', '/preview', { markdown: '> '.repeat(500) }),
    );
    expect(error).toMatchObject({ status: 422, message: 'Error rendering content' });
  });

  it('takes an empty text and refuses what is none', async ({ admin }) => {
    expect((await call(admin, 'POST', '/preview', { markdown: '' })).status).toBe(200);
    for (const body of [{}, { markdown: 7 }, { markdown: 'x', more: 1 }, []]) {
      expect((await call(admin, 'POST', '/preview', body)).status).toBe(400);
    }
    const long = await call(admin, 'POST', '/preview', { markdown: 'x'.repeat(200_001) });
    expect(long.status).toBe(400);
  });
});
