import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { v4 as uuid } from 'uuid';
import { signInForTest } from '#tests/support/admin.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { definitionOf, type EndpointInput, listInputs } from '#tests/support/inputs.ts';
import { innermost, listTextFields, sampleOf, withAt } from '#tests/support/sample-input.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { snakeCase } from '#shared/lib/case.ts';

const MAX_HELD_MS = 50;
const MAX_GROWTH = 3;
/** Below these, noise would be judged. */
const PARSE_FLOOR_MS = 20;
const ANSWER_FLOOR_MS = 60;
const RUNS = 5;
/** Where a field states no limit of its own, that of the body does. */
const BODY_CHARACTERS = 20_000;

/** Documents are rendered from these; the cost of that has a net of its own. */
const DOCUMENTS = new Set(['content', 'markdown', 'termsOfService', 'privacyPolicy']);
/** A password is hashed by each of these: dear by intention, and bounded by a queue. */
const HASHING = /^\/api\/(?:admin-auth|admin\/(?:password|mfa))/;

const ORDER = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];

type Endpoint = EndpointInput & { sample: unknown };
type Cost = { input: string; text: string; size: number; heldMs: number; answerMs: number };

let site: TestApp;
let token: string;
const costs: Cost[] = [];

beforeAll(async () => {
  site = await createTestApp();
  ({ token } = await signInForTest(site.db));
});
afterAll(async () => {
  if (process.env.COST_TABLE) {
    console.table(costs.toSorted((one, other) => other.heldMs - one.heldMs).slice(0, 12));
    console.table(costs.toSorted((one, other) => other.answerMs - one.answerMs).slice(0, 12));
  }
  await site.close();
});

function listEndpoints(): Endpoint[] {
  return listInputs(site.app).flatMap((input) => {
    const options = definitionOf(innermost(input.schema)).options ?? [input.schema];
    return options.map((schema) => ({ ...input, schema, sample: sampleOf(schema) }));
  });
}

/** The longest run of a letter that the schema takes in a field; what a field takes by its form alone has no such limit. */
function longestOf(schema: z.ZodType, sample: unknown, path: string[]): number {
  const isTaken = (size: number) =>
    schema.safeParse(withAt(sample, path, 'a'.repeat(size))).success;
  const sizes = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 300, 200, 100, 80, 40];
  return sizes.find(isTaken) ?? BODY_CHARACTERS;
}

/** The time of this thread alone, which other programs do not lengthen. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function quickest(run: () => void, runs = RUNS): number {
  const times = Array.from({ length: runs }, () => {
    const start = threadMs();
    run();
    return threadMs() - start;
  });
  return Math.min(...times);
}

type Send = (text: string | null) => Promise<Response>;

function isNamedAsColumns({ path, target }: EndpointInput): boolean {
  return target === 'json' && path.startsWith('/api/admin/');
}

async function firstIdOf(path: string): Promise<string> {
  const list = await site.request(path.slice(0, path.indexOf('/:')), {
    headers: { 'x-admin-session': token },
  });
  const body = list.ok ? ((await list.json()) as { items?: { id: string }[] }) : {};
  return body.items?.[0]?.id ?? uuid();
}

async function prepare(endpoint: Endpoint, field: string[]): Promise<Send> {
  const { method, target, sample } = endpoint;
  const path = endpoint.path.includes('/:')
    ? endpoint.path.replaceAll(/:\w+/g, await firstIdOf(endpoint.path))
    : endpoint.path;
  return async (text) => {
    const value = text === null ? sample : withAt(sample, field, text);
    const fields = Object.entries(value as object);
    const headers = { 'x-admin-session': token, 'idempotency-key': uuid() };
    if (target === 'json') {
      const named = isNamedAsColumns(endpoint)
        ? fields.map(([name, each]) => [snakeCase(name), each])
        : fields;
      const body = JSON.stringify(Object.fromEntries(named));
      return site.request(path, {
        method,
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    }
    const texts = fields.map(([name, each]): [string, string] => [name, String(each)]);
    return site.request(`${path}?${new URLSearchParams(texts)}`, { method, headers });
  };
}

/** How long an input keeps the serving thread, and how long until it is answered, which is mostly the database. */
async function measure(send: Send, text: string, runs: number) {
  const held: number[] = [];
  const answer: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    const before = threadMs();
    const response = await send(text);
    await response.arrayBuffer();
    held.push(threadMs() - before);
    answer.push(performance.now() - start);
  }
  return { heldMs: Math.min(...held), answerMs: Math.min(...answer) };
}

it('reads every text in a time that grows as its length does', () => {
  const findings: string[] = [];
  let fields = 0;
  for (const { method, path, target, schema, sample } of listEndpoints()) {
    const names = target === 'header' ? [['idempotency-key']] : listTextFields(schema);
    for (const field of names) {
      fields += 1;
      const size = target === 'header' ? 8_000 : longestOf(schema, sample, field);
      for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
        const value = withAt(sample, field, make(size));
        const parse = () => schema.safeParse(value);
        if (quickest(parse, 1) < PARSE_FLOOR_MS) continue;
        const halfValue = withAt(sample, field, make(size / 2));
        const half = quickest(() => schema.safeParse(halfValue));
        const whole = quickest(parse);
        if (whole > MAX_HELD_MS || (whole > PARSE_FLOOR_MS && whole > MAX_GROWTH * half)) {
          findings.push(`${method} ${path} ${field.join('.')}: ${text}, ${half} ms, ${whole} ms`);
        }
      }
    }
  }
  expect(findings).toEqual([]);
  expect(fields).toBeGreaterThan(80);
});

it('answers every text in a time that grows as its length does, and keeps nobody waiting', async () => {
  const findings: string[] = [];
  const untried: string[] = [];
  const endpoints = listEndpoints()
    .filter(({ path, target }) => target !== 'header' && !HASHING.test(path))
    // What lists and searches look through is sent first.
    .toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method));
  const tried = new Set<string>();
  // Only documents take a sign of markdown for more than a letter.
  const texts = Object.entries(HOSTILE_TEXTS).filter(([text]) => !text.startsWith('markdown'));
  for (const endpoint of endpoints) {
    for (const field of listTextFields(endpoint.schema)) {
      if (DOCUMENTS.has(field[0] ?? '')) continue;
      // Changing goes the way of creating, and counting that of listing.
      const column = `${endpoint.path.split('/').slice(0, 4).join('/')} ${field.join('.')}`;
      if (tried.has(column)) continue;
      tried.add(column);
      const input = `${endpoint.method} ${endpoint.path} ${field.join('.')}`;
      const send = await prepare(endpoint, field);
      const first = await send(null);
      await first.arrayBuffer();
      if (first.status === 404 || first.status >= 500) untried.push(`${input}: ${first.status}`);
      const size = longestOf(endpoint.schema, endpoint.sample, field);
      for (const [text, make] of texts) {
        let whole = await measure(send, make(size), 1);
        if (whole.heldMs > MAX_HELD_MS / 2 || whole.answerMs > ANSWER_FLOOR_MS) {
          whole = await measure(send, make(size), RUNS);
          const half = await measure(send, make(size / 2), RUNS);
          const isHeld = whole.heldMs > MAX_HELD_MS;
          const grows =
            whole.answerMs > ANSWER_FLOOR_MS && whole.answerMs > MAX_GROWTH * half.answerMs;
          if (isHeld || grows)
            findings.push(`${input}: ${text}, ${JSON.stringify({ half, whole })}`);
        }
        costs.push({ input, text, size, ...whole });
      }
    }
  }
  expect(findings).toEqual([]);
  expect(untried).toEqual([]);
  expect(tried.size).toBeGreaterThan(40);
  const stored = await site.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  expect(stored?.count).toBeGreaterThan(texts.length);
}, 180_000);

it('reads a body that is nested as deeply as it may be long', async () => {
  const send: Send = (body) =>
    site.request('/api/contact-messages', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  for (const unit of ['[', '{"a":', '[{"a":[']) {
    const closed = { '[': ']', '{"a":': '}', '[{"a":[': ']}]' }[unit] ?? '';
    const depth = Math.floor(60_000 / (unit.length + closed.length));
    const body = `${unit.repeat(depth)}1${closed.repeat(depth)}`;
    expect((await send(body)).status).toBe(400);
    expect((await measure(send, body, RUNS)).heldMs).toBeLessThan(MAX_HELD_MS);
  }
});
