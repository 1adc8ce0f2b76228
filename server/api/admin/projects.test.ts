import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { PROJECT_MESSAGES } from '#shared/projects/messages.ts';
import { adminProjectSchema, adminProjectSummarySchema } from '#shared/projects/admin-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { type AdminRequests, signedInRequests } from '#tests/support/admin-requests.ts';
import { buildProject } from '#tests/support/factories.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';

const projectSchema = z.strictObject(wireOf(adminProjectSchema).schema.shape);
const pageSchema = z.strictObject({
  items: z.array(z.strictObject(wireOf(adminProjectSummarySchema).schema.shape)),
  next_cursor: z.string().nullable(),
});
let serial = 0;

function call(admin: AdminRequests, method: string, path = '', body?: unknown): Promise<Response> {
  return admin.raw(method, `projects${path}`, body);
}

function input(changes: Record<string, unknown> = {}) {
  serial += 1;
  return {
    title: `Project ${serial} ${randomUUID().slice(0, 8)}`,
    short_description: 'What it does.',
    full_description: null,
    industry_category: 'Logistics',
    tech_stack: ['TypeScript', 'PostgreSQL'],
    featured_image_url: null,
    featured_image_alt: '',
    gallery_images: [],
    client_name: null,
    client_quote: null,
    challenge_text: null,
    solution_text: null,
    results_text: null,
    results: [],
    is_featured: false,
    is_published: false,
    ...changes,
  };
}

async function read(response: Response, status = 200) {
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  return projectSchema.parse(body);
}

async function create(admin: AdminRequests, changes: Record<string, unknown> = {}) {
  return read(await call(admin, 'POST', '', input(changes)), 201);
}

function changeOf(project: z.infer<typeof projectSchema>, changes: Record<string, unknown> = {}) {
  return {
    ...Object.fromEntries(Object.keys(input()).map((name) => [name, project[name as 'title']])),
    updated_at: project.updated_at,
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

const RESULT = { metric: 'Scrap', before: '6.1%', after: '4.4%', how_measured: 'Counted.' };

const IMAGE = '/media/project-images/1700000000000-abcdefghij0123456789.webp';

describe('POST /api/admin/projects', () => {
  it('stores a draft that the site does not show', async ({ api, admin }) => {
    const body = input({ client_name: 'Aras Nakliyat', client_quote: 'It works.' });
    const project = await read(await call(admin, 'POST', '', body), 201);
    expect(project).toMatchObject(body);
    expect((await api.request(`/api/projects/${project.id}`)).status).toBe(404);
  });

  it('needs a title, a short description and an industry only', async ({ admin }) => {
    const project = await read(
      await call(admin, 'POST', '', {
        title: 'Only this',
        short_description: 'And this',
        industry_category: 'Other',
      }),
      201,
    );
    expect(project).toMatchObject({
      tech_stack: [],
      gallery_images: [],
      full_description: null,
      client_name: null,
      featured_image_url: null,
      is_published: false,
    });
  });

  it('shows a published project on the site at once', async ({ api, admin }) => {
    const project = await create(admin, {
      is_published: true,
      gallery_images: [IMAGE],
      featured_image_url: IMAGE,
      featured_image_alt: 'A map',
    });
    expect(await (await api.request(`/api/projects/${project.id}`)).json()).toMatchObject({
      title: project.title,
      gallery_images: [IMAGE],
      featured_image_url: IMAGE,
      tech_stack: ['TypeScript', 'PostgreSQL'],
    });
  });

  it('stores the measured results in their order, and the site shows them', async ({
    api,
    admin,
  }) => {
    const short = { metric: ' Stops ', after: 'none' };
    const project = await create(admin, { is_published: true, results: [short, RESULT] });
    const results = [{ metric: 'Stops', before: '', after: 'none', how_measured: '' }, RESULT];
    expect(project.results).toEqual(results);
    expect(await (await api.request(`/api/projects/${project.id}`)).json()).toMatchObject({
      results,
    });
    const changed = changeOf(project, { results: [RESULT] });
    expect(await read(await call(admin, 'PUT', `/${project.id}`, changed))).toMatchObject({
      results: [RESULT],
    });
  });

  it('says at which result what is wrong', async ({ admin }) => {
    const results = [
      RESULT,
      { ...RESULT, metric: ' ', how_measured: 'x'.repeat(201) },
      { before: 5 },
      { ...RESULT, howMeasured: '' },
      { ...RESULT, unit: 'percent' },
    ];
    const error = await rejection(await call(admin, 'POST', '', input({ results })));
    expect(error.fields).toEqual({
      'results.1.metric': PROJECT_MESSAGES.metric,
      'results.1.how_measured': PROJECT_MESSAGES.tooLong(200),
      'results.2.metric': PROJECT_MESSAGES.metric,
      'results.2.before': PROJECT_MESSAGES.tooLong(40),
      'results.2.after': PROJECT_MESSAGES.after,
      howMeasured: 'This field is not known',
      unit: 'This field is not known',
    });
  });

  it('trims texts and list entries, and leaves out empty and repeated ones', async ({ admin }) => {
    const project = await create(admin, {
      title: '  A  ',
      full_description: '   ',
      tech_stack: [' React ', '', 'React', '   ', 'Node'],
      gallery_images: ['', ` ${IMAGE} `, IMAGE],
    });
    expect(project).toMatchObject({
      title: 'A',
      full_description: null,
      tech_stack: ['React', 'Node'],
      gallery_images: [IMAGE],
    });
  });

  it.for([
    ['title', 'Title is required'],
    ['short_description', 'Short description is required'],
    ['industry_category', 'Industry category is required'],
  ] as const)('says that the %s is missing', async ([name, message], { admin }) => {
    for (const value of ['', '  ', undefined, null, 7, [], {}]) {
      const error = await rejection(await call(admin, 'POST', '', input({ [name]: value })));
      expect(error, JSON.stringify(value)).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        fields: { [name]: message },
      });
    }
  });

  it.for(PROJECT_CATEGORIES)('takes the industry %s', async (name, { admin }) => {
    expect((await create(admin, { industry_category: name })).industry_category).toBe(name);
  });

  it.for(['Manufacturing', 'logistics', 'constructor', 'Other '])(
    'refuses the industry %j',
    async (name, { admin }) => {
      const { status, fields } = await rejection(
        await call(admin, 'POST', '', input({ industry_category: name })),
      );
      expect([status, fields]).toEqual([
        400,
        { industry_category: PROJECT_MESSAGES.industryCategory },
      ]);
    },
  );

  it.for([
    ['title', 200],
    ['short_description', 500],
    ['full_description', 20_000],
    ['client_name', 200],
    ['client_quote', 2_000],
    ['challenge_text', 20_000],
    ['solution_text', 20_000],
    ['results_text', 20_000],
    ['featured_image_alt', 300],
  ] as const)('takes a %s of %d characters and no more', async ([name, limit], { admin }) => {
    await create(admin, { [name]: 'ş'.repeat(limit) });
    const { status, fields } = await rejection(
      await call(admin, 'POST', '', input({ [name]: 'ş'.repeat(limit + 1) })),
    );
    expect([status, fields]).toEqual([
      400,
      { [name]: `Please use at most ${limit.toLocaleString('en-US')} characters` },
    ]);
  });

  it.for<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'a long technology',
      { tech_stack: ['x'.repeat(61)] },
      { tech_stack: PROJECT_MESSAGES.technologyTooLong },
    ],
    [
      'many technologies',
      { tech_stack: Array.from({ length: 31 }, (_, index) => `t${index}`) },
      { tech_stack: PROJECT_MESSAGES.tooManyTechnologies },
    ],
    ['technologies as a text', { tech_stack: 'a, b' }, { tech_stack: PROJECT_MESSAGES.techStack }],
    ['a number among them', { tech_stack: ['a', 7] }, { tech_stack: PROJECT_MESSAGES.techStack }],
    ['null among them', { tech_stack: [null] }, { tech_stack: PROJECT_MESSAGES.techStack }],
    [
      'many pictures',
      { gallery_images: Array.from({ length: 31 }, (_, index) => `/media/a/b${index}.webp`) },
      { gallery_images: PROJECT_MESSAGES.tooManyImages },
    ],
    [
      'a picture of another site',
      { gallery_images: [IMAGE, 'https://evil.example/x.png'] },
      { gallery_images: UPLOAD_MESSAGES.notOurs },
    ],
    [
      'a script as a picture',
      { gallery_images: ['javascript:alert(1)'] },
      { gallery_images: UPLOAD_MESSAGES.notOurs },
    ],
    [
      'many results',
      { results: Array.from({ length: 7 }, () => RESULT) },
      { results: PROJECT_MESSAGES.tooManyResults },
    ],
    ['results as a text', { results: 'Scrap' }, { results: PROJECT_MESSAGES.results }],
    ['a text as a result', { results: [RESULT, 'Scrap'] }, { results: PROJECT_MESSAGES.results }],
    [
      'an object as pictures',
      { gallery_images: { 0: IMAGE } },
      { gallery_images: PROJECT_MESSAGES.galleryImages },
    ],
    [
      'a featured picture of another site',
      { featured_image_url: '//evil.example/x.png' },
      { featured_image_url: UPLOAD_MESSAGES.notOurs },
    ],
  ] as const)('refuses %s', async ([, changes, fields], { admin }) => {
    const error = await rejection(await call(admin, 'POST', '', input(changes)));
    expect(error).toMatchObject({ status: 400, fields });
  });

  it.for<[string, unknown]>([
    ['an array', []],
    ['null', null],
    ['a text', 'x'],
    ['an unknown field', { ...input(), id: randomUUID() }],
    ['our own names', { ...input(), isPublished: true }],
    ['a published flag as a number', { ...input(), is_published: 1 }],
    ['a NUL', { ...input(), client_name: 'a\0b' }],
    ['half a character', { ...input(), results_text: '\udfff' }],
    ['a NUL in a result', { ...input(), results: [{ ...RESULT, before: 'a\0b' }] }],
    ['half a character in a list', { ...input(), tech_stack: ['\udfff'] }],
  ] as const)('refuses %s', async ([, body], { admin }) => {
    expect((await rejection(await call(admin, 'POST', '', body))).status).toBe(400);
  });

  it.for(['<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "'; drop table projects; --"])(
    'stores the text %j as it is',
    async (text, { admin }) => {
      const changes = {
        title: text,
        short_description: text,
        full_description: text,
        client_name: text,
        client_quote: text,
        challenge_text: text,
        tech_stack: [text],
      };
      expect(await create(admin, changes)).toMatchObject(changes);
    },
  );
});

describe('PUT /api/admin/projects/{id}', () => {
  it('changes a project, and the site shows the change at once', async ({ api, admin }) => {
    const project = await create(admin, { is_published: true });
    const changed = await read(
      await call(
        admin,
        'PUT',
        `/${project.id}`,
        changeOf(project, { title: 'New', tech_stack: ['Go'] }),
      ),
    );
    expect(changed).toMatchObject({ title: 'New', tech_stack: ['Go'] });
    expect(await (await api.request(`/api/projects/${project.id}`)).json()).toMatchObject({
      title: 'New',
      tech_stack: ['Go'],
    });
    await read(
      await call(admin, 'PUT', `/${project.id}`, changeOf(changed, { is_published: false })),
    );
    expect((await api.request(`/api/projects/${project.id}`)).status).toBe(404);
  });

  it('refuses the change of the slower of two administrators, who may then overwrite', async ({
    api,
    admin,
  }) => {
    const other = await signedInRequests(api);
    const project = await create(admin);
    const first = await read(
      await call(admin, 'PUT', `/${project.id}`, changeOf(project, { title: 'First' })),
    );
    const late = changeOf(project, { title: 'Second' });
    expect(await rejection(await other.raw('PUT', `projects/${project.id}`, late))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'This project was changed by someone else in the meantime.',
    });
    const current = await read(await other.raw('GET', `projects/${project.id}`));
    expect(current).toEqual(first);
    const overwritten = await read(
      await other.raw('PUT', `projects/${project.id}`, { ...late, updated_at: current.updated_at }),
    );
    expect(overwritten.title).toBe('Second');
  });

  it('lets exactly one of many parallel changes through', async ({ admin }) => {
    const project = await create(admin);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(admin, 'PUT', `/${project.id}`, changeOf(project, { title: `Title ${index}` })),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('wants to know which version was changed', async ({ admin }) => {
    const project = await create(admin);
    for (const value of [undefined, 'yesterday', 5, null]) {
      const { status, fields } = await rejection(
        await call(admin, 'PUT', `/${project.id}`, changeOf(project, { updated_at: value })),
      );
      expect([status, Object.keys(fields ?? {})]).toEqual([400, ['updated_at']]);
    }
  });

  it('does not know a project that does not exist or was deleted', async ({ admin }) => {
    const project = await create(admin);
    await call(admin, 'DELETE', `/${project.id}`);
    for (const id of [project.id, randomUUID(), 'x', '%00', "1'or'1", 'a'.repeat(3_000)]) {
      expect((await call(admin, 'PUT', `/${id}`, changeOf(project))).status, id).toBe(404);
      expect((await call(admin, 'GET', `/${id}`)).status, id).toBe(404);
      expect((await call(admin, 'DELETE', `/${id}`)).status, id).toBe(404);
    }
  });
});

describe('DELETE and restore', () => {
  it('takes a project off the site and brings it back', async ({ api, admin }) => {
    const project = await create(admin, { is_published: true });
    expect((await call(admin, 'DELETE', `/${project.id}`)).status).toBe(200);
    expect((await api.request(`/api/projects/${project.id}`)).status).toBe(404);
    const query = `search=${encodeURIComponent(project.title)}`;
    expect((await list(admin, `?${query}`)).items).toEqual([]);
    const deleted = await list(admin, `?deleted=1&${query}`);
    expect(deleted.items.map(({ id }) => id)).toEqual([project.id]);

    const restored = await read(await call(admin, 'POST', `/${project.id}/restore`));
    expect(restored).toMatchObject({ title: project.title, deleted_at: null });
    expect((await api.request(`/api/projects/${project.id}`)).status).toBe(200);
    for (const id of [project.id, randomUUID(), 'x']) {
      expect((await call(admin, 'POST', `/${id}/restore`)).status).toBe(404);
    }
  });
});

describe('GET /api/admin/projects', () => {
  it('lists drafts too, newest first, page by page, and counts', async ({ api, admin }) => {
    const mark = randomUUID();
    const made = [];
    for (const day of ['01', '02', '02', '03']) {
      made.push(
        await buildProject(api.db, {
          clientName: mark,
          industryCategory: day === '03' ? 'Finance' : 'Mapping',
          createdAt: `2026-03-${day}T00:00:00Z`,
          isPublished: day === '03',
        }),
      );
    }
    const order = made
      .toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    expect((await list(admin, `?search=${mark}`)).items.map(({ id }) => id)).toEqual(order);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: z.infer<typeof pageSchema> = await list(
        admin,
        `?search=${mark}&limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(order);
    expect((await list(admin, `?search=${mark}&status=published`)).items).toHaveLength(1);
    expect((await list(admin, `?search=${mark}&category=Mapping`)).items).toHaveLength(3);
    const count = await call(admin, 'GET', `/count?search=${mark}&status=draft`);
    expect(await count.json()).toEqual({ total: 3 });
  });

  it('finds title, client, industry, description and technology, whatever the case', async ({
    admin,
  }) => {
    const mark = randomUUID();
    const project = await create(admin, {
      title: `DEPO IŞIĞI ${mark}`,
      client_name: `Öztürk ${mark}`,
      short_description: `Rota ${mark}`,
      tech_stack: [`PostGIS ${mark}`],
    });
    for (const search of ['depo ışığı', 'öztürk', 'ROTA', 'postgis']) {
      const { items } = await list(admin, `?search=${encodeURIComponent(`${search} ${mark}`)}`);
      expect(
        items.map(({ id }) => id),
        search,
      ).toEqual([project.id]);
    }
  });

  it.for(['?status=other', '?deleted=2', '?limit=0', '?cursor=x', '?search=%00', '?category=None'])(
    'refuses the query %s',
    async (query, { admin }) => {
      expect((await rejection(await call(admin, 'GET', query))).status).toBe(400);
    },
  );
});
