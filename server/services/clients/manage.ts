import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { type Cursor, isBehind, takePage } from '#server/db/keyset.ts';
import { ServiceError } from '#server/errors.ts';
import { CLIENT_MESSAGES } from '#shared/clients-form.ts';
import type { AdminClient, ClientChange, NewClient } from '#shared/clients-schema.ts';

export type ClientFilter = { search?: string | undefined; deleted?: boolean | undefined };
type Page = ClientFilter & { cursor?: Cursor | undefined; limit?: number | undefined };

const DEFAULT_LIMIT = 100;
const CURSOR_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const COLUMNS = [
  'id',
  'name',
  'logoUrl',
  'websiteUrl',
  'isFeatured',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

type Row = {
  id: string;
  name: string;
  logoUrl: string | null;
  websiteUrl: string | null;
  isFeatured: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
};

function present(row: Row): AdminClient {
  return {
    id: row.id,
    name: row.name,
    logoUrl: row.logoUrl,
    websiteUrl: row.websiteUrl,
    isFeatured: row.isFeatured,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', CLIENT_MESSAGES.notFound);
}

function selectMatching(ctx: ServiceContext, { search, deleted = false }: ClientFilter) {
  const query = ctx.db.selectFrom('clients').where('deletedAt', deleted ? 'is not' : 'is', null);
  if (!search) return query;
  return query.where(
    sql<boolean>`strpos(
      fold_search_text(concat_ws(chr(10), name, website_url)), fold_search_text(${search})
    ) > 0`,
  );
}

/** The clients, newest first; with `deleted` only those that can be restored. */
export async function listManagedClients(
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

export async function countManagedClients(
  ctx: ServiceContext,
  filter: ClientFilter,
): Promise<number> {
  requireAdmin(ctx);
  const { total } = await selectMatching(ctx, filter)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function getManagedClient(ctx: ServiceContext, id: string): Promise<AdminClient> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('clients')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

export async function createClient(ctx: ServiceContext, input: NewClient): Promise<AdminClient> {
  requireAdmin(ctx);
  const row = await ctx.db
    .insertInto('clients')
    .values({ id: uuidV7(), ...input })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Saves a client; refused when someone else has saved a newer version than `updatedAt` names. */
export async function updateClient(
  ctx: ServiceContext,
  id: string,
  { updatedAt, ...changes }: ClientChange,
): Promise<AdminClient> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const current = await tx
      .selectFrom('clients')
      .select('updatedAt')
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw notFound();
    if (updatedAt !== undefined && current.updatedAt > new Date(updatedAt)) {
      throw new ServiceError('CONFLICT', CLIENT_MESSAGES.conflict);
    }
    const row = await tx
      .updateTable('clients')
      .set(changes)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/** Takes a client off the site; it can be restored for 30 days. */
export async function removeClient(ctx: ServiceContext, id: string): Promise<void> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable('clients')
    .set({ deletedAt: ctx.now() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound();
}

export async function restoreClient(ctx: ServiceContext, id: string): Promise<AdminClient> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable('clients')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}
