import { describe, expect } from 'vitest';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import { PROJECT_MESSAGES } from '#shared/projects/messages.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { type AdminRequests, expectInvalid } from '#tests/support/admin-requests.ts';
import { CONTENT_KINDS } from '#tests/support/content-kinds.ts';
import { buildContent } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Rejection = [field: string, values: unknown[], message: string];

type Lengths = Record<string, number>;

/** Maximum length of each text: of those that a record needs, and of the others. */
const MAX_LENGTHS: Record<string, [required: Lengths, optional: Lengths]> = {
  'blog-posts': [
    { title: 200, slug: 200, excerpt: 500, content: 200_000, author: 200, category: 100 },
    { featured_image_alt: 300 },
  ],
  projects: [
    { title: 200, short_description: 500 },
    {
      full_description: 20_000,
      client_name: 200,
      client_quote: 2_000,
      challenge_text: 20_000,
      solution_text: 20_000,
      results_text: 20_000,
      featured_image_alt: 300,
    },
  ],
  faqs: [{ question: 500, answer: 10_000, category: 100 }, {}],
  clients: [{ name: 200 }, {}],
  testimonials: [
    { client_name: 200, quote: 2_000 },
    { client_title: 200, client_company: 200 },
  ],
  'team-members': [{ name: 200, role: 200 }, {}],
};

const FOREIGN_IMAGES = [
  'https://evil.example/x.png',
  '//media/client-logos/x.png',
  'javascript:alert(1)',
  '/media/../api/admin',
  '/media/uploads/x.html',
  '/media/uploads/x.svg?a=1',
  '/order-attachments/1-a.png',
  7,
];
const RESULT = { metric: 'Scrap', before: '6.1%', after: '4.4%', how_measured: 'Counted.' };
const IMAGE = '/media/project-images/1700000000000-abcdefghij0123456789.webp';
const SCRIPTS = ['javascript:alert(1)', 'java\nscript:alert(1)'];
const WEBSITE = 'Enter a whole web address that starts with https:// or http://, or leave it empty';
const WEBSITE_TOO_LONG = 'Website must be at most 500 characters';
const UNKNOWN = 'This field is not known';

const REJECTED: Record<string, Rejection[]> = {
  'blog-posts': [
    ['featured_image_url', FOREIGN_IMAGES, UPLOAD_MESSAGES.notOurs],
    ['slug', ['A', 'a b', 'ışık', '-a', 'a-', 'a--b', '../a', 'a?b'], BLOG_POST_MESSAGES.slugForm],
    ['reading_time', [0, -1, 0.5, 1.5, '5', null, 1e21], BLOG_POST_MESSAGES.readingTime],
    ['reading_time', [1_000], BLOG_POST_MESSAGES.readingTimeTooLong],
    ['isPublished', [true], UNKNOWN],
  ],
  projects: [
    ['featured_image_url', FOREIGN_IMAGES, UPLOAD_MESSAGES.notOurs],
    ['industry_category', ['x'.repeat(201), 7], PROJECT_MESSAGES.industryCategory],
    ['tech_stack', ['a, b', ['a', 7], [null]], PROJECT_MESSAGES.techStack],
    ['tech_stack', [['x'.repeat(61)]], PROJECT_MESSAGES.technologyTooLong],
    ['tech_stack', [buildList(31, (index) => `t${index}`)], PROJECT_MESSAGES.tooManyTechnologies],
    ['gallery_images', [{ 0: IMAGE }], PROJECT_MESSAGES.galleryImages],
    ['gallery_images', [buildList(31, (n) => `/media/a/${n}.png`)], PROJECT_MESSAGES.tooManyImages],
    ['gallery_images', [[IMAGE, '//evil'], ['javascript:alert(1)']], UPLOAD_MESSAGES.notOurs],
    ['results', ['Scrap', [RESULT, 'Scrap']], PROJECT_MESSAGES.results],
    ['results', [buildList(7, () => RESULT)], PROJECT_MESSAGES.tooManyResults],
    ['isPublished', [true], UNKNOWN],
  ],
  faqs: [
    ['sort_order', [-1], 'Sort order must be 0 or greater'],
    ['sort_order', [0.5, '1'], 'Sort order must be a whole number'],
    ['sort_order', [1_000_000_001], 'Sort order must be at most 1,000,000,000'],
    ['is_published', ['yes', 1, null], 'Published is required'],
  ],
  clients: [
    ['logo_url', FOREIGN_IMAGES, UPLOAD_MESSAGES.notOurs],
    ['is_featured', ['true'], 'Featured is required'],
    ['website_url', [`https://example.com/${'x'.repeat(500)}`], WEBSITE_TOO_LONG],
    ['website_url', [...SCRIPTS, 7, '//example.com', 'https://'], WEBSITE],
    ['website_url', ['ftp://x.de', 'https://bank.de@evil.de'], WEBSITE],
  ],
  testimonials: [
    ['photo_url', FOREIGN_IMAGES, UPLOAD_MESSAGES.notOurs],
    ['rating', [0, 6, 4.5, '5'], 'Rating must be a whole number from 1 to 5'],
    ['is_featured', [1], 'Featured is required'],
  ],
  'team-members': [
    ['photo_url', FOREIGN_IMAGES, UPLOAD_MESSAGES.notOurs],
    ['sort_order', [-1], 'Order must be 0 or greater'],
    ['sort_order', [1.5], 'Order must be a whole number'],
    ['sort_order', [1_000_000_001], 'Order must be at most 1,000,000,000'],
    ['is_published', ['yes'], 'Published is required'],
  ],
};

/** Labels that differ from the name of the field. */
const LABELS: Record<string, string> = {
  featured_image_alt: 'Alternative text',
  challenge_text: 'Challenge',
  solution_text: 'Solution',
  results_text: 'Results',
};

/** 'Client name', from `client_name` */
function toLabel(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
}

function buildList<Value>(length: number, build: (index: number) => Value): Value[] {
  return Array.from({ length }, (_, index) => build(index));
}

it.beforeEach(async ({ api }) => {
  for (const { content } of CONTENT_KINDS) await api.db.deleteFrom(content.table).execute();
});

describe.each(CONTENT_KINDS)('the fields of $path', ({ path, content, input, name }) => {
  const [required = {}, optional = {}] = MAX_LENGTHS[path] ?? [];
  const requiredMessage = (field: string) => `${toLabel(field)} is required`;
  const longest = (field: string, length: number) => (field === 'slug' ? 'x' : 'ş').repeat(length);

  /** Sends a body to be created and to be saved. */
  async function sendBoth(api: TestApp, admin: AdminRequests, body: unknown) {
    const { id } = await buildContent(api.db, content.table);
    const version = { updated_at: new Date().toISOString() };
    const isObject = body instanceof Object && !Array.isArray(body);
    const saved = isObject ? Object.assign(version, body) : body;
    return [await admin.post(path, body), await admin.put(`${path}/${id}`, saved)];
  }

  it('reject values that they do not take', async ({ api, admin }) => {
    const cases: Rejection[] = [
      ...(REJECTED[path] ?? []),
      ...Object.keys(required).map((field): Rejection => [
        field,
        ['', '  \n', null, 7, [], ['a'], {}],
        requiredMessage(field),
      ]),
      [name, ['a\0b', '\ud800'], 'Please remove characters that cannot be stored'],
      ['colour', ['red'], UNKNOWN],
    ];
    for (const [field, values, message] of cases) {
      for (const value of values) {
        for (const response of await sendBoth(api, admin, { ...input, [field]: value })) {
          expectInvalid(response, { [field]: message }, `${field} ${JSON.stringify(value)}`);
        }
      }
    }
  });

  it('take values up to their limits and no longer', async ({ api, admin }) => {
    const limits = Object.entries({ ...required, ...optional });
    const all = Object.fromEntries(limits.map(([field, limit]) => [field, longest(field, limit)]));
    const created = await admin.post(path, { ...input, ...all });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining(all)]);
    for (const [field, limit] of limits) {
      const label = LABELS[field] ?? toLabel(field);
      const message = `${label} must be at most ${limit.toLocaleString('en-US')} characters`;
      const body = { ...input, [field]: longest(field, limit + 1) };
      for (const response of await sendBoth(api, admin, body)) {
        expectInvalid(response, { [field]: message });
      }
    }
  });

  it('are rejected in other or large bodies, and named where missing', async ({ api, admin }) => {
    for (const body of ['', '{', '[]', 'null', '7', '"x"', '{"__proto__":{}}', []]) {
      for (const { status } of await sendBoth(api, admin, body)) expect(status).toBe(400);
    }
    const large = await admin.post(path, { ...input, [name]: 'x'.repeat(513 * 1024) });
    expect(large.status).toBe(413);
    const missing = Object.keys(required).map((field) => [field, requiredMessage(field)]);
    const [, saved] = await sendBoth(api, admin, {});
    const fields = Object.fromEntries(missing);
    expect(saved?.body.error).toMatchObject({ code: 'VALIDATION', fields });
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
  ])('store the text %j as it is', async (text, { admin }) => {
    // A post's content is Markdown, and its slug has a form.
    const { content: _content, slug: _slug, ...plain } = { ...required, ...optional };
    const values = Object.fromEntries(Object.keys(plain).map((field) => [field, text]));
    const { body } = await admin.post(path, { ...input, ...values });
    expect(body).toMatchObject(values);
    const found = await admin.get(`${path}?search=${encodeURIComponent(text)}`);
    expect(found.body.items).toMatchObject([{ id: body.id }]);
  });
});

describe('the lists of a project', () => {
  const input = CONTENT_KINDS.find(({ path }) => path === 'projects')?.input;

  it('are trimmed and have no empty and no repeated entries', async ({ admin }) => {
    const { body } = await admin.post('projects', {
      ...input,
      full_description: '   ',
      tech_stack: [' React ', '', 'React', '   ', 'Node'],
      gallery_images: ['', ` ${IMAGE} `, IMAGE],
      results: [{ metric: ' Stops ', after: 'none' }],
    });
    expect(body).toMatchObject({
      full_description: null,
      tech_stack: ['React', 'Node'],
      gallery_images: [IMAGE],
      results: [{ metric: 'Stops', before: '', after: 'none', how_measured: '' }],
    });
  });

  it('name the result that is wrong', async ({ admin }) => {
    const results = [
      RESULT,
      { ...RESULT, metric: ' ', how_measured: 'x'.repeat(201) },
      { before: 5 },
      { ...RESULT, howMeasured: '' },
      { ...RESULT, unit: 'percent' },
    ];
    expectInvalid(await admin.post('projects', { ...input, results }), {
      'results.1.metric': 'What was measured is required',
      'results.1.how_measured': 'How it was measured must be at most 200 characters',
      'results.2.metric': 'What was measured is required',
      'results.2.before': 'Before is required',
      'results.2.after': 'After is required',
      howMeasured: UNKNOWN,
      unit: UNKNOWN,
    });
    for (const change of [
      { results: [{ ...RESULT, before: 'a\0b' }] },
      { tech_stack: ['\udfff'] },
    ]) {
      expect((await admin.post('projects', { ...input, ...change })).status).toBe(400);
    }
  });
});

it('the scheme of a client website is stored in lower case', async ({ admin }) => {
  const client = { name: 'Defter', website_url: 'HTTPS://defter.example/Ürün' };
  const { body } = await admin.post('clients', client);
  expect(body.website_url).toBe('https://defter.example/Ürün');
});
