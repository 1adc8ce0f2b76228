import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { formatCursor } from '#server/db/keyset.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { listClients } from '#server/services/clients/index.ts';
import {
  type AdminRequests,
  expectError,
  listField,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { CONTENT_KINDS, type ContentKind } from '#tests/support/content-kinds.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { buildContent } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { camelCase } from '#shared/lib/case.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';

async function create(admin: AdminRequests, { path, input }: ContentKind, changes: object = {}) {
  const { status, body } = await admin.post(path, { ...input, ...changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function listShown(api: TestApp, { path, content, name }: ContentKind): Promise<string[]> {
  if (content.table === 'clients') {
    const clients = await listClients(buildServiceContext(api.db, api.storage));
    return clients.map((client) => client.name);
  }
  const items = (await (await api.request(`/api/${path}`)).json()) as Record<string, string>[];
  return items.map((item) => item[name] ?? '');
}

async function listEvents({ db }: TestApp): Promise<[string, string[]][]> {
  const rows = await readRows(db, 'securityEvents', ['eventType', 'reasons'], {}, 'id');
  const changes = rows.filter(({ eventType }) => eventType.startsWith('content'));
  return changes.map(({ eventType, reasons }) => [eventType, reasons as string[]]);
}

const count = async (admin: AdminRequests, query: string) => (await admin.get(query)).body.total;

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('securityEvents').execute();
  for (const { content } of CONTENT_KINDS) await api.db.deleteFrom(content.table).execute();
});

describe.each(CONTENT_KINDS)('$path', (kind) => {
  const { path, content, input, defaults, others, retained, subject, name, shown } = kind;
  const { schemas, messages, table } = content;
  const label = String(input[name]);
  const recordSchema = z.strictObject(wireOf(schemas.record).schema.shape);
  const needsVersion = !schemas.change.shape['updatedAt']?.safeParse(undefined).success;
  const change = async (admin: AdminRequests, id: string, fields: object) => {
    const { updated_at } = (await admin.get(`${path}/${id}`)).body;
    return admin.put(`${path}/${id}`, { ...input, ...fields, updated_at });
  };

  it('is created with defaults, saved with everything, and shown', async ({ api, admin }) => {
    const created = await create(admin, kind, { [name]: ` ${label}  ` });
    expect(recordSchema.parse(created)).toMatchObject({ ...input, ...defaults, deleted_at: null });
    expect((await admin.get(`${path}/${created.id}`)).body).toEqual(created);
    expect(await listShown(api, kind)).toEqual(defaults[shown] ? [label] : []);

    const saved = await change(admin, created.id, others);
    expect([saved.status, saved.body]).toEqual([200, expect.objectContaining(others)]);
    expect(recordSchema.parse(saved.body)).toMatchObject({ ...input, ...others });
    expect(saved.body.updated_at > created.updated_at).toBe(true);
    expect(await listShown(api, kind)).toEqual(others[shown] ? [label] : []);

    await change(admin, created.id, { ...others, [shown]: true });
    expect(await listShown(api, kind)).toEqual([label]);
    const retainedFields = Object.fromEntries(retained.map((field) => [field, others[field]]));
    const hidden = await change(admin, created.id, { ...others, [shown]: false });
    expect(await listShown(api, kind)).toEqual([]);
    const emptied = await change(admin, hidden.body.id, {});
    const left = { ...input, ...defaults, ...retainedFields, [shown]: false };
    expect(emptied.body).toMatchObject(left);
  });

  it('is not saved over a newer version, by one of many saves either', async ({ api, admin }) => {
    const { id, updated_at } = await create(admin, kind);
    const other = await signedInRequests(api);
    const write = (text: string, version?: string) =>
      other.put(`${path}/${id}`, { ...input, [name]: text, updated_at: version });
    expect((await change(admin, id, { [name]: 'One' })).status).toBe(200);
    const late = await write('Two', updated_at);
    expectError(late, 409, messages.conflict);
    expect(late.body.error.code).toBe('CONFLICT');
    const current = (await other.get(`${path}/${id}`)).body;
    expect(current[name]).toBe('One');
    expect((await write('Two', current.updated_at)).body[name]).toBe('Two');
    expect((await write('Three')).status).toBe(needsVersion ? 400 : 200);
    for (const version of ['yesterday', 5, null, '2026-13-45T00:00:00Z']) {
      const { status, body } = await other.put(`${path}/${id}`, { ...input, updated_at: version });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['updated_at']]);
    }
    const latest = (await admin.get(`${path}/${id}`)).body;
    const save = { ...input, updated_at: latest.updated_at };
    const saves = Array.from({ length: 10 }, () => admin.put(`${path}/${id}`, save));
    const responses = await Promise.all(saves);
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('is off the site and the list while it is deleted', async ({ api, admin }) => {
    const { id } = await create(admin, kind, { [shown]: true });
    expect(await admin.remove(`${path}/${id}`)).toEqual({ status: 200, body: { success: true } });
    expect(await listShown(api, kind)).toEqual([]);
    expect(await listField(admin, path)).toEqual([]);
    expect(await listField(admin, `${path}?deleted=1`)).toEqual([id]);
    expect(await listField(admin, `${path}?deleted=1`, 'deleted_at')).not.toContain(null);
    expect(await count(admin, `${path}/count?deleted=1`)).toBe(1);
    const restored = await admin.post(`${path}/${id}/restore`);
    expect(restored.body).toMatchObject({ ...input, id, deleted_at: null, [shown]: true });
    expect(await listShown(api, kind)).toEqual([label]);
  });

  it('is 404 for ids that are unknown, deleted or malformed', async ({ api, admin }) => {
    const { id: live } = await create(admin, kind);
    const { id: deleted } = await buildContent(api.db, table, { deletedAt: new Date() });
    const body = { ...input, updated_at: new Date().toISOString() };
    const ids = [NO_SUCH_ID, 'x', '%00', '..%2f', "'%20or%201=1", 'a'.repeat(3_000)];
    for (const id of [deleted, ...ids]) {
      expectError(await admin.get(`${path}/${id}`), 404, messages.notFound);
      expectError(await admin.put(`${path}/${id}`, body), 404, messages.notFound);
      expectError(await admin.remove(`${path}/${id}`), 404, messages.notFound);
    }
    for (const id of [live, ...ids]) {
      expectError(await admin.post(`${path}/${id}/restore`), 404, messages.notFound);
    }
  });

  it('is created once under a key, however often it is sent', async ({ api, admin }) => {
    const send = async (key: string, changes: object = {}) =>
      admin.post(path, { ...input, ...changes }, { 'idempotency-key': key });
    const countRecords = async () => (await api.db.selectFrom(table).select('id').execute()).length;
    const key = randomUUID();
    const first = await send(key);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(await Promise.all([send(key), send(key)])).toEqual([first, first]);
    expect(await countRecords()).toBe(1);
    expect((await send(key, { [name]: 'Another' })).status).toBe(422);
    await admin.remove(`${path}/${first.body.id}`);
    expect((await send(key)).status).toBe(404);
    expect(await countRecords()).toBe(1);
    expect((await send('again')).status).toBe(400);
  });

  it('is listed newest first or in its order, deleted ones by deletion', async ({ api, admin }) => {
    const build = async (changes: object) => (await buildContent(api.db, table, changes)).id;
    const isSorted = 'sort_order' in defaults;
    const ids: string[] = [];
    for (const place of [2, 1, 2, 3]) {
      const order = isSorted ? { sortOrder: place } : { createdAt: `2026-03-0${place}` };
      ids.push(await build(order));
    }
    const inOrder = [1, 0, 2, 3].map((index) => ids[index]);
    expect(await listField(admin, path)).toEqual(isSorted ? inOrder : inOrder.toReversed());
    if (isSorted) return;
    const deleted: string[] = [];
    for (const day of [2, 4, 1, 3]) deleted.push(await build({ deletedAt: `2026-04-0${day}` }));
    const byDeletion = [1, 3, 0, 2].map((index) => deleted[index]);
    expect(await listField(admin, `${path}?deleted=1`)).toEqual(byDeletion);
  });

  it('is found by each of its fields, whatever case and dots of the i', async ({ api, admin }) => {
    const [searchable, searches] = kind.searched;
    await buildContent(api.db, table);
    const columns = Object.entries(searchable).map(([field, value]) => [camelCase(field), value]);
    const { id } = await buildContent(api.db, table, Object.fromEntries(columns));
    for (const search of searches) {
      const query = `search=${encodeURIComponent(search)}`;
      expect(await listField(admin, `${path}?${query}`), search).toEqual([id]);
      expect(await count(admin, `${path}/count?${query}`), search).toBe(1);
    }
    expect(await listField(admin, `${path}?search=`)).toHaveLength(2);
    expect(await listField(admin, `${path}?search=1__`)).toEqual([]);
  });

  it('rejects queries of the list that it does not know', async ({ admin }) => {
    const forged = formatCursor({ value: '2026-02-30T00:00:00.000Z', id: NO_SUCH_ID });
    for (const query of [
      'deleted=2',
      'limit=0',
      'limit=101',
      'search=%00',
      `search=${'x'.repeat(201)}`,
      'cursor=x',
      `cursor=${forged}`,
      ...(content.filters ? ['status=other', 'category=%00'] : []),
    ]) {
      expect((await admin.get(`${path}?${query}`)).status, query).toBe(400);
    }
    for (const query of ["search='%20or%201=1--", 'search=\\', 'unknown=1']) {
      expect((await admin.get(`${path}?${query}`)).status, query).toBe(200);
    }
  });

  it('records who showed, changed and hid it, with before and after', async ({ api, admin }) => {
    const flag = camelCase(shown);
    const { id } = await create(admin, kind, { [shown]: false });
    const save = (isShown: boolean, text = label) =>
      change(admin, id, { [shown]: isShown, [name]: text });
    await save(false, 'Docks');
    expect(await listEvents(api)).toEqual([]);
    for (const [isShown, text] of [[true], [true], [true, 'Docks'], [false]] as const) {
      expect((await save(isShown, text)).status).toBe(200);
    }
    const by = [`By ${admin.username}`, `Of ${subject}`];
    const renamed = `${camelCase(name)}: "${label}" → "Docks"`;
    expect(await listEvents(api)).toEqual([
      ['content_published', expect.arrayContaining([...by, `${flag}: false → true`])],
      ['content_changed', [by[0], `Of ${subject.replace(label, 'Docks')}`, renamed]],
      ['content_unpublished', expect.arrayContaining([...by, `${flag}: true → false`])],
    ]);
  });

  it('records its creation, deletion and restore, and no failure', async ({ api, admin }) => {
    const { id } = await create(admin, kind, { [shown]: true });
    for (const status of [200, 404])
      expect((await admin.remove(`${path}/${id}`)).status).toBe(status);
    for (const status of [200, 404]) {
      expect((await admin.post(`${path}/${id}/restore`)).status).toBe(status);
    }
    const stale = { ...input, [shown]: false, updated_at: '2020-01-01T00:00:00.000Z' };
    expect((await admin.put(`${path}/${id}`, stale)).status).toBe(409);
    const by = [`By ${admin.username}`, `Of ${subject}`];
    const reasons = (change: string) =>
      expect.arrayContaining([...by, `${camelCase(shown)}: ${change}`]);
    expect(await listEvents(api)).toEqual([
      ['content_published', reasons('nothing → true')],
      ['content_deleted', reasons('true → nothing')],
      ['content_restored', reasons('nothing → true')],
    ]);
  });
});

it('lists and counts posts and projects of a status and a category', async ({ api, admin }) => {
  for (const { path, content } of CONTENT_KINDS.filter(({ content: { filters } }) => filters)) {
    const column = content.table === 'projects' ? 'industryCategory' : 'category';
    for (const [category, isPublished] of [
      ['Finance', true],
      ['Mapping', false],
      ['Mapping', true],
    ] as const) {
      await buildContent(api.db, content.table, { [column]: category, isPublished });
    }
    for (const [query, found] of [
      ['status=published', 2],
      ['status=draft', 1],
      ['category=Mapping', 2],
      ['category=Mapping&status=published', 1],
    ] as const) {
      expect(await listField(admin, `${path}?${query}`), `${path} ${query}`).toHaveLength(found);
      expect(await count(admin, `${path}/count?${query}`), `${path} ${query}`).toBe(found);
    }
  }
  expect((await admin.get('projects?category=None')).body.items).toEqual([]);
});
