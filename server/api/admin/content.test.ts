import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { kebabCase, snakeCase } from '#shared/lib/case.ts';
import { sampleOf } from '#tests/support/hostile/sample-input.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestSession } from '#tests/support/admin.ts';

describe.each(ALL_CONTENT)('creating a record of $table under a key', ({ table, schemas }) => {
  const sample = sampleOf(schemas.input) as Record<string, unknown>;
  const path = `/api/admin/${kebabCase(table)}`;

  async function create(
    api: TestApp,
    session: TestSession,
    key: string,
    changes: Record<string, unknown> = {},
  ) {
    const fields = Object.entries({ ...sample, ...changes });
    const response = await api.request(path, {
      method: 'POST',
      headers: {
        'x-admin-session': session.token,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(Object.fromEntries(fields.map(([name, v]) => [snakeCase(name), v]))),
    });
    const body = (await response.json()) as { id?: string };
    return { status: response.status, body };
  }

  async function countRecords(api: TestApp): Promise<number> {
    return (await api.db.selectFrom(table).select('id').execute()).length;
  }

  it('makes one record, however often it is sent', async ({ api, session }) => {
    const before = await countRecords(api);
    const key = randomUUID();
    const first = await create(api, session, key);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const others = await Promise.all([create(api, session, key), create(api, session, key)]);
    expect(others).toEqual([first, first]);
    expect(await countRecords(api)).toBe(before + 1);
    const name = Object.keys(sample).find((each) =>
      /^(?:title|question|name|clientName)$/.test(each),
    );
    expect((await create(api, session, key, { [name ?? '']: 'Another' })).status).toBe(422);
    await api.request(`${path}/${first.body.id}`, {
      method: 'DELETE',
      headers: { 'x-admin-session': session.token },
    });
    expect((await create(api, session, key)).status).toBe(404);
    expect(await countRecords(api)).toBe(before + 1);
  });

  it('takes a record back as it was read, and nothing else', async ({ api, session }) => {
    const { body } = await create(api, session, randomUUID());
    const headers = { 'x-admin-session': session.token, 'content-type': 'application/json' };
    const read = await api.request(`${path}/${body.id}`, { headers });
    const record = (await read.json()) as object;
    const put = (changed: object) =>
      api.request(`${path}/${body.id}`, { method: 'PUT', headers, body: JSON.stringify(changed) });
    const { error } = (await (await put({ ...record, colour: 'red' })).json()) as {
      error: { fields: object };
    };
    expect(error.fields).toEqual({ colour: 'This field is not known' });
    const saved = await put({ ...record, id: randomUUID(), created_at: '2001-01-01T00:00:00Z' });
    expect(saved.status).toBe(200);
    expect(await saved.json()).toEqual({ ...record, updated_at: expect.any(String) });
  });

  it('rejects a key that is no UUID', async ({ api, session }) => {
    expect((await create(api, session, 'again')).status).toBe(400);
  });
});
