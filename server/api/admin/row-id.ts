import type { Context } from 'hono';
import * as z from 'zod';
import { ServiceError } from '#server/errors.ts';

/** An id in the path; anything but a UUID names nothing. */
export function rowIdOf(c: Context, notFound: string, name = 'id'): string {
  const id = z.guid().safeParse(c.req.param(name));
  if (!id.success) throw new ServiceError('NOT_FOUND', notFound);
  return id.data;
}
