import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { parseCursor } from '#server/db/keyset.ts';

export const categoryQuery = rawText().max(200, 'The category is too long').optional();

const LIMIT_MESSAGE = 'The limit must be a whole number from 1 to 100';

export const limitQuery = rawText()
  .regex(/^[1-9]\d{0,2}$/, LIMIT_MESSAGE)
  .transform(Number)
  .refine((limit) => limit <= 100, LIMIT_MESSAGE)
  .meta({ description: 'At most so many records, 1 to 100' })
  .optional();

function cursorQuery(idType: 'uuid' | 'bigint') {
  return rawText()
    .max(800, 'This is no page of the list')
    .transform((text, ctx) => {
      const cursor = parseCursor(text, idType);
      if (!cursor) ctx.addIssue({ code: 'custom', message: 'This is no page of the list' });
      return cursor ?? undefined;
    })
    .optional();
}

export function sortQuery(sorts: readonly string[]) {
  return z.enum(sorts, { error: 'The list cannot be sorted by this' }).optional();
}

export const pageQuery = z.object({ cursor: cursorQuery('uuid'), limit: limitQuery });
export const logPageQuery = z.object({ cursor: cursorQuery('bigint'), limit: limitQuery });

export function flagQuery(name: string) {
  return z
    .enum(['0', '1'], { error: `Ask for ${name}=1 or leave it out` })
    .transform((text) => text === '1')
    .optional();
}
