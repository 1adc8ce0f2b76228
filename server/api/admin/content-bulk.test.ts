import { describe, expect } from 'vitest';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { buildBlogPost, buildContent, buildFaq } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';

async function readEvents({ db }: TestApp) {
  const rows = await db
    .selectFrom('securityEvents')
    .select(['eventType', 'reasons'])
    .where('eventType', 'like', 'content%')
    .orderBy('id')
    .execute();
  return rows.map(({ eventType }) => eventType);
}

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('securityEvents').execute();
  for (const { table } of ALL_CONTENT) await api.db.deleteFrom(table).execute();
});

describe.each(ALL_CONTENT)('many records of $table', ({ table, schemas }) => {
  const path = `${kebabCase(table)}/bulk`;
  const shown = 'isPublished' in schemas.input.shape ? 'is_published' : 'is_featured';

  async function buildMany(api: TestApp, count: number): Promise<string[]> {
    const ids = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await buildContent(api.db, table)).id);
    }
    return ids;
  }

  it('are taken off the site, shown, deleted and restored, each with its event', async ({
    api,
    admin,
  }) => {
    const ids = await buildMany(api, 3);
    const [first = ''] = ids;
    const all = (result: string) => ids.map((id) => ({ id, result }));
    const shownIds = async () => {
      const { body } = await admin.get(kebabCase(table));
      return body.items.filter((item: Record<string, unknown>) => item[shown]).length;
    };
    expect((await admin.post(path, { ids: [first], action: 'unpublish' })).body).toEqual({
      results: [{ id: first, result: 'changed' }],
    });
    const rest = await admin.post(path, { ids: [...ids, NO_SUCH_ID], action: 'unpublish' });
    expect(rest.body.results).toEqual([
      { id: first, result: 'unchanged' },
      ...all('changed').slice(1),
      { id: NO_SUCH_ID, result: 'not_found' },
    ]);
    expect(await shownIds()).toBe(0);
    expect((await admin.post(path, { ids, action: 'publish' })).body.results).toEqual(
      all('changed'),
    );
    expect(await shownIds()).toBe(3);
    const filter = { filter: {}, expected_total: 3, action: 'delete' };
    const deleted = await admin.post(path, filter);
    expect(deleted.body.results).toEqual(expect.arrayContaining(all('changed')));
    expect((await admin.post(path, { ids, action: 'publish' })).body.results).toEqual(
      all('not_found'),
    );
    expect((await admin.post(path, { ids, action: 'delete' })).body.results).toEqual(
      all('unchanged'),
    );
    const restored = await admin.post(path, {
      filter: { deleted: '1' },
      expected_total: 3,
      action: 'restore',
    });
    expect(restored.body.results).toEqual(expect.arrayContaining(all('changed')));
    expect(await shownIds()).toBe(3);
    expect(await readEvents(api)).toEqual(
      ['unpublished', 'published', 'deleted', 'restored'].flatMap((type) =>
        ids.map(() => `content_${type}`),
      ),
    );
  });

  it('are not changed when another number matches than was seen, or too many', async ({
    api,
    admin,
  }) => {
    await buildMany(api, 2);
    for (const expected of [1, 3]) {
      const body = { filter: {}, expected_total: expected, action: 'delete' };
      expect((await admin.post(path, body)).status).toBe(409);
    }
    const tooMany = { filter: {}, expected_total: 1_001, action: 'delete' };
    expect((await admin.post(path, tooMany)).status).toBe(422);
    expect((await admin.get(`${kebabCase(table)}/count`)).body).toEqual({ total: 2 });
    expect(await readEvents(api)).toEqual([]);
  });

  it('rejects what it does not know, with words', async ({ admin }) => {
    const cases: [object, string][] = [
      [{ ids: [NO_SUCH_ID], action: 'burn' }, 'action'],
      [{ ids: [], action: 'delete' }, 'ids'],
      [{ action: 'delete' }, 'ids'],
      [{ filter: { unknown: '1' }, expected_total: 1, action: 'delete' }, 'unknown'],
      [{ filter: {}, action: 'delete' }, 'expected_total'],
      [{ ids: [NO_SUCH_ID], filter: {}, expected_total: 1, action: 'delete' }, 'filter'],
    ];
    for (const [body, field] of cases) {
      const response = await admin.post(path, body);
      expect(response.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(response.body.error.fields)[0], JSON.stringify(body)).toMatch(
        new RegExp(`^${field}`),
      );
    }
  });
});

it('gives restored posts of one slug each its own, and the day of their publication to new ones', async ({
  api,
  admin,
}) => {
  const ids = [];
  for (let index = 0; index < 3; index += 1) {
    const deletedAt = new Date();
    const post = { slug: 'twin', deletedAt, isPublished: false, publishedAt: null };
    ids.push((await buildBlogPost(api.db, post)).id);
  }
  await admin.post('blog-posts/bulk', { ids, action: 'restore' });
  await admin.post('blog-posts/bulk', { ids, action: 'publish' });
  const posts = await api.db.selectFrom('blogPosts').select(['slug', 'publishedAt']).execute();
  expect(new Set(posts.map(({ slug }) => slug))).toEqual(new Set(['twin', 'twin-2', 'twin-3']));
  expect(posts.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
});

it('changes none where one of them fails', async ({ api, admin }) => {
  const ids = [(await buildFaq(api.db)).id, (await buildFaq(api.db)).id];
  await api.db.schema
    .alterTable('security_events')
    .renameColumn('reasons', 'reasons_away')
    .execute();
  try {
    expect((await admin.post('faqs/bulk', { ids, action: 'delete' })).status).toBe(500);
  } finally {
    await api.db.schema
      .alterTable('security_events')
      .renameColumn('reasons_away', 'reasons')
      .execute();
  }
  expect((await admin.get('faqs/count')).body).toEqual({ total: 2 });
});
