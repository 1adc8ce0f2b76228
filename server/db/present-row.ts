import type * as z from 'zod';

/** The columns that a schema names. */
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

/** A row as it goes out: instants as ISO texts. It has no more than the columns that were selected. */
export function presentRow<Row extends object>(row: Row): Presented<Row> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as Presented<Row>;
}
