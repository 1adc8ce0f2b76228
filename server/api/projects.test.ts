import { describe, expect } from 'vitest';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { projectSchema } from '#shared/projects/schema.ts';
import { buildProject } from '#tests/support/factories.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';

const wholeSchema = z.strictObject(wireOf(projectSchema).schema.shape);

describe('GET /api/projects', () => {
  it('lists published projects of a category, newest first, with six columns', async ({ api }) => {
    const old = await buildProject(api.db, {
      industryCategory: 'Mapping',
      createdAt: '2026-01-01T00:00:00Z',
    });
    const recent = await buildProject(api.db, { industryCategory: 'Mapping' });
    await buildProject(api.db, { industryCategory: 'Mapping', isPublished: false });
    await buildProject(api.db, { industryCategory: 'Mapping', deletedAt: new Date() });
    await buildProject(api.db, { industryCategory: 'Finance' });

    const response = await api.request('/api/projects?category=Mapping');
    const projects = (await response.json()) as Record<string, unknown>[];
    expect(projects.map(({ id }) => id)).toEqual([recent.id, old.id]);
    expect(Object.keys(projects[0] ?? {})).toEqual([
      'id',
      'title',
      'short_description',
      'industry_category',
      'featured_image_url',
      'tech_stack',
    ]);
    const all = await api.request('/api/projects');
    expect(((await all.json()) as unknown[]).length).toBe(3);
  });

  it('is empty for an unknown category', async ({ api }) => {
    expect(await (await api.request('/api/projects?category=Space')).json()).toEqual([]);
  });
});

describe('GET /api/projects/{id}', () => {
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

  it('answers 404 for unpublished, deleted and unknown ids', async ({ api }) => {
    const draft = await buildProject(api.db, { isPublished: false });
    const deleted = await buildProject(api.db, { deletedAt: new Date() });
    const unknown = '01939b6e-0000-7000-8000-000000000000';
    for (const id of [draft.id, deleted.id, unknown, 'nonsense', '%00', '1 or 1=1']) {
      const response = await api.request(`/api/projects/${encodeURI(id)}`);
      expect(response.status, id).toBe(404);
      expect(errorBodySchema.parse(await response.json()).error.code).toBe('NOT_FOUND');
    }
  });
});
