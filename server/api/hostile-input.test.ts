import type * as z from 'zod';
import { expect } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { camelCase, snakeCase } from '#shared/lib/case.ts';
import { HOSTILE_VALUES } from '#tests/support/admin-requests.ts';
import type { TestSession } from '#tests/support/admin.ts';
import { it } from '#tests/support/fixtures.ts';
import { findFirstId } from '#tests/support/hostile/endpoints.ts';
import { definitionOf, type EndpointInput, listInputs } from '#tests/support/hostile/inputs.ts';
import { innermost, sampleOf, withAt } from '#tests/support/hostile/sample-input.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** The paths of all fields, and of the fields in them. */
function listFields(schema: z.ZodType, path: string[] = []): string[][] {
  const { shape = {} } = definitionOf(innermost(schema));
  const fields = Object.entries(shape).flatMap(([name, part]) => listFields(part, [...path, name]));
  return path.length === 0 ? fields : [path, ...fields];
}

/** Values with the names of columns, as the endpoints of the back office take them. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isOwnName = camelCase(snakeCase(name)) === name;
      return [isOwnName ? snakeCase(name) : name, toWire(each)];
    }),
  );
}

async function send(api: TestApp, { token }: TestSession, input: EndpointInput, value: unknown) {
  const { method, target } = input;
  const path = input.path.includes('/:')
    ? input.path.replaceAll(/:\w+/g, await findFirstId(api, token, input.path))
    : input.path;
  const headers = { 'x-admin-session': token, 'idempotency-key': crypto.randomUUID() };
  if (target === 'json') {
    const isWire = path.startsWith('/api/admin/');
    const body = JSON.stringify(isWire ? toWire(value) : value);
    const type = { 'content-type': 'application/json' };
    return api.request(path, { method, body, headers: { ...headers, ...type } });
  }
  const query = Object.entries(value as object).map(([name, each]): [string, string] => [
    name,
    (typeof each === 'string' ? each : JSON.stringify(each)).toWellFormed().slice(0, 4_000),
  ]);
  return api.request(`${path}?${new URLSearchParams(query)}`, { method, headers });
}

/** Public endpoints first: one of the fields closes the site for maintenance. */
const isAdmin = ({ path }: EndpointInput) => path.startsWith('/api/admin/');

it('answers what no field expects without a failure, everywhere', async ({ api, session }) => {
  const inputs = listInputs(api.app).filter(({ target }) => target !== 'header');
  const failures: string[] = [];
  let fieldCount = 0;
  for (const input of inputs.toSorted(
    (one, other) => Number(isAdmin(one)) - Number(isAdmin(other)),
  )) {
    const { options = [input.schema] } = definitionOf(innermost(input.schema));
    for (const schema of options) {
      const sample = sampleOf(schema);
      const fields = listFields(schema);
      fieldCount += fields.length;
      for (const value of HOSTILE_VALUES) {
        const withHostile = (path: string[]) => withAt(sample, path, value);
        // Values that the schema rejects are sent in one request; accepted ones reach the service one by one.
        const isTaken = (path: string[]) => schema.safeParse(withHostile(path)).success;
        const { true: taken = [], false: rejected = [] } = Object.groupBy(fields, (path) =>
          isTaken(path) ? 'true' : 'false',
        );
        const bodies = [
          ...taken.map(withHostile),
          // Parts before the whole that they are in.
          rejected.toReversed().reduce((body, path) => withAt(body, path, value), sample),
          ...(input.target === 'json' ? [value] : []),
        ];
        for (const body of bodies) {
          const response = await send(api, session, input, body);
          const text = await response.text();
          if (response.status >= 500) {
            failures.push(`${input.method} ${input.path} ${JSON.stringify(value)}: ${text}`);
          } else if (response.status >= 400) errorBodySchema.parse(JSON.parse(text));
        }
      }
    }
  }
  expect(failures).toEqual([]);
  expect(fieldCount).toBeGreaterThan(150);
}, 300_000);
