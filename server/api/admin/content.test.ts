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

  it('rejects a key that is no UUID', async ({ api, session }) => {
    expect((await create(api, session, 'again')).status).toBe(400);
  });
});
