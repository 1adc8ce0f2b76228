import * as z from 'zod';
import { camelCase, snakeCase } from '#shared/lib/case.ts';

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : Name;

type WireShape<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape & string as SnakeCase<Key>]: Shape[Key];
};

function wireField(field: unknown): { schema: unknown; encode: (value: unknown) => unknown } {
  if (field instanceof z.ZodObject) {
    const { schema, encode } = wireOf(field);
    return { schema, encode: (value) => encode(value as Record<string, unknown>) };
  }
  if (field instanceof z.ZodNullable && field.unwrap() instanceof z.ZodObject) {
    const { schema, encode } = wireField(field.unwrap());
    return {
      schema: z.nullable(schema as z.ZodType),
      encode: (value) => (value === null ? null : encode(value)),
    };
  }
  if (!(field instanceof z.ZodArray) || !(field.element instanceof z.ZodObject)) {
    return { schema: field, encode: (value) => value };
  }
  const { schema, encode } = wireOf(field.element);
  return {
    schema: z.array(schema),
    encode: (value) => (value as Record<string, unknown>[]).map((entry) => encode(entry)),
  };
}

/** The schema of an entity with column names, and its encoder. Only fields of the schema are sent. */
export function wireOf<Shape extends z.ZodRawShape>(entity: z.ZodObject<Shape>) {
  type Value = z.infer<z.ZodObject<Shape>>;
  const fields = Object.entries(entity.shape).map(
    ([name, field]) => [name, snakeCase(name), wireField(field)] as const,
  );
  const shape = Object.fromEntries(fields.map(([, column, { schema }]) => [column, schema]));
  // TypeScript cannot see that this matches the mapped type.
  const schema = z.object(shape as WireShape<Shape>);
  return {
    schema,
    encode: (value: Value) => {
      const record: Record<string, unknown> = {};
      for (const [name, column, { encode }] of fields)
        record[column] = encode(value[name as keyof Value]);
      return record as z.infer<typeof schema>;
    },
  };
}

export function fieldName(wireName: string): string {
  return /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(wireName) ? camelCase(wireName) : `${wireName} `;
}
