import { describe, expect } from 'vitest';
import { buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { listFeaturedProjects } from './index.ts';

const RESULT = { metric: 'Scrap', before: '6.1%', after: '4.4%', howMeasured: 'Counted.' };

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
    const { id, title, shortDescription } = project;
    const listed = await listFeaturedProjects(ctx, { limit: 9 });
    expect(listed.find((listedProject) => listedProject.id === id)).toEqual({
      id,
      title,
      shortDescription,
      industryCategory: 'Logistics',
      featuredImageUrl: null,
      featuredImageAlt: 'A kiln',
      result: RESULT,
    });
    expect(listed.find((listedProject) => listedProject.id !== id)).toMatchObject({ result: null });
  });
});
