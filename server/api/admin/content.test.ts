import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { kebabCase, snakeCase } from '#shared/lib/case.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { sampleOf } from '#tests/support/hostile/sample-input.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let site: TestApp;
let token: string;

beforeAll(async () => {
  site = await createTestApp();
  ({ token } = await signInForTest(site.db));
});
afterAll(() => site.close());

describe.each(ALL_CONTENT)('creating a record of $table under a key', ({ table, schemas }) => {
  const sample = sampleOf(schemas.input) as Record<string, unknown>;
  const path = `/api/admin/${kebabCase(table)}`;

  async function create(key: string, changes: Record<string, unknown> = {}) {
    const fields = Object.entries({ ...sample, ...changes });
    const response = await site.request(path, {
      method: 'POST',
      headers: {
        'x-admin-session': token,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(Object.fromEntries(fields.map(([name, v]) => [snakeCase(name), v]))),
    });
    const body = (await response.json()) as { id?: string };
    return { status: response.status, body };
  }

  async function countRecords(): Promise<number> {
    return (await site.db.selectFrom(table).select('id').execute()).length;
  }

  it('makes one record, however often it is sent', async () => {
    const before = await countRecords();
    const key = randomUUID();
    const first = await create(key);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const others = await Promise.all([create(key), create(key)]);
    expect(others).toEqual([first, first]);
    expect(await countRecords()).toBe(before + 1);
    const name = Object.keys(sample).find((each) =>
      /^(?:title|question|name|clientName)$/.test(each),
    );
    expect((await create(key, { [name ?? '']: 'Another' })).status).toBe(422);
    await site.request(`${path}/${first.body.id}`, {
      method: 'DELETE',
      headers: { 'x-admin-session': token },
    });
    expect((await create(key)).status).toBe(404);
    expect(await countRecords()).toBe(before + 1);
  });

  it('rejects a key that is no UUID', async () => {
    expect((await create('again')).status).toBe(400);
  });
});
