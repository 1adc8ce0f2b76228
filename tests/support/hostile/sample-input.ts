import * as z from 'zod';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { definitionOf, listSchemaParts } from './inputs.ts';

const UUID = '01890000-0000-7000-8000-000000000000';

const PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const ASSERTION = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const ATTESTATION = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };

// One of each shape that some field asks for.
const SHAPES: unknown[] = [
  'Enough words for a text that has to have fifty characters or more.',
  'selin@example.com',
  UUID,
  'https://example.com/',
  '',
  'a-slug',
  'UTC',
  '198.51.100.7',
  '10',
  '404',
  '2026',
  'order-attachments/1-a.pdf',
  Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', UUID])).toString('base64url'),
  Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', '1'])).toString('base64url'),
  JSON.stringify({ ...PASSKEY, response: ASSERTION }),
  JSON.stringify({ ...PASSKEY, response: ATTESTATION }),
  false,
  true,
  100,
  1,
  null,
  '2030-01-01T00:00:00.000Z',
  DEFAULT_OFFICE_HOURS.week,
];

/** The schema without what makes it optional, gives it a default, or changes it. */
export function innermost(schema: z.ZodType): z.ZodType {
  const def = definitionOf(schema);
  if (def.type === 'pipe' && def.in) return innermost(def.in);
  return def.innerType ? innermost(def.innerType) : schema;
}

function candidatesFor(schema: z.ZodType): unknown[] {
  const def = definitionOf(innermost(schema));
  if (def.element) return [[], ...candidatesFor(def.element).map((value) => [value])];
  return [...Object.values(def.entries ?? {}), ...(def.values ?? []), ...SHAPES];
}

/** A value that a schema takes. */
export function sampleOf(schema: z.ZodType): unknown {
  const { shape } = definitionOf(innermost(schema));
  if (!shape) {
    const value = candidatesFor(schema).find((each) => schema.safeParse(each).success);
    if (value === undefined) {
      const asked = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
      throw new Error(`add a shape that this schema takes: ${asked}`);
    }
    return value;
  }
  const whole = Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [name, sampleOf(part)]),
  );
  const names = [null, ...Object.keys(shape)];
  for (const one of names) {
    for (const other of names) {
      const { [one ?? '']: _, [other ?? '']: __, ...value } = whole;
      if (schema.safeParse(value).success) return value;
    }
  }
  const known = SHAPES.find((each) => schema.safeParse(each).success);
  if (known !== undefined) return known;
  throw new Error(`no two fields of ${Object.keys(shape).join(', ')} exclude each other`);
}

/** The paths of the fields that take a text; an entry of a list is its first. */
export function listTextFields(schema: z.ZodType, path: string[] = []): string[][] {
  const inner = innermost(schema);
  const { type, shape, element, options } = definitionOf(inner);
  if (shape) {
    return Object.entries(shape).flatMap(([name, part]) => listTextFields(part, [...path, name]));
  }
  if (element) return listTextFields(element, [...path, '0']);
  if (type === 'string') return [path];
  if (options && !options.some((option) => definitionOf(innermost(option)).shape)) {
    return options.flatMap((option) => listTextFields(option, path)).slice(0, 1);
  }
  return type === 'lazy'
    ? listSchemaParts(inner).flatMap(([, part]) => listTextFields(part, path))
    : [];
}

/** A copy of a value with another one at a path. */
export function withAt(value: unknown, [name, ...rest]: string[], text: unknown): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return [withAt(value[0], rest, text)];
  const fields = (value ?? {}) as Record<string, unknown>;
  return {
    ...fields,
    [name]: withAt(fields[name] ?? (rest[0] === '0' ? [] : undefined), rest, text),
  };
}
