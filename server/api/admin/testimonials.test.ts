import { describe, expect } from 'vitest';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials/messages.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { HOSTILE_VALUES, type AdminRequests } from '#tests/support/admin-requests.ts';
import { buildTestimonial } from '#tests/support/factories.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';
const PHOTO = '/media/testimonial-photos/1700000000000-0a1b2c3d.webp';
const INPUT = { client_name: 'Leyla Koç', quote: 'It works.\nEvery day.' };

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('testimonials').execute();
});

async function publicTestimonials(api: TestApp): Promise<Record<string, unknown>[]> {
  return (await (await api.request('/api/testimonials')).json()) as Record<string, unknown>[];
}

async function listedNames(admin: AdminRequests, query = ''): Promise<string[]> {
  const { body } = await admin.get(`testimonials${query}`);
  return body.items.map((item: { client_name: string }) => item.client_name);
}

it('adds a testimonial with the defaults, which the site then shows', async ({ api, admin }) => {
  const { status, body } = await admin.post('testimonials', INPUT);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...INPUT,
    client_title: null,
    client_company: null,
    rating: 5,
    photo_url: null,
    is_featured: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
  });
  expect(await publicTestimonials(api)).toMatchObject([{ id: body.id, rating: 5 }]);
});

it('saves a testimonial with everything, and one without a rating', async ({ api, admin }) => {
  const { id, updatedAt } = await buildTestimonial(api.db);
  const changes = {
    ...INPUT,
    client_title: 'Manager',
    client_company: 'Karasu Freight',
    rating: 1,
    photo_url: PHOTO,
    is_featured: true,
  };
  const saved = await admin.put(`testimonials/${id}`, {
    ...changes,
    updated_at: updatedAt.toISOString(),
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject(changes);
  expect(await publicTestimonials(api)).toMatchObject([changes]);
  const without = await admin.put(`testimonials/${id}`, { ...INPUT, rating: null });
  expect(without.body).toMatchObject({ rating: null, photo_url: null, client_title: null });
  expect(await publicTestimonials(api)).toMatchObject([{ rating: null }]);
  await admin.put(`testimonials/${id}`, { ...INPUT, is_featured: false });
  expect(await publicTestimonials(api)).toEqual([]);
  expect((await admin.post('testimonials', { ...INPUT, rating: null })).body.rating).toBeNull();
});

it.for([
  ['client_name', '', TESTIMONIAL_MESSAGES.clientName],
  ['client_name', null, TESTIMONIAL_MESSAGES.clientName],
  ['client_name', 'x'.repeat(201), TESTIMONIAL_MESSAGES.clientNameTooLong],
  ['client_title', 'x'.repeat(201), TESTIMONIAL_MESSAGES.clientTitleTooLong],
  ['client_company', 'x'.repeat(201), TESTIMONIAL_MESSAGES.clientCompanyTooLong],
  ['quote', ' ', TESTIMONIAL_MESSAGES.quote],
  ['quote', 'x'.repeat(2_001), TESTIMONIAL_MESSAGES.quoteTooLong],
  ['rating', 0, TESTIMONIAL_MESSAGES.rating],
  ['rating', 6, TESTIMONIAL_MESSAGES.rating],
  ['rating', 4.5, TESTIMONIAL_MESSAGES.rating],
  ['rating', '5', TESTIMONIAL_MESSAGES.rating],
  ['photo_url', 'https://example.com/photo.png', UPLOAD_MESSAGES.notOurs],
  ['is_featured', 1, TESTIMONIAL_MESSAGES.isFeatured],
  ['stars', 5, 'This field is not known'],
] as const)('refuses %s %j', async ([field, value, message], { api, admin }) => {
  const { id } = await buildTestimonial(api.db);
  const body = { ...INPUT, [field]: value };
  const responses = [
    await admin.post('testimonials', body),
    await admin.put(`testimonials/${id}`, body),
  ];
  for (const response of responses) {
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toEqual({ [field]: message });
  }
});

it('never fails on what nobody expects', async ({ api, admin }) => {
  const { id } = await buildTestimonial(api.db);
  const fields = [
    'client_name',
    'client_title',
    'client_company',
    'quote',
    'rating',
    'photo_url',
    'is_featured',
    'updated_at',
  ];
  for (const field of fields) {
    for (const value of HOSTILE_VALUES) {
      const { status } = await admin.put(`testimonials/${id}`, { ...INPUT, [field]: value });
      expect([200, 400], JSON.stringify({ field, value })).toContain(status);
    }
  }
});

it('refuses a save over a newer version', async ({ api, admin }) => {
  const row = await buildTestimonial(api.db);
  const write = (quote: string, updatedAt: string) =>
    admin.put(`testimonials/${row.id}`, { ...INPUT, quote, updated_at: updatedAt });
  const first = await write('One', row.updatedAt.toISOString());
  const rejected = await write('Two', row.updatedAt.toISOString());
  expect(rejected.status).toBe(409);
  expect(rejected.body.error).toEqual({ code: 'CONFLICT', message: TESTIMONIAL_MESSAGES.conflict });
  expect((await write('Two', first.body.updated_at)).body.quote).toBe('Two');
});

it('deletes and restores', async ({ api, admin }) => {
  const { id, clientName } = await buildTestimonial(api.db);
  expect((await admin.remove(`testimonials/${id}`)).status).toBe(200);
  expect(await publicTestimonials(api)).toEqual([]);
  expect(await listedNames(admin)).toEqual([]);
  expect(await listedNames(admin, '?deleted=1')).toEqual([clientName]);
  const restored = await admin.post(`testimonials/${id}/restore`);
  expect(restored.body).toMatchObject({ id, deleted_at: null });
  expect(await publicTestimonials(api)).toMatchObject([{ id }]);
});

it.for(['x', NO_SUCH_ID])('answers 404 for the id %s', async (id, { admin }) => {
  const responses = [
    await admin.get(`testimonials/${id}`),
    await admin.put(`testimonials/${id}`, INPUT),
    await admin.remove(`testimonials/${id}`),
    await admin.post(`testimonials/${id}/restore`),
  ];
  for (const { status, body } of responses) {
    expect(status).toBe(404);
    expect(body.error.message).toBe(TESTIMONIAL_MESSAGES.notFound);
  }
});

describe('the list', () => {
  it('is paged from the newest to the oldest', async ({ api, admin }) => {
    const wanted: string[] = [];
    for (const day of [5, 4, 3, 2, 1]) {
      const createdAt = `2026-01-0${day}T00:00:00Z`;
      wanted.push((await buildTestimonial(api.db, { createdAt })).clientName);
    }
    const first = (await admin.get('testimonials?limit=3')).body;
    const second = (await admin.get(`testimonials?limit=3&cursor=${first.next_cursor}`)).body;
    expect(second.next_cursor).toBeNull();
    const seen = [...first.items, ...second.items].map((item) => item.client_name);
    expect(seen).toEqual(wanted);
  });

  it('finds by name, title, company and quote', async ({ api, admin }) => {
    await buildTestimonial(api.db, { clientName: 'Gökçe', clientTitle: 'Müdür' });
    await buildTestimonial(api.db, { clientName: 'Hakan', clientCompany: 'IŞIK', quote: 'Fast' });
    expect(await listedNames(admin, '?search=gokce')).toEqual(['Gökçe']);
    expect(await listedNames(admin, '?search=MUDUR')).toEqual(['Gökçe']);
    expect(await listedNames(admin, '?search=isik')).toEqual(['Hakan']);
    expect(await listedNames(admin, '?search=fast')).toEqual(['Hakan']);
    expect((await admin.get('testimonials/count?search=fast')).body).toEqual({ total: 1 });
  });
});
