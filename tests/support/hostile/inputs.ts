import type { Hono } from 'hono';
import { findTargetHandler } from 'hono/utils/handler';
import type * as z from 'zod';
import { validatedInput } from '#server/http/api/validate.ts';

export type EndpointInput = {
  method: string;
  path: string;
  target: 'json' | 'query' | 'header';
  schema: z.ZodType;
};

/** What every endpoint validates: found in the routes themselves, so that a new one is there as soon as it is mounted. */
export function listInputs(app: Pick<Hono, 'routes'>): EndpointInput[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const found = (findTargetHandler(handler) as { [validatedInput]?: EndpointInput })[
      validatedInput
    ];
    return found ? [{ method, path, target: found.target, schema: found.schema }] : [];
  });
}

type Inner = 'element' | 'innerType' | 'in' | 'out' | 'keyType' | 'valueType' | 'left' | 'right';

/** A schema as Zod 4 describes it to tools. */
type Definition = Partial<Record<Inner, z.ZodType>> & {
  type: string;
  format?: string;
  checks?: unknown[];
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
};

export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def;
}

/** The schemas directly inside another, each with what it adds to the path of a field. */
export function listSchemaParts(schema: z.ZodType): (readonly [string, z.ZodType])[] {
  const def = definitionOf(schema);
  const inner = [def.innerType, def.in, def.out, def.left, def.right, def.keyType];
  const at = (step: string) => (part?: z.ZodType) => (part ? [[step, part] as const] : []);
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, part]) => at(`.${name}`)(part)),
    ...[...inner, ...(def.options ?? [])].flatMap((part) => at('')(part)),
    ...[def.element, def.valueType, ...(def.items ?? [])].flatMap((part) => at('[]')(part)),
  ];
}
