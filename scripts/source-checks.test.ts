import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkSources,
  findCollatedComparisons,
  findFullFolders,
  findLongTests,
  findOwnKeys,
  findStatedHours,
  findUnboundedContainers,
} from './source-checks.ts';

describe('containers', () => {
  it.each([
    ['a map of a module', 'const seen = new Map();\nfunction see() { seen.set("a", 1); }'],
    [
      'a set of a factory',
      'function createX() { const open = new Set(); return () => open.add(1); }',
    ],
    [
      'a queue',
      'function startX() { let waiting: X[] = []; function take() { waiting.push(1); } }',
    ],
  ])('%s need a bound', (_, text) => {
    expect(findUnboundedContainers('server/x.ts', text)).toHaveLength(1);
    const declaration = /(?:const|let) (?:seen|open|waiting)/;
    const stated = text.replace(declaration, (found) => `\n// bounded by the test\n${found}`);
    expect(findUnboundedContainers('server/x.ts', stated)).toEqual([]);
  });

  it.each([
    ['what nothing adds to', 'const LIST = ["a"];\nfunction has(x) { return LIST.includes(x); }'],
    ['what ends with its call', 'function readX() { const a = []; a.push(1); return a; }'],
    ['a bounded map', 'const a = createBoundedMap({ max: 9 });\nfunction b() { a.set(1, 1); }'],
    ['a weak map', 'const seen = new WeakMap();\nfunction see(x: object) { seen.set(x, 1); }'],
  ])('%s needs none', (_, text) => {
    expect(findUnboundedContainers('server/x.ts', text)).toEqual([]);
  });
});

describe('keys of limits', () => {
  it.each([
    ['counts.get(socket.remoteAddress)', 2],
    ['counts.set(source.address, 1)', 1],
    ['const from = headers["x-forwarded-for"]', 1],
    ['sql`network(set_masklen(${address}::inet, 64))`', 1],
    ['counts.set(source.aggregationKey, 1)', 0],
  ])('%s: %i', (text, count) => {
    expect(findOwnKeys('server/http/limit.ts', text)).toHaveLength(count);
    expect(findOwnKeys('server/traffic/source.ts', text)).toEqual([]);
  });
});

describe('the response time and the office hours', () => {
  it.each([
    "const text = 'We answer within one hour, with questions.';",
    "const parts = ['We contact you', 'within 1 hour'];",
    'const text = `Response within ${0} or 1 hour. We respond within two working days`;',
    "const text = 'You get a reply in 4 hours';",
    "const hours = 'Monday to Friday 9:00 AM to 6:00 PM';",
    "const hours = 'Open 9:00 to 18:00';",
    'const page = <p>Response within 1 hour</p>;',
    "const text = 'Answered within four working hours';",
  ])('are stated in one file only: %s', (text) => {
    expect(findStatedHours('app/site/x.tsx', text)).toHaveLength(1);
    expect(findStatedHours('shared/office-hours/messages.ts', text)).toEqual([]);
  });

  it.each([
    "const text = 'Follow the link in it within 24 hours to confirm it.';",
    "const text = 'The files follow within two hours.';",
    '// We answer within one hour.',
    "const text = 'Tuesday to Friday have the times of Monday.';",
  ])('are not confused with other times: %s', (text) => {
    expect(findStatedHours('app/site/x.tsx', text)).toEqual([]);
  });
});

it.each([
  ['where lower(email) = ${address}', 1],
  ['where recipient ilike ${pattern}', 1],
  ['lower(coalesce(orders.email, messages.email))', 1],
  ['lower(email collate "C")', 0],
  ['email.toLowerCase()', 0],
  ['order by lower(name)', 0],
])('comparisons that depend on the collation in %s: %i', (text, count) => {
  expect(findCollatedComparisons('server/services/a.ts', text)).toHaveLength(count);
});

it('counts sources and tests of a folder apart', () => {
  const files = Array.from({ length: 21 }, (_, index) => `app/x/${index}.ts`);
  const tests = files.map((file) => file.replace('.ts', '.test.ts'));
  expect(findFullFolders(files)).toHaveLength(1);
  expect(findFullFolders([...files, ...tests])).toHaveLength(2);
  expect(findFullFolders([...files.slice(1), ...tests.slice(1)])).toEqual([]);
  const migrations = files.map((_, index) => `server/db/migrations/00${index + 10}-x.ts`);
  expect(findFullFolders(migrations)).toEqual([]);
});

it('counts the lines of each test', () => {
  const testOf = (head: string, lines: number) => `${head}${'\n'.repeat(lines - 1)}});`;
  const heads = ["it('x', ", "test('x', async ", "it.for([1])('x', "].map(
    (head) => `${head}() => {`,
  );
  for (const head of heads) {
    expect(findLongTests('x.test.ts', testOf(head, 60))).toEqual([]);
    expect(findLongTests('x.test.ts', testOf(head, 61))).toHaveLength(1);
  }
  expect(findLongTests('x.test.ts', testOf("test.describe('x', () => {", 61))).toEqual([]);
});

it('finds nothing in the sources', () => {
  expect(checkSources(join(import.meta.dirname, '..'))).toEqual([]);
});
