import {
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { type Cursor, cursorBy } from '#server/db/keyset.ts';
import { streamCsv } from '#server/lib/csv.ts';
import { AUDIT_COLUMNS, NO_ADMIN } from '#shared/contact-audit/values.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import type { AuditFilter } from '#shared/contact-audit/admin-schema.ts';
import { type EntryRow, selectEntries, startOfRange } from './list-entries.ts';
import { logContactAccess } from './log-access.ts';

const BATCH = 2_000;
const EXPORTED_FIELDS = [
  'created_at',
  'action',
  'message_id',
  'order_id',
  'admin_user_id',
  'ip_address',
  'accessed_fields',
  'search_query',
];

function leadOf({ messageId, orderId }: EntryRow): string {
  if (messageId) return messageId;
  return orderId ? `Order ${orderId}` : '';
}

function toRecord(row: EntryRow): string[] {
  return [
    row.createdAt.toISOString(),
    row.action,
    leadOf(row),
    row.adminUserId ?? NO_ADMIN,
    row.ipAddress ?? '',
    row.accessedFields.join(';'),
    row.isSearchRemoved ? AUDIT_MESSAGES.searchRemoved : (row.searchQuery ?? ''),
  ];
}

/** The export is itself an entry, recorded before the first row and excluded from the result. */
export async function exportAudit(
  ctx: ServiceContext,
  { range, ...filter }: AuditFilter,
): Promise<AsyncGenerator<string, void, undefined>> {
  requireRecentProof(ctx, 'audit');
  const since = startOfRange(range, ctx.now());
  const last = await withTransaction(ctx, async (tx) => {
    const newest = await tx
      .selectFrom('contactMessageAudit')
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .executeTakeFirst();
    await logContactAccess(ctx, tx, {
      action: 'export',
      fields: EXPORTED_FIELDS,
      searchQuery: filter.search,
    });
    return newest?.sequence ?? 0;
  });
  let cursor: Cursor | undefined;
  return streamCsv(AUDIT_COLUMNS, async () => {
    const batch = await selectEntries(ctx, { ...filter, since, cursor })
      .where('sequence', '<=', last)
      .limit(BATCH)
      .execute();
    const oldest = batch.at(-1);
    cursor = oldest && cursorBy('createdAt')(oldest);
    return batch.map(toRecord);
  });
}
