import { describe, expect } from 'vitest';
import { listClients } from '#server/services/clients/index.ts';
import { CLIENT_MESSAGES } from '#shared/clients/messages.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { HOSTILE_VALUES, type AdminRequests } from '#tests/support/admin-requests.ts';
import { buildClient } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';
const LOGO = '/media/client-logos/1700000000000-0a1b2c3d.svg';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('clients').execute();
});

async function publicNames(api: TestApp): Promise<string[]> {
  const clients = await listClients(buildServiceContext(api.db, api.storage));
  return clients.map(({ name }) => name);
}

async function listedNames(admin: AdminRequests, query = ''): Promise<string[]> {
  const { body } = await admin.get(`clients${query}`);
  return body.items.map(({ name }: { name: string }) => name);
}

it('adds a client with the defaults, which the site then shows', async ({ api, admin }) => {
  const { status, body } = await admin.post('clients', { name: ' Hisar Cold Chain ' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Hisar Cold Chain',
    logo_url: null,
    website_url: null,
    is_featured: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
  });
  expect(await publicNames(api)).toEqual(['Hisar Cold Chain']);
  expect((await admin.get(`clients/${body.id}`)).body).toEqual(body);
});

it('saves a client with everything', async ({ api, admin }) => {
  const client = await buildClient(api.db);
  const changes = {
    name: 'Defter',
    logo_url: LOGO,
    website_url: 'HTTPS://defter.example/ürün?a=1',
    is_featured: false,
    updated_at: client.updatedAt.toISOString(),
  };
  const { status, body } = await admin.put(`clients/${client.id}`, changes);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Defter',
    logo_url: LOGO,
    website_url: 'https://defter.example/ürün?a=1',
    is_featured: false,
  });
  expect(await publicNames(api)).toEqual([]);
  const emptied = await admin.put(`clients/${client.id}`, {
    name: 'Defter',
    logo_url: '',
    website_url: ' ',
  });
  expect(emptied.body).toMatchObject({ logo_url: null, website_url: null, is_featured: false });
});

it.for([
  ['name', '', CLIENT_MESSAGES.name],
  ['name', null, CLIENT_MESSAGES.name],
  ['name', 'x'.repeat(201), CLIENT_MESSAGES.nameTooLong],
  ['website_url', 'javascript:alert(1)', CLIENT_MESSAGES.websiteUrl],
  ['website_url', ' JavaScript:alert(1)', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'java\nscript:alert(1)', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'data:text/html,x', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 7, CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'ftp://example.com', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'example.com', CLIENT_MESSAGES.websiteUrl],
  ['website_url', '//example.com', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'https://', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'https://exa mple.com', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'https://bank.example@evil.example', CLIENT_MESSAGES.websiteUrl],
  ['website_url', 'https:\\\\example.com', CLIENT_MESSAGES.websiteUrl],
  ['website_url', `https://example.com/${'x'.repeat(500)}`, CLIENT_MESSAGES.websiteUrlTooLong],
  ['logo_url', 'https://example.com/logo.png', UPLOAD_MESSAGES.notOurs],
  ['logo_url', '/order-attachments/1-a.png', UPLOAD_MESSAGES.notOurs],
  ['logo_url', '/media/../order-attachments/1-a.png', UPLOAD_MESSAGES.notOurs],
  ['logo_url', '/media/client-logos/x.html', UPLOAD_MESSAGES.notOurs],
  ['logo_url', '//media/client-logos/x.png', UPLOAD_MESSAGES.notOurs],
  ['logo_url', 7, UPLOAD_MESSAGES.notOurs],
  ['is_featured', 'true', CLIENT_MESSAGES.isFeatured],
  ['colour', 'red', 'This field is not known'],
] as const)('refuses %s %j', async ([field, value, message], { api, admin }) => {
  const { id } = await buildClient(api.db);
  const body = { name: 'Client', [field]: value };
  for (const response of [
    await admin.post('clients', body),
    await admin.put(`clients/${id}`, body),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toEqual({ [field]: message });
  }
});

it('never fails on what nobody expects', async ({ api, admin }) => {
  const { id } = await buildClient(api.db);
  for (const field of ['name', 'logo_url', 'website_url', 'is_featured', 'updated_at']) {
    for (const value of HOSTILE_VALUES) {
      const { status } = await admin.put(`clients/${id}`, { name: 'Client', [field]: value });
      expect([200, 400], JSON.stringify({ field, value })).toContain(status);
    }
  }
});

it('refuses a save over a newer version', async ({ api, admin }) => {
  const client = await buildClient(api.db);
  const write = (name: string, updatedAt: string) =>
    admin.put(`clients/${client.id}`, { name, updated_at: updatedAt });
  const first = await write('One', client.updatedAt.toISOString());
  expect(first.status).toBe(200);
  const rejected = await write('Two', client.updatedAt.toISOString());
  expect(rejected.status).toBe(409);
  expect(rejected.body.error).toEqual({ code: 'CONFLICT', message: CLIENT_MESSAGES.conflict });
  expect((await write('Two', first.body.updated_at)).body.name).toBe('Two');
});

it('deletes and restores', async ({ api, admin }) => {
  const { id, name } = await buildClient(api.db);
  expect((await admin.remove(`clients/${id}`)).status).toBe(200);
  expect(await publicNames(api)).toEqual([]);
  expect(await listedNames(admin)).toEqual([]);
  expect(await listedNames(admin, '?deleted=1')).toEqual([name]);
  expect((await admin.put(`clients/${id}`, { name: 'x' })).status).toBe(404);
  expect((await admin.post(`clients/${id}/restore`)).body).toMatchObject({ id, deleted_at: null });
  expect(await publicNames(api)).toEqual([name]);
});

it.for(['x', NO_SUCH_ID])('answers 404 for the id %s', async (id, { admin }) => {
  const responses = [
    await admin.get(`clients/${id}`),
    await admin.put(`clients/${id}`, { name: 'Client' }),
    await admin.remove(`clients/${id}`),
    await admin.post(`clients/${id}/restore`),
  ];
  for (const { status, body } of responses) {
    expect(status).toBe(404);
    expect(body.error.message).toBe(CLIENT_MESSAGES.notFound);
  }
});

describe('the list', () => {
  it('is paged from the newest to the oldest, with rows of one moment in a fixed order', async ({
    api,
    admin,
  }) => {
    const wanted: string[] = [];
    for (const createdAt of ['05', '04', '04', '04', '03', '02', '01']) {
      const at = `2026-01-${createdAt}T00:00:00Z`;
      wanted.push((await buildClient(api.db, { createdAt: at, isFeatured: false })).name);
    }
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await admin.get(`clients?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ name }: { name: string }) => name));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(wanted));
    expect(seen[0]).toBe(wanted[0]);
    expect(seen.slice(4)).toEqual(wanted.slice(4));
  });

  it('finds by name and website', async ({ api, admin }) => {
    await buildClient(api.db, { name: 'ÇELİK Isı', websiteUrl: null });
    await buildClient(api.db, { name: 'Other', websiteUrl: 'https://depo.example' });
    expect(await listedNames(admin, '?search=celik%20isi')).toEqual(['ÇELİK Isı']);
    expect(await listedNames(admin, '?search=DEPO.')).toEqual(['Other']);
    expect((await admin.get('clients/count?search=depo')).body).toEqual({ total: 1 });
    expect((await admin.get('clients/count')).body).toEqual({ total: 2 });
  });

  it('refuses what is no page of it', async ({ admin }) => {
    for (const value of [
      'x',
      '5',
      '2026-01-01',
      '2026-13-41T25:61:61.000Z',
      "'now'::timestamptz",
    ]) {
      const cursor = Buffer.from(JSON.stringify([value, NO_SUCH_ID])).toString('base64url');
      expect((await admin.get(`clients?cursor=${cursor}`)).status, value).toBe(400);
    }
  });
});
