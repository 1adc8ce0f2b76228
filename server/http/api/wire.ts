import * as z from 'zod';

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : Name;

type WireShape<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape & string as SnakeCase<Key>]: Shape[Key];
};

/** 'isPublished' becomes 'is_published'. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** 'blogPosts' becomes 'blog-posts', as in a path. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}

/**
 * The wire form of an entity: its schema with the database's column names, and the function that turns a value into it. Only
 * what the schema names goes out.
 */
export function wireOf<Shape extends z.ZodRawShape>(entity: z.ZodObject<Shape>) {
  type Value = z.infer<z.ZodObject<Shape>>;
  const names = Object.keys(entity.shape).map((name) => [name, snakeCase(name)] as const);
  const shape = Object.fromEntries(names.map(([name, column]) => [column, entity.shape[name]]));
  // The mapped type above says what this loop does; TypeScript cannot see it.
  const schema = z.object(shape as WireShape<Shape>);
  return {
    schema,
    encode: (value: Value) =>
      Object.fromEntries(
        names.map(([name, column]) => [column, value[name as keyof Value]]),
      ) as z.infer<typeof schema>,
  };
}

/** 'is_published' becomes 'isPublished'; a name that is not in wire form is left as it is, and so will be refused. */
export function camelCase(name: string): string {
  return /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name)
    ? name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : `${name} `;
}
