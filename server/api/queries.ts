import * as z from 'zod';
import { parseCursor } from '../db/keyset.ts';

export const categoryQuery = z
  .string()
  .max(200, 'The category is too long')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'The category cannot exist')
  .optional();

const LIMIT_MESSAGE = 'The limit must be a whole number from 1 to 100';

export const limitQuery = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, LIMIT_MESSAGE)
  .transform(Number)
  .refine((limit) => limit <= 100, LIMIT_MESSAGE)
  .meta({ description: 'At most so many records, 1 to 100' })
  .optional();

/** Where a page of a list starts: what the page before answered as `next_cursor`. */
export const cursorQuery = z
  .string()
  .max(600, 'This is no page of the list')
  .transform((text, ctx) => {
    const cursor = parseCursor(text);
    if (!cursor) ctx.addIssue({ code: 'custom', message: 'This is no page of the list' });
    return cursor ?? undefined;
  })
  .optional();
