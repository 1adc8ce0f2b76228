import { describe, expect } from 'vitest';
import { buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { findNeighbours, listFeaturedProjects } from './index.ts';

const RESULT = { metric: 'Scrap', before: '6.1%', after: '4.4%', howMeasured: 'Counted.' };

it.beforeEach(({ db }) => db.deleteFrom('projects').execute());

describe('listFeaturedProjects', () => {
  it('lists of each category the newest featured one, else the newest', async ({ ctx }) => {
    const { db } = ctx;
    await buildProject(db, { title: 'old', createdAt: '2026-01-01T00:00:00Z', isFeatured: true });
    await buildProject(db, { title: 'new', createdAt: '2026-03-01T00:00:00Z' });
    await buildProject(db, { title: 'mid', createdAt: '2026-02-01T00:00:00Z', isFeatured: true });
    const finance = { industryCategory: 'Finance', createdAt: '2026-02-01T00:00:00Z' } as const;
    await buildProject(db, { ...finance, title: 'rest', createdAt: '2026-01-01T00:00:00Z' });
    await buildProject(db, { ...finance, title: 'newest' });
    const mapping = { industryCategory: 'Mapping', isFeatured: true } as const;
    await buildProject(db, { ...mapping, title: 'draft', isPublished: false });
    await buildProject(db, { ...mapping, title: 'gone', deletedAt: new Date() });
    const listed = await listFeaturedProjects(ctx);
    expect(listed.map(({ title }) => title)).toEqual(['newest', 'mid']);
  });

  it('has the first result, and nothing that its readers do not show', async ({ ctx }) => {
    await buildProject(ctx.db, { industryCategory: 'Finance' });
    const results = JSON.stringify([RESULT, { ...RESULT, metric: 'Stops' }]);
    const project = await buildProject(ctx.db, { results, featuredImageAlt: 'A kiln' });
    await buildProject(ctx.db, { createdAt: '2025-01-01T00:00:00Z' });
    const { id, title, shortDescription } = project;
    const image = { featuredImageUrl: null, featuredImageAlt: 'A kiln' };
    const shown = { id, title, shortDescription, industryCategory: 'Logistics', ...image };
    const listed = await listFeaturedProjects(ctx);
    const first = expect.objectContaining({ result: null });
    expect(listed).toEqual([first, { ...shown, result: RESULT }]);
  });
});

it('findNeighbours follows the list, which goes on at its beginning', async ({ ctx }) => {
  const of = async (id: string) => {
    const { next, previous } = await findNeighbours(ctx, id);
    return [next?.title ?? null, previous?.title ?? null];
  };
  const old = await buildProject(ctx.db, { title: 'old', createdAt: '2026-01-01T00:00:00Z' });
  await buildProject(ctx.db, { isPublished: false });
  await buildProject(ctx.db, { deletedAt: new Date() });
  expect(await of(old.id)).toEqual([null, null]);
  const mid = await buildProject(ctx.db, { title: 'mid', createdAt: '2026-02-01T00:00:00Z' });
  expect(await of(old.id)).toEqual(['mid', null]);
  expect(await of(mid.id)).toEqual(['old', null]);
  const recent = await buildProject(ctx.db, { title: 'new', createdAt: '2026-03-01T00:00:00Z' });
  expect(await of(recent.id)).toEqual(['mid', 'old']);
  expect(await of(mid.id)).toEqual(['old', 'new']);
  expect(await of(old.id)).toEqual(['new', 'mid']);
});
