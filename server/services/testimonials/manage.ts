import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { ServiceError } from '#server/errors.ts';
import {
  countRows,
  hasText,
  lockForChange,
  readNewestPage,
  removeContent,
  restoreContent,
} from '#server/services/managed-content/index.ts';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials-form.ts';
import type {
  AdminTestimonial,
  TestimonialChange,
  NewTestimonial,
} from '#shared/testimonials-schema.ts';

export type TestimonialFilter = { search?: string | undefined; deleted?: boolean | undefined };
type Page = TestimonialFilter & { cursor?: Cursor | undefined; limit?: number | undefined };

const COLUMNS = [
  'id',
  'clientName',
  'clientTitle',
  'clientCompany',
  'quote',
  'rating',
  'photoUrl',
  'isFeatured',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

type Row = {
  id: string;
  clientName: string;
  clientTitle: string | null;
  clientCompany: string | null;
  quote: string;
  rating: number | null;
  photoUrl: string | null;
  isFeatured: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
};

function present(row: Row): AdminTestimonial {
  return {
    id: row.id,
    clientName: row.clientName,
    clientTitle: row.clientTitle,
    clientCompany: row.clientCompany,
    quote: row.quote,
    rating: row.rating,
    photoUrl: row.photoUrl,
    isFeatured: row.isFeatured,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', TESTIMONIAL_MESSAGES.notFound);
}

function selectMatching(ctx: ServiceContext, { search, deleted = false }: TestimonialFilter) {
  const query = ctx.db
    .selectFrom('testimonials')
    .where('deletedAt', deleted ? 'is not' : 'is', null);
  if (!search) return query;
  return query.where(hasText(sql`client_name, client_title, client_company, quote`, search));
}

/** The testimonials, newest first; with `deleted` only those that can be restored. */
export async function listManagedTestimonials(
  ctx: ServiceContext,
  { cursor, limit, ...filter }: Page,
) {
  requireAdmin(ctx);
  const { items, nextCursor } = await readNewestPage(selectMatching(ctx, filter).select(COLUMNS), {
    cursor,
    limit,
  });
  return { items: items.map(present), nextCursor };
}

export async function countManagedTestimonials(
  ctx: ServiceContext,
  filter: TestimonialFilter,
): Promise<number> {
  requireAdmin(ctx);
  return countRows(selectMatching(ctx, filter));
}

export async function getManagedTestimonial(
  ctx: ServiceContext,
  id: string,
): Promise<AdminTestimonial> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('testimonials')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

export async function createTestimonial(
  ctx: ServiceContext,
  input: NewTestimonial,
): Promise<AdminTestimonial> {
  requireAdmin(ctx);
  const row = await ctx.db
    .insertInto('testimonials')
    .values({ id: uuidV7(), ...input })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Saves a testimonial; refused when someone else has saved a newer version than `updatedAt` names. */
export async function updateTestimonial(
  ctx: ServiceContext,
  id: string,
  { updatedAt, ...changes }: TestimonialChange,
): Promise<AdminTestimonial> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockForChange(tx, 'testimonials', id, { updatedAt, messages: TESTIMONIAL_MESSAGES });
    const row = await tx
      .updateTable('testimonials')
      .set(changes)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/** Takes a testimonial off the site; it can be restored for 30 days. */
export async function removeTestimonial(ctx: ServiceContext, id: string): Promise<void> {
  await removeContent(ctx, 'testimonials', id, TESTIMONIAL_MESSAGES);
}

export async function restoreTestimonial(
  ctx: ServiceContext,
  id: string,
): Promise<AdminTestimonial> {
  await restoreContent(ctx, 'testimonials', id, TESTIMONIAL_MESSAGES);
  return getManagedTestimonial(ctx, id);
}
