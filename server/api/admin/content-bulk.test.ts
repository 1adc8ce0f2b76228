import { describe, expect } from 'vitest';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { expectInvalid, listField } from '#tests/support/admin-requests.ts';
import { buildBlogPost, buildContent, buildFaq } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';

async function readEvents({ db }: TestApp) {
  const events = db.selectFrom('securityEvents').where('eventType', 'like', 'content%');
  return (await events.select('eventType').orderBy('id').execute()).map((row) => row.eventType);
}

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('securityEvents').execute();
  for (const { table } of ALL_CONTENT) await api.db.deleteFrom(table).execute();
});

describe.each(ALL_CONTENT)('many records of $table', ({ table, schemas }) => {
  const path = `${kebabCase(table)}/bulk`;
  const shown = 'isPublished' in schemas.input.shape ? 'is_published' : 'is_featured';

  async function buildMany(api: TestApp, count: number): Promise<string[]> {
    const built = Array.from({ length: count }, () => buildContent(api.db, table));
    return (await Promise.all(built)).map(({ id }) => id);
  }

  it('are unpublished, published, deleted and restored with events', async ({ api, admin }) => {
    const ids = await buildMany(api, 3);
    const [first = ''] = ids;
    const all = (result: string) => ids.map((id) => ({ id, result }));
    const countShown = async () =>
      (await listField(admin, kebabCase(table), shown)).filter(Boolean).length;
    const send = async (choice: object, action: string) =>
      (await admin.post(path, { ...choice, action })).body.results;
    expect(await send({ ids: [first] }, 'unpublish')).toEqual([{ id: first, result: 'changed' }]);
    expect(await send({ ids: [...ids, NO_SUCH_ID] }, 'unpublish')).toEqual([
      { id: first, result: 'unchanged' },
      ...all('changed').slice(1),
      { id: NO_SUCH_ID, result: 'not_found' },
    ]);
    expect(await countShown()).toBe(0);
    expect(await send({ ids }, 'publish')).toEqual(all('changed'));
    expect(await countShown()).toBe(3);
    const deleted = await send({ filter: {}, expected_total: 3 }, 'delete');
    expect(deleted).toEqual(expect.arrayContaining(all('changed')));
    expect(await send({ ids }, 'publish')).toEqual(all('not_found'));
    expect(await send({ ids }, 'delete')).toEqual(all('unchanged'));
    const restored = await send({ filter: { deleted: '1' }, expected_total: 3 }, 'restore');
    expect(restored).toEqual(expect.arrayContaining(all('changed')));
    expect(await countShown()).toBe(3);
    expect(await readEvents(api)).toEqual(
      ['unpublished', 'published', 'deleted', 'restored'].flatMap((type) =>
        ids.map(() => `content_${type}`),
      ),
    );
  });

  it('are not changed by another number, too many or other actions', async ({ api, admin }) => {
    await buildMany(api, 2);
    for (const expected of [1, 3]) {
      const body = { filter: {}, expected_total: expected, action: 'delete' };
      expect((await admin.post(path, body)).status).toBe(409);
    }
    const tooMany = { filter: {}, expected_total: 1_001, action: 'delete' };
    expect((await admin.post(path, tooMany)).status).toBe(422);
    expect((await admin.get(`${kebabCase(table)}/count`)).body).toEqual({ total: 2 });
    expect(await readEvents(api)).toEqual([]);
    const burn = await admin.post(path, { ids: [NO_SUCH_ID], action: 'burn' });
    expectInvalid(burn, { action: 'The action is not known' });
    const filter = { filter: { unknown: '1' }, expected_total: 1, action: 'delete' };
    expectInvalid(await admin.post(path, filter), { unknown: 'This field is not known' });
  });
});

it('gives restored posts of one slug their own, and a publication date', async ({ api, admin }) => {
  const post = { slug: 'twin', deletedAt: new Date(), isPublished: false, publishedAt: null };
  const built = await Promise.all([1, 2, 3].map(() => buildBlogPost(api.db, post)));
  const ids = built.map(({ id }) => id);
  await admin.post('blog-posts/bulk', { ids, action: 'restore' });
  await admin.post('blog-posts/bulk', { ids, action: 'publish' });
  const posts = await api.db.selectFrom('blogPosts').select(['slug', 'publishedAt']).execute();
  expect(new Set(posts.map(({ slug }) => slug))).toEqual(new Set(['twin', 'twin-2', 'twin-3']));
  expect(posts.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
});

it('changes none where one of them fails', async ({ api, admin }) => {
  const ids = [(await buildFaq(api.db)).id, (await buildFaq(api.db)).id];
  const events = api.db.schema.alterTable('security_events');
  await events.renameColumn('reasons', 'reasons_away').execute();
  try {
    expect((await admin.post('faqs/bulk', { ids, action: 'delete' })).status).toBe(500);
  } finally {
    await events.renameColumn('reasons_away', 'reasons').execute();
  }
  expect((await admin.get('faqs/count')).body).toEqual({ total: 2 });
});
