import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/errors.ts';
import { MAX_SAVED_FILTERS, type SavedFilterScreen } from '#shared/leads/values.ts';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import {
  type NewSavedFilter,
  type SavedFilter,
  savedFilterSchema,
} from '#shared/leads/admin-schema.ts';

export { removeFiltersOf } from './remove-filters.ts';

const COLUMNS = columnsOf(savedFilterSchema);

/** Only `createSavedFilter` writes the table. */
type Checked = { screen: SavedFilterScreen };

export async function listSavedFilters(
  ctx: ServiceContext,
  screen: SavedFilterScreen,
): Promise<SavedFilter[]> {
  const { adminUserId } = requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('savedFilters')
    .select(COLUMNS)
    .where('adminUserId', '=', adminUserId)
    .where('screen', '=', screen)
    .orderBy('name')
    .limit(MAX_SAVED_FILTERS)
    .$narrowType<Checked>()
    .execute();
  return rows.map(presentRow);
}

export async function createSavedFilter(
  ctx: ServiceContext,
  { screen, name, query }: NewSavedFilter,
): Promise<SavedFilter> {
  const { adminUserId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    // One writer at a time, so that parallel ones cannot exceed the number that is allowed.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`saved_filters:${adminUserId}`}, 0))
    `.execute(tx);
    const saved = await tx
      .selectFrom('savedFilters')
      .select('name')
      .where('adminUserId', '=', adminUserId)
      .where('screen', '=', screen)
      .execute();
    if (saved.some((filter) => filter.name === name)) {
      throw rejectField('name', SAVED_FILTER_MESSAGES.nameTaken, 'CONFLICT');
    }
    if (saved.length >= MAX_SAVED_FILTERS) {
      throw rejectField('name', SAVED_FILTER_MESSAGES.tooMany);
    }
    const row = await tx
      .insertInto('savedFilters')
      .values({ id: uuidV7(), adminUserId, screen, name, query })
      .returning(COLUMNS)
      .$narrowType<Checked>()
      .executeTakeFirstOrThrow();
    return presentRow(row);
  });
}

export async function deleteSavedFilter(ctx: ServiceContext, id: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const row = await ctx.db
    .deleteFrom('savedFilters')
    .where('id', '=', id)
    .where('adminUserId', '=', adminUserId)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new ServiceError('NOT_FOUND', SAVED_FILTER_MESSAGES.notFound);
}
