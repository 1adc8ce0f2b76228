import { resolver } from 'hono-openapi';
import type * as z from 'zod';
import { snakeCase } from '#shared/lib/case.ts';

type Resolver = ReturnType<typeof resolver>;
type Schema = Awaited<ReturnType<Resolver['toOpenAPISchema']>>['schema'];

/** Formats and number types make patterns and ranges redundant. */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output'): Resolver {
  const override = ({ jsonSchema }: { jsonSchema: Schema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  };
  return resolver(schema, { options: { io, override, unrepresentable: 'any' } });
}

function withWireNames(schema: Schema): Schema {
  if ('items' in schema && schema.items && !('$ref' in schema.items)) {
    return { ...schema, items: withWireNames(schema.items) };
  }
  const { properties, required, ...rest } = schema;
  if (!properties) return schema;
  const named = Object.entries(properties).map(([name, field]) => [
    snakeCase(name),
    '$ref' in field ? field : withWireNames(field),
  ]);
  return {
    ...rest,
    properties: Object.fromEntries(named),
    ...(required && { required: required.map(snakeCase) }),
  };
}

/** Other fields of the record are read-only. */
export function describeWireSchema(schema: z.ZodObject, readOnly: readonly string[]): Resolver {
  const plain = describeSchema(schema, 'input');
  return {
    ...plain,
    async toOpenAPISchema() {
      const described = await plain.toOpenAPISchema();
      const { properties, ...rest } = withWireNames(described.schema);
      const ignored = readOnly.map((name) => [snakeCase(name), { readOnly: true }]);
      return {
        ...described,
        schema: { ...rest, properties: { ...properties, ...Object.fromEntries(ignored) } },
      };
    },
  };
}
