import { beforeEach, describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import { buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { findNeighbours, listFeaturedProjects } from './index.ts';

const RESULT = { metric: 'Scrap', before: '6.1%', after: '4.4%', howMeasured: 'Counted.' };

beforeEach<{ ctx: ServiceContext }>(async ({ ctx }) => {
  await ctx.db.deleteFrom('projects').execute();
});

describe('listFeaturedProjects', () => {
  it('lists those that are featured before the others, newest first', async ({ ctx }) => {
    const { db } = ctx;
    await buildProject(db, { title: 'old', createdAt: '2026-01-01T00:00:00Z', isFeatured: true });
    await buildProject(db, { title: 'new', createdAt: '2026-03-01T00:00:00Z' });
    await buildProject(db, { title: 'mid', createdAt: '2026-02-01T00:00:00Z', isFeatured: true });
    await buildProject(db, { title: 'rest', createdAt: '2026-02-01T00:00:00Z' });
    await buildProject(db, { title: 'draft', isFeatured: true, isPublished: false });
    await buildProject(db, { title: 'gone', isFeatured: true, deletedAt: new Date() });
    const listed = await listFeaturedProjects(ctx, { limit: 3 });
    expect(listed.map(({ title }) => title)).toEqual(['mid', 'old', 'new']);
  });

  it('has the first result, and nothing that its readers do not show', async ({ ctx }) => {
    const project = await buildProject(ctx.db, {
      results: JSON.stringify([RESULT, { ...RESULT, metric: 'Stops' }]),
      featuredImageAlt: 'A kiln',
    });
    await buildProject(ctx.db, { createdAt: '2025-01-01T00:00:00Z' });
    const { id, title, shortDescription } = project;
    const listed = await listFeaturedProjects(ctx, { limit: 9 });
    expect(listed).toEqual([
      {
        id,
        title,
        shortDescription,
        industryCategory: 'Logistics',
        featuredImageUrl: null,
        featuredImageAlt: 'A kiln',
        result: RESULT,
      },
      expect.objectContaining({ result: null }),
    ]);
  });
});

describe('findNeighbours', () => {
  it('follows the list, which goes on at its beginning', async ({ ctx }) => {
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
});
