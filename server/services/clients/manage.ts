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
import { CLIENT_MESSAGES } from '#shared/clients-form.ts';
import type { AdminClient, ClientChange, NewClient } from '#shared/clients-schema.ts';

export type ClientFilter = { search?: string | undefined; deleted?: boolean | undefined };
type Page = ClientFilter & { cursor?: Cursor | undefined; limit?: number | undefined };

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
  return query.where(hasText(sql`name, website_url`, search));
}

/** The clients, newest first; with `deleted` only those that can be restored. */
export async function listManagedClients(ctx: ServiceContext, { cursor, limit, ...filter }: Page) {
  requireAdmin(ctx);
  const { items, nextCursor } = await readNewestPage(selectMatching(ctx, filter).select(COLUMNS), {
    cursor,
    limit,
  });
  return { items: items.map(present), nextCursor };
}

export async function countManagedClients(
  ctx: ServiceContext,
  filter: ClientFilter,
): Promise<number> {
  requireAdmin(ctx);
  return countRows(selectMatching(ctx, filter));
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
    await lockForChange(tx, 'clients', id, { updatedAt, messages: CLIENT_MESSAGES });
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
  await removeContent(ctx, 'clients', id, CLIENT_MESSAGES);
}

export async function restoreClient(ctx: ServiceContext, id: string): Promise<AdminClient> {
  await restoreContent(ctx, 'clients', id, CLIENT_MESSAGES);
  return getManagedClient(ctx, id);
}
