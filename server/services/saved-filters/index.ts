import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { MAX_SAVED_FILTERS, type SavedFilterScreen } from '#shared/leads/values.ts';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import {
  type NewSavedFilter,
  type SavedFilter,
  savedFilterSchema,
} from '#shared/leads/admin-schema.ts';
import { announceChange } from '#server/db/announce.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { matchPerson, type PersonWords } from '#server/services/contact-audit/index.ts';

const COLUMNS = columnsOf(savedFilterSchema);

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
    // One writer at a time, so that parallel ones cannot exceed the limit.
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
  await ctx.db
    .deleteFrom('savedFilters')
    .where('id', '=', id)
    .where('adminUserId', '=', adminUserId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', SAVED_FILTER_MESSAGES.notFound));
}

function searchOf(query: string): string {
  // `%00` is not storable text: one such filter would fail every erasure.
  return storableText(new URLSearchParams(query).getAll('search').join('\n'));
}

/** A one-word name such as "New" is in many filters; an enquiry under it could delete them. */
function isFullName(name: string): boolean {
  return /\S\s+\S/.test(name.trim());
}

export async function removeFiltersOf(
  tx: Transaction,
  { addresses, names }: PersonWords,
): Promise<void> {
  const matches = await matchPerson(tx, { addresses, names: names.filter(isFullName) });
  if (matches === null) return;
  const filters = await tx.selectFrom('savedFilters').select(['id', 'query']).execute();
  const ids = filters.map(({ id }) => id);
  const searches = filters.map(({ query }) => searchOf(query));
  // Ordered, so that two erasures cannot deadlock.
  const { numAffectedRows = 0n } = await sql`
    delete from saved_filters where id in (
      select id from saved_filters
      join unnest(${ids}::uuid[], ${searches}::text[]) as decoded (id, search) using (id)
      where ${matches('search')} or ${matches('name')}
      order by id for update of saved_filters
    )
  `.execute(tx);
  if (numAffectedRows > 0n) await announceChange(tx, 'saved_filters');
}
