import { afterAll, expect } from 'vitest';
import { v4 as uuid } from 'uuid';
import {
  type Cost,
  createWatch,
  FLOORS,
  evaluate,
  MAX_HELD_MS,
  measure,
  report,
  runCut,
  threadMs,
} from '#tests/support/hostile/cost.ts';
import { findFirstId } from '#tests/support/hostile/endpoints.ts';
import { HOSTILE_STRINGS } from '#tests/support/hostile/hostile-strings.ts';
import { definitionOf, type EndpointInput, listInputs } from '#tests/support/hostile/inputs.ts';
import {
  innermost,
  listTextFields,
  sampleOf,
  withAt,
} from '#tests/support/hostile/sample-input.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { SAMPLE_CATEGORIES } from '#tests/support/samples/sample-options.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { BUILT_IN_VERSION } from '#shared/site-settings/values.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestSession } from '#tests/support/admin.ts';

/** Where a field states no limit, that of the body does. */
const BODY_CHARACTERS = 20_000;
const LENGTHS = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 300, 200, 100, 80, 40];
const HEADER_CHARACTERS = 8_000;
/** With so many a regular expression that takes twice as long for each character is noticed, and done within seconds. */
const SHORT_CHARACTERS = 24;

/** Rendered in threads from these, so that only what holds the serving thread counts. */
const DOCUMENTS = new Set(['content', 'markdown', 'termsOfService', 'privacyPolicy']);
/** A password is hashed by each of these: dear by intention, and bounded by a queue. */
const HASHING = /^\/api\/(?:admin-auth|admin\/(?:password|mfa))/;

const ORDER = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];

// Only documents take a sign of markdown for more than a letter.
const isMarkdown = ([text]: [string, unknown]) => text.startsWith('markdown');
const MARKDOWN = Object.entries(HOSTILE_STRINGS).filter(isMarkdown);
const STRINGS = Object.entries(HOSTILE_STRINGS).filter((entry) => !isMarkdown(entry));

const { serviceType, desiredFeatures, estimatedBudget, targetTimeline, requiredLanguages } =
  buildOrderInput();
/** Values that the stored content decides on, not the schema. */
const STORED: Record<string, unknown> = {
  serviceType,
  desiredFeatures,
  estimatedBudget,
  targetTimeline,
  requiredLanguages,
  industryCategory: SAMPLE_CATEGORIES[0],
  termsVersion: BUILT_IN_VERSION,
};

type Endpoint = EndpointInput & { sample: unknown; fields: string[][] };
type Send = (value: unknown) => Promise<Response>;

const watch = createWatch();
const costs: ({ input: string; text: string; size: number } & Cost)[] = [];
afterAll(async () => {
  if (process.env.COST_TABLE) {
    console.table(costs.toSorted((one, other) => other.heldMs - one.heldMs).slice(0, 12));
    console.table(costs.toSorted((one, other) => other.responseMs - one.responseMs).slice(0, 12));
  }
});

function listEndpoints(api: TestApp): Endpoint[] {
  return listInputs(api.app).flatMap((input) => {
    const options = definitionOf(innermost(input.schema)).options ?? [input.schema];
    return options.map((schema) => {
      const { shape = {} } = definitionOf(innermost(schema));
      for (const [field, part] of Object.entries(shape)) {
        if (runCut(() => sampleOf(part)) === undefined)
          throw new Error(`${input.method} ${input.path} ${field}: no text is read in time`);
      }
      const fields = input.target === 'header' ? [['idempotency-key']] : listTextFields(schema);
      const sample = Object.entries(sampleOf(schema) as object).map(([name, value]) => [
        name,
        STORED[name] ?? value,
      ]);
      return { ...input, schema, sample: Object.fromEntries(sample), fields };
    });
  });
}

function nameOf({ method, path }: Endpoint, field: string[]): string {
  return `${method} ${path} ${field.join('.')}`;
}

/** The longest run of a letter that the schema takes in a field, or cannot be done with; what a field takes by its form alone has no such limit. */
function maxLengthOf({ schema, sample, target }: Endpoint, path: string[]): number {
  if (target === 'header') return HEADER_CHARACTERS;
  let size = 0;
  runCut(() => {
    for (size of LENGTHS) {
      if (schema.safeParse(withAt(sample, path, 'a'.repeat(size))).success) return;
    }
    size = BODY_CHARACTERS;
  });
  return size;
}

/** The texts that may be dear to read already: all that are not known to be cheap. */
function listDearStrings({ schema, sample }: Endpoint, field: string[], size: number): Set<string> {
  const dear = new Set(Object.keys(HOSTILE_STRINGS));
  runCut(() => {
    for (const [text, make] of Object.entries(HOSTILE_STRINGS)) {
      const before = process.threadCpuUsage();
      schema.safeParse(withAt(sample, field, make(size)));
      if (threadMs(before) < FLOORS.heldMs) dear.delete(text);
    }
  });
  return dear;
}

function isNamedAsColumns({ path, target }: EndpointInput): boolean {
  return target === 'json' && path.startsWith('/api/admin/');
}

async function prepare(api: TestApp, session: TestSession, endpoint: Endpoint): Promise<Send> {
  const { method, target } = endpoint;
  const path = endpoint.path.includes('/:')
    ? endpoint.path.replaceAll(/:\w+/g, await findFirstId(api, session.token, endpoint.path))
    : endpoint.path;
  function request(value: unknown): Promise<Response> {
    const fields = Object.entries(value as object);
    const headers = { 'x-admin-session': session.token, 'idempotency-key': uuid() };
    if (target === 'json') {
      const named = isNamedAsColumns(endpoint)
        ? fields.map(([name, each]) => [snakeCase(name), each])
        : fields;
      const body = JSON.stringify(Object.fromEntries(named));
      return api.request(path, {
        method,
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    }
    const strings = fields.map(([name, each]): [string, string] => [name, String(each)]);
    return api.request(`${path}?${new URLSearchParams(strings)}`, { method, headers });
  }
  return async (value) => {
    const response = await request(value);
    const text = await response.text();
    if (response.status >= 400 && response.status !== 404) errorBodySchema.parse(JSON.parse(text));
    return response;
  };
}

it('reads every text in a time that grows as its length does', async ({ api }) => {
  const findings: string[] = [];
  let fields = 0;
  for (const endpoint of listEndpoints(api)) {
    const { schema, sample } = endpoint;
    for (const field of endpoint.fields) {
      fields += 1;
      watch(nameOf(endpoint, field));
      const size = maxLengthOf(endpoint, field);
      for (const text of listDearStrings(endpoint, field, size)) {
        const { problem } = await evaluate((characters) => {
          const value = withAt(sample, field, HOSTILE_STRINGS[text]?.(characters));
          return runCut(() => schema.safeParse(value));
        }, size);
        if (problem) report(findings, `${nameOf(endpoint, field)}: ${text}, ${problem}`);
      }
    }
  }
  expect(findings).toEqual([]);
  expect(fields).toBeGreaterThan(80);
});

/** Sends each short text in all fields that take it, and alone where that takes long. */
async function findDearShortStrings(
  endpoint: Endpoint,
  fields: string[][],
  send: Send,
): Promise<string[]> {
  const { schema, sample } = endpoint;
  const findings: string[] = [];
  let short = '';
  const taken = runCut(() =>
    STRINGS.flatMap(([text, make]) =>
      fields.flatMap((field) => {
        short = `${nameOf(endpoint, field)}: ${text}, ${SHORT_CHARACTERS} characters`;
        const value = make(SHORT_CHARACTERS);
        const isTaken = schema.safeParse(withAt(sample, field, value)).success;
        return isTaken ? [{ text, field, value, name: short }] : [];
      }),
    ),
  );
  if (!taken) throw new Error(`${short}: not read in time`);
  for (const inputs of Map.groupBy(taken, ({ text }) => text).values()) {
    watch(inputs.map(({ name }) => name).join(', '));
    const all = inputs.reduce((whole, { field, value }) => withAt(whole, field, value), sample);
    const isHarmless = ({ heldMs }: Cost) => heldMs < FLOORS.heldMs;
    if (isHarmless(await measure(() => send(all), isHarmless))) continue;
    for (const { field, value, name } of inputs) {
      const { heldMs } = await measure(() => send(withAt(sample, field, value)));
      if (heldMs > MAX_HELD_MS) report(findings, `${name}: ${heldMs} ms`);
    }
  }
  return findings;
}

/** Sends texts of every length in a field. */
async function findDearStrings(endpoint: Endpoint, field: string[], send: Send): Promise<string[]> {
  const { schema, sample } = endpoint;
  const findings: string[] = [];
  const input = nameOf(endpoint, field);
  const isDocument = DOCUMENTS.has(field[0] ?? '');
  const size = maxLengthOf(endpoint, field);
  const dear = listDearStrings(endpoint, field, size);
  for (const [text, make] of isDocument ? MARKDOWN : STRINGS) {
    watch(`${input}: ${text}`);
    const sendText = (characters: number) => {
      const value = withAt(sample, field, make(characters));
      // What is not even read in time is not sent.
      const isRead = !dear.has(text) || runCut(() => schema.safeParse(value)) !== undefined;
      return isRead && send(value);
    };
    const { problem, ...cost } = await evaluate(
      sendText,
      size,
      isDocument ? ['heldMs'] : ['heldMs', 'responseMs'],
    );
    if (problem) report(findings, `${input}: ${text}, ${problem}`);
    costs.push({ input, text, size, ...cost });
  }
  return findings;
}

it('answers every text in a time that grows as its length does', async ({ api, session }) => {
  const findings: string[] = [];
  const untried: string[] = [];
  const endpoints = listEndpoints(api)
    .filter(({ path, target }) => target !== 'header' && !HASHING.test(path))
    // What lists and searches look through is sent first.
    .toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method));
  const tried = new Set<string>();

  for (const endpoint of endpoints) {
    const { sample } = endpoint;
    // Changing goes the way of creating, and counting that of listing.
    const columnOf = (field: string[]) =>
      `${endpoint.path.split('/').slice(0, 4).join('/')} ${field.join('.')}`;
    const fields = endpoint.fields.filter((field) => !tried.has(columnOf(field)));
    if (fields.length === 0) continue;
    const send = await prepare(api, session, endpoint);
    const { status } = await send(sample);
    if (status === 404 || status >= 500) untried.push(`${nameOf(endpoint, [])}: ${status}`);

    findings.push(...(await findDearShortStrings(endpoint, fields, send)));
    for (const field of fields) {
      tried.add(columnOf(field));
      findings.push(...(await findDearStrings(endpoint, field, send)));
    }
  }
  expect(findings).toEqual([]);
  expect(untried).toEqual([]);
  expect(tried.size).toBeGreaterThan(40);
  const stored = await readRows(api.db, 'orders', ['id']);
  expect(stored.length).toBeGreaterThan(STRINGS.length);
}, 300_000);

it('reads a body that is nested as deeply as it may be long', async ({ api }) => {
  const send = (body: string) =>
    api.request('/api/contact-messages', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  for (const unit of ['[', '{"a":', '[{"a":[']) {
    const closed = { '[': ']', '{"a":': '}', '[{"a":[': ']}]' }[unit] ?? '';
    const depth = Math.floor(60_000 / (unit.length + closed.length));
    const body = `${unit.repeat(depth)}1${closed.repeat(depth)}`;
    expect((await send(body)).status).toBe(400);
    expect((await measure(() => send(body))).heldMs).toBeLessThan(MAX_HELD_MS);
  }
});
