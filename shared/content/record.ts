import * as z from 'zod';
import { describeField, getField } from '#shared/site-content/fields.ts';

/** Set by the server. */
const MANAGED = {
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
};

type Definition<Shape extends z.ZodRawShape, Name, Record extends z.ZodRawShape> = {
  noun: string;
  fields: Shape;
  /** Keep their value when a change omits them; a new record starts with their empty one. */
  retained: readonly Name[];
  /** Fields of a response besides those that every record has. */
  record: Record;
};

/** Rules, form, responses and messages of a content type. */
export function defineRecord<
  const Shape extends z.ZodRawShape,
  Name extends keyof Shape & string,
  Record extends z.ZodRawShape,
>({ noun, fields: shape, retained, record: own }: Definition<Shape, Name, Record>) {
  const fields = z.object(shape);
  const withRetained = (change: (schema: z.ZodType) => z.ZodType): z.ZodObject =>
    fields.extend(
      Object.fromEntries(
        retained.map((name) => [name, change(shape[name] as unknown as z.ZodType)]),
      ),
    );
  const record = z.object({ ...own, ...MANAGED });
  return {
    fields,
    schemas: {
      summary: record,
      record,
      input: withRetained((schema) => schema.default(getField(schema).empty)),
      // With the time of the version that was changed; without one the save overwrites.
      change: withRetained((schema) => schema.optional()).extend({
        updatedAt: z.iso.datetime().optional(),
      }),
    },
    messages: {
      notFound: `This ${noun} does not exist any more.`,
      conflict: `This ${noun} was changed by someone else in the meantime.`,
    },
  };
}

export const MAX_SORT_ORDER = 1_000_000_000;

export function sortOrderField(label: string) {
  const whole = `${label} must be a whole number`;
  return describeField(
    z
      .number({ error: whole })
      .min(0, `${label} must be 0 or greater`)
      .max(MAX_SORT_ORDER, `${label} must be at most 1,000,000,000`)
      .refine(Number.isInteger, whole),
    { label, help: 'Smaller numbers come first.', input: 'number', empty: 0 },
  );
}
