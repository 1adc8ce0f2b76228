import { requireRecentProof, type ServiceContext, withTransaction } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { EXPORT_BATCH, findLeadIds, inOrderOf, streamCsv } from '#server/services/leads/index.ts';
import { messageStatusLabel } from '#shared/messages/values.ts';
import type { MessageFilter } from './admin-list.ts';
import { CONTACT_FIELDS } from './admin-present.ts';

const COLUMNS = [
  'Date',
  'Sender',
  'Email',
  'Message',
  'Status',
  'Responded',
  'Suspect',
  'Classification',
  'Retention Until',
  'Notes',
] as const;

async function readRows(ctx: ServiceContext, ids: string[]) {
  const rows = await ctx.db
    .selectFrom('contactMessages')
    .select([
      'id',
      'createdAt',
      'name',
      'email',
      'message',
      'status',
      'respondedAt',
      'isSuspect',
      'dataClassification',
      'retentionExpiresAt',
      'notes',
    ])
    .where('id', 'in', ids)
    .execute();
  return inOrderOf(ids, rows);
}

function toRecord(row: Awaited<ReturnType<typeof readRows>>[number]): string[] {
  return [
    row.createdAt.toISOString(),
    row.name,
    row.email,
    row.message,
    messageStatusLabel(row.status),
    row.respondedAt?.toISOString() ?? '',
    row.isSuspect ? 'Yes' : 'No',
    row.dataClassification,
    row.retentionExpiresAt.toISOString(),
    row.notes ?? '',
  ];
}

/** Every message of a filter as CSV, newest first, in parts; the export is in the audit before the first part. */
export async function exportMessages(
  ctx: ServiceContext,
  filter: MessageFilter,
): Promise<AsyncGenerator<string, void, undefined>> {
  requireRecentProof(ctx);
  await withTransaction(ctx, (tx) =>
    logContactAccess(ctx, tx, {
      action: 'export',
      fields: [...CONTACT_FIELDS, 'notes'],
      searchQuery: filter.search,
    }),
  );
  let cursor: Cursor | undefined;
  return streamCsv(COLUMNS, async () => {
    const ids = await findLeadIds(ctx.db, {
      table: 'contact_messages',
      sort: { column: 'created_at', direction: 'desc' },
      cursor,
      limit: EXPORT_BATCH,
      ...filter,
    });
    if (ids.length === 0) return [];
    const rows = await readRows(ctx, ids);
    const last = rows.at(-1);
    if (!last) return [];
    cursor = { value: last.createdAt.toISOString(), id: last.id };
    return rows.map(toRecord);
  });
}
