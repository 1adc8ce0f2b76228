import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorResponse } from '#server/http/base/error-response.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { validateWireJson } from './validate.ts';

const schema = z.object({
  sortOrder: z.int('Sort order is a whole number').optional(),
  filter: z.strictObject({ search: z.string() }).optional(),
  officeHours: z
    .strictObject({ timeZone: z.string(), days: z.array(z.strictObject({ isOpen: z.boolean() })) })
    .optional(),
});

const app = new Hono<HonoEnv>()
  .onError((error) => errorResponse(error))
  .post('/', validateWireJson(schema), (c) => c.json(c.req.valid('json')));

async function send(body: unknown) {
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('validateWireJson', () => {
  it('takes the names of columns', async () => {
    expect(await send({ sort_order: 3 })).toEqual({ status: 200, body: { sortOrder: 3 } });
    expect((await send({ sort_order: 'x' })).body).toMatchObject({
      error: { fields: { sort_order: 'Sort order is a whole number' } },
    });
  });

  it.each(['sortOrder', 'SORT_ORDER', 'sort_order ', 'sort_order_1', 'line_2', 'x'.repeat(101)])(
    'reports the unknown %j as it was sent, and a long one cut',
    async (name) => {
      const { status, body } = await send({ [name]: 3 });
      expect(status).toBe(400);
      const fields = { [name.slice(0, 100)]: 'This field is not known' };
      expect(body).toMatchObject({ error: { fields } });
    },
  );

  it('takes the names of columns inside a field and its lists, and reports what was sent', async () => {
    const hours = { time_zone: 'UTC', days: [{ is_open: true }] };
    expect(await send({ office_hours: hours })).toEqual({
      status: 200,
      body: { officeHours: { timeZone: 'UTC', days: [{ isOpen: true }] } },
    });
    const unknown = 'This field is not known';
    for (const [body, fields] of [
      [{ office_hours: { ...hours, timeZone: 'UTC' } }, { timeZone: unknown }],
      [
        { office_hours: { ...hours, days: [{ is_open: 1 }] } },
        { office_hours: expect.any(String) },
      ],
      [{ filter: { search: '', sortBy: 1 } }, { sortBy: unknown }],
    ]) {
      expect((await send(body)).body).toMatchObject({ error: { fields } });
    }
  });
});
