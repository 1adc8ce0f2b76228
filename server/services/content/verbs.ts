import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type * as z from 'zod';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import {
  cursorBy,
  isBehind,
  PAGE_SIZE,
  type PageQuery,
  readSort,
  takePage,
} from '#server/db/keyset.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { hasWords } from '#server/lib/sql-text.ts';
import { hashBody, locksKey, replayOf } from '#server/services/idempotency/index.ts';
import type { AdminChange, ChangedValues } from '#shared/admin-changes/values.ts';
import type { ContentAction } from '#shared/content/values.ts';
import { BULK_CHANGE_MESSAGES, type BulkChoice, MAX_BULK_MATCHING } from '#shared/common/bulk.ts';
import { snakeCase } from '#shared/lib/case.ts';
import {
  type ContentDefinition,
  type ContentFilter,
  type ContentQuery,
  type ContentSchemas,
  type ContentTable,
} from './definition.ts';

type Columns = {
  id: string;
  sortOrder: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  isSample: boolean;
};
type ContentDatabase = Record<ContentTable, Columns>;

/** The table, and so its other columns, is known only at run time. */
function asContent(db: ServiceContext['db']): Kysely<ContentDatabase> {
  return db as unknown as Kysely<ContentDatabase>;
}

// Longer names with the same beginning sort by id.
const SORTED_CHARACTERS = 100;

function sortKeysOf(nameColumn: string) {
  const time = (column: string) => ({ column: sql.ref(column), type: 'timestamptz' }) as const;
  const name = sql.ref(snakeCase(nameColumn));
  return {
    created_at: time('created_at'),
    updated_at: time('updated_at'),
    deleted_at: time('deleted_at'),
    sort_order: { column: sql.ref('sort_order'), type: 'bigint' },
    [snakeCase(nameColumn)]: {
      column: sql`left(fold_search_text(${name}), ${sql.lit(SORTED_CHARACTERS)})`,
      type: 'text',
    },
  } as const;
}

function isShown(values: ChangedValues): boolean {
  return Boolean(values['isPublished'] ?? values['isFeatured']);
}

/** Null: nothing changed for visitors. */
function changeOf(before: ChangedValues, after: ChangedValues): AdminChange | null {
  if (isShown(before)) return isShown(after) ? 'content_changed' : 'content_unpublished';
  return isShown(after) ? 'content_published' : null;
}

function violatedConstraint(error: unknown): string | null {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}

export type Content<
  Schemas extends ContentSchemas = ContentSchemas,
  Filters extends Record<string, ContentFilter> = Record<string, ContentFilter>,
> = ReturnType<typeof defineContent<Schemas, Filters>>;

export function defineContent<
  Schemas extends ContentSchemas,
  Filters extends Record<string, ContentFilter> = Record<string, ContentFilter>,
>(definition: ContentDefinition<Schemas, Filters>) {
  const { table, schemas, messages, subjectOf, searched, filters, isSorted, toRow, afterWrite } =
    definition;
  type Entity = z.output<Schemas['record']>;
  type Summary = z.output<Schemas['summary']>;
  type Query = ContentQuery<Filters>;
  const summaryColumns = columnsOf(schemas.summary) as (keyof Columns)[];
  const columns = columnsOf(schemas.record) as (keyof Columns)[];

  const shownColumn = 'isPublished' in schemas.input.shape ? 'isPublished' : 'isFeatured';

  const { nameColumn } = definition;
  const sortKeys: Record<
    string,
    { column: RawBuilder<unknown>; type: 'timestamptz' | 'text' | 'bigint' }
  > = sortKeysOf(nameColumn);
  const sorts = [
    'created_at',
    'updated_at',
    snakeCase(nameColumn),
    ...(isSorted ? ['sort_order'] : []),
  ].flatMap((name) => [name, `-${name}`]);

  const notFound = () => new ServiceError('NOT_FOUND', messages.notFound);

  function selectMatching(ctx: ServiceContext, query: Query) {
    let found = asContent(ctx.db)
      .selectFrom(table)
      .where('deletedAt', query.deleted ? 'is not' : 'is', null);
    for (const [name, filter] of Object.entries<ContentFilter>(filters ?? {})) {
      const value = query[name as keyof Filters];
      if (value) found = found.where(filter.where(value as never));
    }
    const folded = sql`fold_search_text(concat_ws(chr(10), ${searched}))`;
    return query.search ? found.where(hasWords(query.search, folded)) : found;
  }

  function selectRecord(db: ServiceContext['db'], id: string) {
    const found = asContent(db).selectFrom(table).select(columns);
    return found.where('id', '=', id).where('deletedAt', 'is', null);
  }

  async function write(
    ctx: ServiceContext,
    work: (tx: Transaction) => Promise<object>,
  ): Promise<Entity> {
    try {
      return presentRow(await withTransaction(ctx, work)) as Entity;
    } catch (error) {
      const constraint = violatedConstraint(error);
      throw (constraint !== null && definition.explainConstraint?.(constraint)) || error;
    }
  }

  async function toValues(ctx: ServiceContext, input: object, options: { isNew: boolean }) {
    return toRow ? toRow(ctx, input as z.output<Schemas['input']>, options) : input;
  }

  // The server assigns the position.
  function hashInput(row: object): Buffer {
    return hashBody({ ...valuesOf(row), sortOrder: undefined });
  }

  function valuesOf(row: object): ChangedValues {
    return Object.fromEntries(Object.entries(row).filter(([name]) => name in schemas.input.shape));
  }

  /** Drafts are recorded only when they are deleted or restored. */
  async function record(
    ctx: ServiceContext,
    tx: Transaction,
    [rowBefore, rowAfter]: [object, object],
    certainType?: AdminChange,
  ): Promise<void> {
    const [before, after] = [valuesOf(rowBefore), valuesOf(rowAfter)];
    const type = certainType ?? changeOf(before, after);
    if (type === null || isDeepStrictEqual(before, after)) return;
    const subject = subjectOf({ ...rowBefore, ...rowAfter } as Entity);
    await recordAdminChange(tx, { type, by: ctx, subject, before, after });
  }

  async function lockVersion(tx: Transaction, id: string, updatedAt?: string) {
    const current = await selectRecord(tx, id).forUpdate().executeTakeFirstOrThrow(notFound);
    if (updatedAt !== undefined && current.updatedAt.getTime() !== Date.parse(updatedAt)) {
      throw new ServiceError('CONFLICT', messages.conflict);
    }
    return current;
  }

  async function findCreated(tx: Transaction, id: string, input: object) {
    const earlier = await lockVersion(tx, id);
    return replayOf({ ...earlier, requestHash: hashInput(earlier) }, hashInput(input));
  }

  async function change(
    ctx: ServiceContext,
    tx: Transaction,
    {
      row,
      action,
    }: { row: ChangedValues & Pick<Columns, 'id' | 'deletedAt'>; action: ContentAction },
  ): Promise<'changed' | 'unchanged' | 'not_found'> {
    const isDeleted = row.deletedAt !== null;
    if (action === 'delete' || action === 'restore') {
      if (isDeleted === (action === 'delete')) return 'unchanged';
      await setDeleted(ctx, row.id, isDeleted ? null : ctx.now());
      return 'changed';
    }
    if (isDeleted) return 'not_found';
    const isOn = action === 'publish';
    if (row[shownColumn] === isOn) return 'unchanged';
    const changed = await asContent(tx)
      .updateTable(table)
      .set({ [shownColumn]: isOn, ...definition.shownColumns?.(ctx, isOn) })
      .where('id', '=', row.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    await record(ctx, tx, [{ ...changed, [shownColumn]: !isOn }, changed]);
    return 'changed';
  }

  async function setDeleted(ctx: ServiceContext, id: string, deletedAt: Date | null) {
    requireAdmin(ctx);
    return write(ctx, async (tx) => {
      if (!deletedAt) await definition.beforeRestore?.(tx, id);
      const row = await asContent(tx)
        .updateTable(table)
        .set({ deletedAt })
        .where('id', '=', id)
        .where('deletedAt', deletedAt ? 'is' : 'is not', null)
        .returning(columns)
        .executeTakeFirstOrThrow(notFound);
      if (deletedAt) await record(ctx, tx, [row, {}], 'content_deleted');
      else await record(ctx, tx, [{}, row], 'content_restored');
      return row;
    });
  }

  return {
    ...definition,

    async get(ctx: ServiceContext, id: string): Promise<Entity> {
      requireAdmin(ctx);
      const row = await selectRecord(ctx.db, id).executeTakeFirstOrThrow(notFound);
      return presentRow(row) as Entity;
    },

    sorts,

    async adminList(
      ctx: ServiceContext,
      { cursor, limit = PAGE_SIZE, ...query }: Query & PageQuery,
    ) {
      requireAdmin(ctx);
      const newest = query['deleted'] ? '-deleted_at' : '-created_at';
      const sort = query['sort'] ?? (isSorted ? 'sort_order' : newest);
      const { column, direction } = readSort(sort);
      const key = sortKeys[column];
      if (!key) throw new Error(`${table} cannot be sorted by ${sort}`);
      const matching = selectMatching(ctx, query as Query);
      const place = { ...key, direction, sort };
      const rows = await (cursor ? matching.where(isBehind(cursor, place)) : matching)
        .select(summaryColumns)
        .select(key.column.as('sortedBy'))
        .orderBy(key.column, direction)
        .orderBy('id', direction)
        .limit(limit + 1)
        .execute();
      const { items, nextCursor } = takePage(rows, limit, (row) => ({
        ...cursorBy('sortedBy')(row),
        sort,
      }));
      return { items: items.map((row) => presentRow(row) as Summary), nextCursor };
    },

    async count(ctx: ServiceContext, query: Query): Promise<number> {
      requireAdmin(ctx);
      const { total } = await selectMatching(ctx, query)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** The key becomes the id, which makes the call idempotent. */
    async create(ctx: ServiceContext, input: z.output<Schemas['input']>, key?: string) {
      requireAdmin(ctx);
      const values = await toValues(ctx, input, { isNew: true });
      const id = key ?? uuidV7();
      return write(ctx, async (tx) => {
        // A concurrent twin could otherwise violate the slug instead of the id.
        if (key) await sql`select ${locksKey('content', key, { isRetry: true })}`.execute(tx);
        const row = await asContent(tx)
          .insertInto(table)
          .values({ ...(values as Columns), id })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning(columns)
          .executeTakeFirst();
        if (!row) return findCreated(tx, id, input);
        await afterWrite?.(tx, row as unknown as Entity, null);
        await record(ctx, tx, [{}, row]);
        return row;
      });
    },

    async update(
      ctx: ServiceContext,
      id: string,
      { updatedAt, ...input }: z.output<Schemas['change']>,
    ) {
      requireAdmin(ctx);
      const values = await toValues(ctx, input, { isNew: false });
      return write(ctx, async (tx) => {
        const current = await lockVersion(tx, id, updatedAt as string | undefined);
        const row = await asContent(tx)
          .updateTable(table)
          .set({ ...values, isSample: false })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow();
        await afterWrite?.(tx, row as unknown as Entity, current as unknown as Entity);
        await record(ctx, tx, [current, row]);
        return row;
      });
    },

    async delete(ctx: ServiceContext, id: string): Promise<void> {
      await setDeleted(ctx, id, ctx.now());
    },

    restore: (ctx: ServiceContext, id: string) => setDeleted(ctx, id, null),

    /** All or nothing: fails when the filter matches another number of records than shown. */
    async changeAll(
      ctx: ServiceContext,
      {
        action,
        ids = [],
        filter,
        expectedTotal = 0,
      }: BulkChoice<Query> & { action: ContentAction },
    ) {
      requireAdmin(ctx);
      if (expectedTotal > MAX_BULK_MATCHING) {
        throw new ServiceError('UNPROCESSABLE', BULK_CHANGE_MESSAGES.tooManyRows);
      }
      return withTransaction(ctx, async (tx) => {
        const ownCtx = { ...ctx, db: tx };
        const chosen = filter
          ? selectMatching(ownCtx, filter).limit(expectedTotal + 1)
          : asContent(tx).selectFrom(table).where('id', 'in', ids);
        // Ordered, so that two bulk changes cannot deadlock.
        const rows = await chosen
          .select(['id', 'deletedAt', shownColumn as keyof Columns])
          .orderBy('id')
          .forUpdate()
          .execute();
        if (filter && rows.length !== expectedTotal) {
          throw new ServiceError('CONFLICT', BULK_CHANGE_MESSAGES.listChanged);
        }
        const rowsById = new Map(rows.map((row) => [row.id, row]));
        const results = [];
        for (const id of filter ? rowsById.keys() : ids) {
          const row = rowsById.get(id);
          const result = row ? await change(ownCtx, tx, { row, action }) : ('not_found' as const);
          results.push({ id, result });
        }
        return results;
      });
    },
  };
}
