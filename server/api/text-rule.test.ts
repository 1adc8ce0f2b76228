import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { rawText, textRule } from '#shared/common/text.ts';
import { definitionOf, listInputs, listSchemaParts } from '#tests/support/hostile/inputs.ts';
import { it } from '#tests/support/fixtures.ts';

// What these formats accept has no room for anything but ASCII letters, digits and signs.
const NARROW_FORMATS = new Set(['guid', 'uuid', 'datetime', 'date']);

/** The fields that take any string; `isBare` allows those that ask for nothing at all, as schemas of responses do. */
function findUnruled(root: z.ZodType, { isBareAllowed = false } = {}): string[] {
  const found: string[] = [];
  function visit(schema: z.ZodType, path: string, isRuledAround: boolean): void {
    const def = definitionOf(schema);
    const checks = def.checks ?? [];
    const isRuled = isRuledAround || checks.includes(textRule);
    const isBare = checks.length === 0 && !('error' in def && def.error);
    const isNarrow = def.format !== undefined && NARROW_FORMATS.has(def.format);
    if (def.type === 'string' && !isRuled && !isNarrow && !(isBareAllowed && isBare)) {
      found.push(path || '(itself)');
    }
    if (['any', 'unknown', 'lazy', 'template_literal'].includes(def.type)) found.push(path);
    for (const [name, part] of listSchemaParts(schema))
      visit(part, path + name, isRuled && name === '');
  }
  visit(root, '', false);
  return found;
}

it.each([
  ['a string', z.object({ name: z.string() }), ['.name']],
  ['one with limits', z.object({ name: z.string().trim().max(3).optional() }), ['.name']],
  ['one in a list', z.object({ tags: z.array(z.string()).default([]) }), ['.tags[]']],
  ['one in a union', z.object({ a: z.union([z.null(), z.string().min(1)]) }), ['.a']],
  ['one that is piped', z.object({ a: z.string().transform((text) => text.trim()) }), ['.a']],
  ['a key', z.record(z.string(), z.boolean()), ['(itself)']],
  ['an e-mail address', z.object({ email: z.email() }), ['.email']],
  ['anything', z.object({ a: z.unknown() }), ['.a']],
  ['ruled ones', z.object({ a: rawText().max(3).nullish(), b: z.uuid(), c: z.int() }), []],
])('finds strings without the text rule: %s', (_, schema, expected) => {
  expect(findUnruled(schema)).toEqual(expected);
});

describe('the text rule', () => {
  it('holds for every string that an endpoint takes', ({ api }) => {
    const inputs = listInputs(api.app);
    const unruled = inputs.flatMap(({ method, path, target, schema }) =>
      findUnruled(schema).map((field) => `${method} ${path} ${target}${field}`),
    );
    expect(unruled).toEqual([]);
    // The walk has arrived: public ones, the administrators', bodies, queries and headers.
    const names = inputs.map(({ method, path, target }) => `${method} ${path} ${target}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /api/submit-order json',
        'POST /api/submit-order header',
        'POST /api/admin-auth json',
        'GET /api/admin/orders query',
        'PUT /api/admin/site-settings json',
        'POST /api/admin/mfa/disable json',
      ]),
    );
    expect(names.length).toBeGreaterThan(50);
  });

  it('holds for every string with a limit or a message in the shared schemas', async () => {
    const folder = join(import.meta.dirname, '../../shared');
    const unruled: string[] = [];
    let schemas = 0;
    for await (const file of glob('**/*.ts', { cwd: folder })) {
      if (file.endsWith('.test.ts')) continue;
      const module = (await import(join(folder, file))) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module)) {
        if (!(value instanceof z.ZodType)) continue;
        schemas += 1;
        const fields = findUnruled(value, { isBareAllowed: true });
        unruled.push(...fields.map((field) => `${file} ${name}${field}`));
      }
    }
    expect(unruled).toEqual([]);
    expect(schemas).toBeGreaterThan(60);
  });
});
