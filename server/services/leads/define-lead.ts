import { type Expression, type Kysely, type Selectable, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import * as z from 'zod';
import {
  type Database,
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { type Cursor, cursorBy, formatCursor, type PageQuery } from '#server/db/keyset.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/core/errors.ts';
import { enqueueMails, type Mail } from '#server/mail/outbox/outbox.ts';
import {
  type ConversationRef,
  endWaiting,
  lockConversation,
  waitAgain,
} from '#server/services/conversations/index.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import type { BulkStatusResult } from '#shared/leads/admin-schema.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { DEFAULT_LEAD_SORT, LEAD_PAGE_SIZE, MARK_REMOVED } from '#shared/leads/values.ts';
import { camelCase, snakeCase } from '#shared/lib/case.ts';
import type { BulkChoice } from '#shared/common/bulk.ts';
import { lockChosenLeads, toBulkResults } from './bulk-change.ts';
import { EXPORT_BATCH, streamCsv } from '#server/lib/csv.ts';
import {
  countLeads,
  findLeadIds,
  buildPageCondition,
  type LeadFilter,
  type LeadTable,
  buildOrderBy,
  sortOf,
} from './find-ids.ts';
import { type ChangeContext, conversationVerbs } from './lead-conversation.ts';
import { findPreviousLeads, readTimeline } from './timeline.ts';

/** From `defineLeadSchemas`. A detail also contains `timeline`, `previous` and the result of `readParts`. */
export type LeadSchemas = Record<'listItem' | 'detail' | 'changed' | 'change', z.ZodObject>;

type Row<Table extends LeadTable> = Selectable<DB[Table]>;

type Columns = {
  id: string;
  email: string;
  status: string;
  notes: string | null;
  isSuspect: boolean;
  createdAt: Date;
};
type LeadDatabase = Record<LeadTable, Columns>;

/** The table, and so its other columns, is known only at run time. */
function asLeads(db: Database): Kysely<LeadDatabase> {
  return db;
}

export type LeadDefinition<Table extends LeadTable, Schemas extends LeadSchemas> = {
  name: string;
  table: Table;
  idColumn: 'orderId' | 'messageId';
  schemas: Schemas;
  sorts: readonly string[];
  notFound: string;
  computed: Record<string, () => Expression<unknown>>;
  contactFields: { list: readonly string[]; detail: readonly string[] };
  confirmation: (id: string) => Pick<Mail, 'kind' | 'payload'>;
  exported: (
    ctx: ServiceContext,
  ) => Promise<
    readonly (readonly [
      heading: string,
      cell: (row: Row<Table> & { reference: string }) => string,
    ])[]
  >;
  closedStatus: string;
  repliedStatus: (status: string) => string;
  /** Status of a new lead once it was opened. */
  openedStatus?: string;
  statusColumns?: (status: string, now: Date) => object;
  readParts?: (tx: Transaction, row: Row<Table>) => Promise<object>;
};

function isListOfRecords(field: unknown): boolean {
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject;
}

type LeadChange = {
  status?: string | undefined;
  notes?: string | null | undefined;
  oldNotes?: string | null | undefined;
  isSuspect?: false | undefined;
};

type ListQuery = LeadFilter & PageQuery & { sort?: string | undefined };

export function defineLead<Table extends LeadTable, Schemas extends LeadSchemas>(
  definition: LeadDefinition<Table, Schemas>,
) {
  const { idColumn, schemas, computed, contactFields } = definition;
  const table: LeadTable = definition.table;
  type ListItem = z.output<Schemas['listItem']>;
  type Detail = z.output<Schemas['detail']>;
  type Changed = z.output<Schemas['changed']>;

  const listColumns = columnsOf(schemas.listItem);
  const detailColumns = columnsOf(schemas.detail).filter(
    (name) => !isListOfRecords(schemas.detail.shape[name]),
  );

  function select(db: Database, columns: readonly string[]) {
    return asLeads(db)
      .selectFrom(table)
      .select(
        columns.map((name) => {
          const make = computed[name];
          return make ? sql`${make()}`.as(name) : (name as keyof Columns);
        }),
      )
      .$castTo<Columns>();
  }

  function notFound(): ServiceError {
    return new ServiceError('NOT_FOUND', definition.notFound);
  }

  async function setStatus(
    ctx: ChangeContext,
    tx: Transaction,
    leads: { id: string; status: string }[],
    status: string,
  ): Promise<object> {
    const changes = { status, ...definition.statusColumns?.(status, ctx.now()) };
    const ids = leads.map(({ id }) => id);
    await asLeads(tx).updateTable(table).set(changes).where('id', 'in', ids).execute();
    await followStatus(ctx, tx, leads, status);
    const changed = leads.map((lead) => ({
      id: lead.id,
      oldStatus: lead.status,
      newStatus: status,
    }));
    await recordChanges(ctx, tx, changed);
    return changes;
  }

  async function followStatus(
    ctx: ChangeContext,
    tx: Transaction,
    leads: { id: string; status: string }[],
    status: string,
  ): Promise<void> {
    const { closedStatus } = definition;
    if (status === closedStatus) {
      await endWaiting(tx, { lead: idColumn, ids: leads.map(({ id }) => id) });
      return;
    }
    const closed = leads.filter((lead) => lead.status === closedStatus);
    if (closed.length === 0) return;
    const reopened = await asLeads(tx)
      .selectFrom(table)
      .select('id')
      .where(
        'id',
        'in',
        closed.map(({ id }) => id),
      )
      .where('isSuspect', '=', false)
      .execute();
    await waitAgain(ctx, tx, { lead: idColumn, ids: reopened.map(({ id }) => id) });
  }

  async function recordChanges(
    { actor, ...ctx }: ChangeContext,
    tx: Transaction,
    changes: { id: string; oldStatus: string; newStatus: string }[],
  ): Promise<void> {
    const adminUserId = actor.type === 'admin' ? actor.adminUserId : null;
    const createdAt = ctx.now();
    const rows = changes.map(({ id, ...change }) => ({
      id: uuidV7(),
      [idColumn]: id,
      adminUserId,
      createdAt,
      ...change,
    }));
    await tx.insertInto('leadStatusChanges').values(rows).execute();
    await announceChange(tx, snakeCase(table));
  }

  async function readPage(
    db: Database,
    columns: readonly string[],
    { limit, sort, ...query }: LeadFilter & Required<Pick<ListQuery, 'limit' | 'sort'>> & PageQuery,
  ) {
    const page = { table, sort, limit: limit + 1, ...query };
    const found = query.search
      ? sql<boolean>`id = any(${await findLeadIds(db, page)}::uuid[])`
      : buildPageCondition(page);
    const rows = await select(db, columns)
      .where(found)
      .orderBy(buildOrderBy(sort))
      .limit(limit + 1)
      .execute();
    const last = rows.length > limit ? rows.at(limit - 1) : undefined;
    const keys = sortOf(sort);
    const next = last && {
      ...cursorBy(camelCase(keys.column) as keyof Columns)(last),
      sort,
      ...(keys.group && { group: last.status }),
    };
    return { rows: rows.slice(0, limit), next: next ?? null };
  }

  return {
    ...definition,
    ...conversationVerbs({
      idColumn,
      setStatus,
      repliedStatus: definition.repliedStatus,
      async lockLead(tx, id) {
        const lead = await asLeads(tx)
          .selectFrom(table)
          .select(['id', 'status', 'email', 'isSuspect'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow(notFound);
        return lead;
      },
    }),
    statuses: (schemas.detail.shape['status'] as z.ZodEnum<Record<string, string>>).options,

    async adminList(
      ctx: ServiceContext,
      { sort = DEFAULT_LEAD_SORT, cursor, limit = LEAD_PAGE_SIZE, ...filter }: ListQuery,
    ): Promise<{ items: ListItem[]; nextCursor: string | null }> {
      requireAdmin(ctx);
      // A transaction would cost two more round trips. A search is planned for its words.
      const db = (filter.search ? null : ctx.preparedDb) ?? ctx.db;
      const { rows, next } = await readPage(db, listColumns, { sort, cursor, limit, ...filter });
      await logContactAccess(ctx, db, {
        action: 'bulk_view',
        fields: contactFields.list,
        searchQuery: filter.search,
        shownIds: rows.map(({ id }) => id),
      });
      return {
        items: rows.map((row) => presentRow(row) as ListItem),
        nextCursor: next && formatCursor(next),
      };
    },

    /** A search reveals something even without rows, so it is audited. */
    async count(ctx: ServiceContext, filter: LeadFilter): Promise<number> {
      requireAdmin(ctx);
      return withTransaction(ctx, async (tx) => {
        const total = await countLeads(tx, { table, ...filter });
        if (filter.search) {
          const searchQuery = filter.search;
          await logContactAccess(ctx, tx, { action: 'search', fields: [], searchQuery });
        }
        return total;
      });
    },

    /** A refresh does not mark the lead as opened. */
    async get(
      ctx: ServiceContext,
      id: string,
      { isRefresh = false }: { isRefresh?: boolean } = {},
    ): Promise<Detail> {
      requireAdmin(ctx);
      return withTransaction(ctx, async (tx) => {
        const { openedStatus, readParts } = definition;
        const query = select(tx, detailColumns).where('id', '=', id);
        const isOpened = (lead: Columns | undefined) =>
          openedStatus !== undefined && lead?.status === 'new' && !isRefresh;
        let row = await query.executeTakeFirst();
        // Locked only when it is going to change.
        if (isOpened(row)) row = await query.forUpdate().executeTakeFirst();
        if (!row) throw notFound();
        const changes =
          openedStatus !== undefined && isOpened(row)
            ? await setStatus(ctx, tx, [row], openedStatus)
            : {};
        const parts = await readParts?.(tx, row as unknown as Row<Table>);
        const timeline = await readTimeline(tx, { idColumn, id });
        const previous = await findPreviousLeads(tx, { email: row.email, exceptId: id });
        await logContactAccess(ctx, tx, {
          action: 'detailed_view',
          fields: contactFields.detail,
          [idColumn]: id,
        });
        return { ...presentRow({ ...row, ...changes }), ...parts, timeline, previous } as Detail;
      });
    },

    /** Removing the suspicion sends the confirmation that was withheld. */
    async update(
      ctx: ServiceContext,
      id: string,
      { status, notes, oldNotes, isSuspect }: LeadChange,
    ): Promise<Changed> {
      requireAdmin(ctx);
      if (status === undefined && notes === undefined && isSuspect === undefined) {
        throw new ServiceError('BAD_REQUEST', LEAD_LIST_MESSAGES.noChange);
      }
      return withTransaction(ctx, async (tx) => {
        const current = await asLeads(tx)
          .selectFrom(table)
          .select(['id', 'status', 'notes', 'isSuspect', 'email'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow(notFound);
        if (notes !== undefined && oldNotes !== undefined && current.notes !== oldNotes) {
          throw new ServiceError('CONFLICT', LEAD_LIST_MESSAGES.notesConflict);
        }
        async function set(changes: Partial<Columns>) {
          await asLeads(tx).updateTable(table).set(changes).where('id', '=', id).execute();
        }
        if (status !== undefined && status !== current.status) {
          await setStatus(ctx, tx, [current], status);
        }
        if (notes !== undefined && notes !== current.notes) {
          await set({ notes });
          await announceChange(tx, snakeCase(table));
        }
        if (isSuspect === false && current.isSuspect) {
          await set({ isSuspect });
          await recordChanges(ctx, tx, [{ id, ...MARK_REMOVED }]);
          if ((status ?? current.status) !== definition.closedStatus) {
            await waitAgain(ctx, tx, { lead: idColumn, ids: [id] });
          }
          const mail = { ...definition.confirmation(id), recipient: current.email } as Mail;
          const ref = { [idColumn]: id } as ConversationRef;
          const { id: conversationId } = await lockConversation(tx, ref);
          await enqueueMails(tx, [mail], { conversationId });
        }
        const row = await select(tx, [...listColumns, 'notes'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const timeline = await readTimeline(tx, { idColumn, id });
        await logContactAccess(ctx, tx, {
          action: 'update',
          fields: [
            ...(status === undefined ? [] : ['status']),
            ...(isSuspect === undefined ? [] : ['is_suspect']),
            'notes',
            ...contactFields.list,
          ],
          [idColumn]: id,
          shownIds: [id],
        });
        return { ...presentRow(row), timeline } as Changed;
      });
    },

    async updateStatuses(
      ctx: ServiceContext,
      { status, ...choice }: BulkChoice<LeadFilter> & { status: string },
    ): Promise<BulkStatusResult[]> {
      requireAdmin(ctx);
      return withTransaction(ctx, async (tx) => {
        const { ids, rows } = await lockChosenLeads(tx, table, choice);
        const changed = rows.filter((row) => row.status !== status);
        if (changed.length > 0) await setStatus(ctx, tx, changed, status);
        await logContactAccess(ctx, tx, {
          action: 'update',
          fields: ['status'],
          searchQuery: choice.filter?.search,
        });
        return toBulkResults(ids, rows, status);
      });
    },

    /** The export is audited before the first part. */
    async export(
      ctx: ServiceContext,
      filter: LeadFilter,
    ): Promise<AsyncGenerator<string, void, undefined>> {
      requireRecentProof(ctx, 'administration');
      await withTransaction(ctx, (tx) =>
        logContactAccess(ctx, tx, {
          action: 'export',
          fields: contactFields.detail,
          searchQuery: filter.search,
        }),
      );
      const exported = await definition.exported(ctx);
      const headings = exported.map(([heading]) => heading);
      let cursor: Cursor | null | undefined;
      return streamCsv(headings, async () => {
        if (cursor === null) return [];
        const query = { sort: DEFAULT_LEAD_SORT, cursor, limit: EXPORT_BATCH, ...filter };
        const { rows, next } = await readPage(ctx.db, detailColumns, query);
        cursor = next;
        return rows.map((row) =>
          exported.map(([, cell]) => cell(row as unknown as Row<Table> & { reference: string })),
        );
      });
    },
  };
}

export type Lead = ReturnType<typeof defineLead<LeadTable, LeadSchemas>>;
