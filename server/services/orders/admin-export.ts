import { requireRecentProof, type ServiceContext, withTransaction } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { EXPORT_BATCH, findLeadIds, inOrderOf, streamCsv } from '#server/services/leads/index.ts';
import { budgetLabel, orderStatusLabel, timelineLabel } from '#shared/orders/values.ts';
import type { OrderFilter } from './admin-list.ts';
import { DETAIL_CONTACT_FIELDS } from './admin-present.ts';

const COLUMNS = [
  'Reference',
  'Date',
  'Customer',
  'Email',
  'Phone',
  'Company',
  'Service',
  'Budget',
  'Timeline',
  'Features',
  'Languages',
  'Description',
  'Files',
  'Status',
  'Suspect',
  'Notes',
] as const;

async function readRows(ctx: ServiceContext, ids: string[]) {
  const rows = await ctx.db
    .selectFrom('orders')
    .select([
      'id',
      'reference',
      'createdAt',
      'fullName',
      'email',
      'phone',
      'company',
      'serviceType',
      'estimatedBudget',
      'targetTimeline',
      'desiredFeatures',
      'requiredLanguages',
      'projectDescription',
      'fileUrls',
      'status',
      'isSuspect',
      'notes',
    ])
    .where('id', 'in', ids)
    .execute();
  return inOrderOf(ids, rows);
}

function toRecord(row: Awaited<ReturnType<typeof readRows>>[number]): string[] {
  return [
    row.reference,
    row.createdAt.toISOString(),
    row.fullName,
    row.email,
    row.phone ?? '',
    row.company ?? '',
    row.serviceType,
    budgetLabel(row.estimatedBudget),
    timelineLabel(row.targetTimeline),
    row.desiredFeatures.join('; '),
    row.requiredLanguages.join('; '),
    row.projectDescription,
    String(row.fileUrls.length),
    orderStatusLabel(row.status),
    row.isSuspect ? 'Yes' : 'No',
    row.notes ?? '',
  ];
}

/** Every order of a filter as CSV, newest first, in parts; the export is in the audit before the first part. */
export async function exportOrders(
  ctx: ServiceContext,
  filter: OrderFilter,
): Promise<AsyncGenerator<string, void, undefined>> {
  requireRecentProof(ctx);
  await withTransaction(ctx, (tx) =>
    logContactAccess(ctx, tx, {
      action: 'export',
      fields: DETAIL_CONTACT_FIELDS,
      searchQuery: filter.search,
    }),
  );
  let cursor: Cursor | undefined;
  return streamCsv(COLUMNS, async () => {
    const ids = await findLeadIds(ctx.db, {
      table: 'orders',
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
