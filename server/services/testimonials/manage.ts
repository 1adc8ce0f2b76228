import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { type Cursor, isBehind, takePage } from '#server/db/keyset.ts';
import { ServiceError } from '#server/errors.ts';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials-form.ts';
import type {
  AdminTestimonial,
  TestimonialChange,
  NewTestimonial,
} from '#shared/testimonials-schema.ts';

export type TestimonialFilter = { search?: string | undefined; deleted?: boolean | undefined };
type Page = TestimonialFilter & { cursor?: Cursor | undefined; limit?: number | undefined };

const DEFAULT_LIMIT = 100;
const CURSOR_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

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
  return query.where(
    sql<boolean>`strpos(
      fold_search_text(concat_ws(chr(10), client_name, client_title, client_company, quote)),
      fold_search_text(${search})
    ) > 0`,
  );
}

/** The testimonials, newest first; with `deleted` only those that can be restored. */
export async function listManagedTestimonials(
  ctx: ServiceContext,
  { cursor, limit = DEFAULT_LIMIT, ...filter }: Page,
) {
  requireAdmin(ctx);
  let query = selectMatching(ctx, filter);
  if (cursor) {
    if (!CURSOR_TIME.test(cursor.value) || Number.isNaN(Date.parse(cursor.value))) {
      throw new ServiceError('VALIDATION', 'This is no page of the list');
    }
    const place = { column: 'created_at', type: 'timestamptz', direction: 'desc' } as const;
    query = query.where(isBehind(cursor, place));
  }
  const rows = await query
    .select(COLUMNS)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { items, nextCursor } = takePage(rows, limit, ({ createdAt, id }) => ({
    value: createdAt.toISOString(),
    id,
  }));
  return { items: items.map(present), nextCursor };
}

export async function countManagedTestimonials(
  ctx: ServiceContext,
  filter: TestimonialFilter,
): Promise<number> {
  requireAdmin(ctx);
  const { total } = await selectMatching(ctx, filter)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
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
    const current = await tx
      .selectFrom('testimonials')
      .select('updatedAt')
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw notFound();
    if (updatedAt !== undefined && current.updatedAt > new Date(updatedAt)) {
      throw new ServiceError('CONFLICT', TESTIMONIAL_MESSAGES.conflict);
    }
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
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable('testimonials')
    .set({ deletedAt: ctx.now() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound();
}

export async function restoreTestimonial(
  ctx: ServiceContext,
  id: string,
): Promise<AdminTestimonial> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable('testimonials')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}
