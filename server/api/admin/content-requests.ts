import type { Context } from 'hono';
import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { ServiceError } from '../../errors.ts';
import { cursorQuery, limitQuery } from '../queries.ts';

const searchQuery = rawText()
  .max(200, 'The search is too long')
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
