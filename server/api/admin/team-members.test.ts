import { expect } from 'vitest';
import { TEAM_MEMBER_MESSAGES } from '#shared/team-members/messages.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { HOSTILE_VALUES } from '#tests/support/admin-requests.ts';
import { buildTeamMember } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';
const IMAGE = '/media/uploads/1700000000000-0a1b2c3d.webp';
const INPUT = { name: 'Derya Şahin', role: 'Engineer' };

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('teamMembers').execute();
});

async function publicMembers(api: TestApp): Promise<Record<string, unknown>[]> {
  return (await (await api.request('/api/team-members')).json()) as Record<string, unknown>[];
}

it('adds a draft, which visitors see once it is published', async ({ api, admin }) => {
  const { status, body } = await admin.post('team-members', INPUT);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...INPUT, photo_url: null, sort_order: 0, is_published: false });
  expect(await publicMembers(api)).toEqual([]);

  const changes = { ...INPUT, photo_url: IMAGE, sort_order: 3, is_published: true };
  const saved = await admin.put(`team-members/${body.id}`, {
    ...changes,
    updated_at: body.updated_at,
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject(changes);
  expect(await publicMembers(api)).toEqual([{ id: body.id, ...INPUT, photo_url: IMAGE }]);

  await admin.put(`team-members/${body.id}`, { ...INPUT, is_published: false });
  expect(await publicMembers(api)).toEqual([]);
  expect((await admin.get(`team-members/${body.id}`)).body.sort_order).toBe(3);
});

it('lists them in their order, and finds by name and role', async ({ api, admin }) => {
  await buildTeamMember(api.db, { name: 'Second', sortOrder: 2, role: 'Tasarım' });
  await buildTeamMember(api.db, { name: 'First', sortOrder: 1 });
  await buildTeamMember(api.db, { name: 'Draft', sortOrder: 3, isPublished: false });
  const namesOf = async (query = '') => {
    const { body } = await admin.get(`team-members${query}`);
    return body.items.map(({ name }: { name: string }) => name);
  };
  expect(await namesOf()).toEqual(['First', 'Second', 'Draft']);
  expect(await namesOf('?search=TASARIM')).toEqual(['Second']);
  expect((await publicMembers(api)).map(({ name }) => name)).toEqual(['First', 'Second']);
});

it.for([
  ['name', ' ', TEAM_MEMBER_MESSAGES.name],
  ['name', 'x'.repeat(201), TEAM_MEMBER_MESSAGES.nameTooLong],
  ['role', null, TEAM_MEMBER_MESSAGES.role],
  ['role', 'x'.repeat(201), TEAM_MEMBER_MESSAGES.roleTooLong],
  ['photo_url', 'https://example.com/photo.png', UPLOAD_MESSAGES.notOurs],
  ['sort_order', -1, TEAM_MEMBER_MESSAGES.sortOrder],
  ['sort_order', 1.5, TEAM_MEMBER_MESSAGES.sortOrder],
  ['sort_order', 1_000_000_001, TEAM_MEMBER_MESSAGES.sortOrder],
  ['is_published', 'yes', TEAM_MEMBER_MESSAGES.isPublished],
  ['salary', 5, 'This field is not known'],
] as const)('rejects %s %j', async ([field, value, message], { api, admin }) => {
  const { id } = await buildTeamMember(api.db);
  const body = { ...INPUT, [field]: value };
  for (const response of [
    await admin.post('team-members', body),
    await admin.put(`team-members/${id}`, body),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body.error.fields).toEqual({ [field]: message });
  }
});

it('never fails on what nobody expects', async ({ api, admin }) => {
  const { id } = await buildTeamMember(api.db);
  const fields = ['name', 'role', 'photo_url', 'sort_order', 'is_published', 'updated_at'];
  for (const field of fields) {
    for (const value of HOSTILE_VALUES) {
      const { status } = await admin.put(`team-members/${id}`, { ...INPUT, [field]: value });
      expect([200, 400], JSON.stringify({ field, value })).toContain(status);
    }
  }
});

it('rejects a save over a newer version', async ({ api, admin }) => {
  const { id, updatedAt } = await buildTeamMember(api.db);
  const write = () =>
    admin.put(`team-members/${id}`, { ...INPUT, updated_at: updatedAt.toISOString() });
  expect((await write()).status).toBe(200);
  const rejected = await write();
  expect(rejected.status).toBe(409);
  expect(rejected.body.error.message).toBe(TEAM_MEMBER_MESSAGES.conflict);
});

it('deletes and restores', async ({ api, admin }) => {
  const { id } = await buildTeamMember(api.db);
  expect((await admin.remove(`team-members/${id}`)).status).toBe(200);
  expect(await publicMembers(api)).toEqual([]);
  expect((await admin.post(`team-members/${id}/restore`)).status).toBe(200);
  expect(await publicMembers(api)).toMatchObject([{ id }]);
});

it.for(['x', NO_SUCH_ID])('answers 404 for the id %s', async (id, { admin }) => {
  const { status, body } = await admin.get(`team-members/${id}`);
  expect(status).toBe(404);
  expect(body.error.message).toBe(TEAM_MEMBER_MESSAGES.notFound);
});
