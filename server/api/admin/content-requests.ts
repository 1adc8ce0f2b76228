import type { Context } from 'hono';
import * as z from 'zod';
import { ServiceError } from '../../errors.ts';
import { cursorQuery, limitQuery } from '../queries.ts';

const searchQuery = z
  .string()
  .max(200, 'The search is too long')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'The search cannot match')
  .transform((text) => text.trim() || undefined)
  .optional();

const deletedQuery = z
  .enum(['0', '1'], { error: 'Ask for deleted=1 or leave it out' })
  .transform((text) => text === '1')
  .optional();

/** What every list of managed content takes, and its count. */
export const contentCountQuery = z.object({ search: searchQuery, deleted: deletedQuery });

export const contentListQuery = contentCountQuery.extend({
  cursor: cursorQuery,
  limit: limitQuery,
});

/** The id in the path; anything but a UUID names nothing. */
export function rowIdOf(c: Context, notFound: string): string {
  const id = z.guid().safeParse(c.req.param('id'));
  if (!id.success) throw new ServiceError('NOT_FOUND', notFound);
  return id.data;
}
