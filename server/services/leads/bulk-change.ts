import type { Transaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { BULK_CHANGE_MESSAGES, type BulkChoice, MAX_BULK_MATCHING } from '#shared/common/bulk.ts';
import type { BulkStatusResult } from '#shared/leads/admin-schema.ts';
import { DEFAULT_LEAD_SORT } from '#shared/leads/values.ts';
import { findLeadIds, type LeadFilter, type LeadTable, lockLeads } from './find-ids.ts';

/** Returns ids in the chosen order; named rows may be missing. CONFLICT when the filter matches another number of rows than shown. */
export async function lockChosenLeads(
  tx: Transaction,
  table: LeadTable,
  { ids, filter, expectedTotal = 0 }: BulkChoice<LeadFilter>,
): Promise<{ ids: string[]; rows: { id: string; status: string }[] }> {
  if (!filter) {
    const named = ids ?? [];
    return { ids: named, rows: await lockLeads(tx, { table, ids: named }) };
  }
  if (expectedTotal > MAX_BULK_MATCHING) {
    throw new ServiceError('UNPROCESSABLE', BULK_CHANGE_MESSAGES.tooManyRows);
  }
  const found = await findLeadIds(tx, {
    table,
    sort: DEFAULT_LEAD_SORT,
    limit: expectedTotal + 1,
    ...filter,
  });
  // Filtered again: a row may have changed before it was locked.
  const rows =
    found.length === expectedTotal ? await lockLeads(tx, { table, ids: found, ...filter }) : [];
  if (rows.length !== expectedTotal) {
    throw new ServiceError('CONFLICT', BULK_CHANGE_MESSAGES.listChanged);
  }
  return { ids: found, rows };
}

export function toBulkResults(
  ids: string[],
  found: { id: string; status: string }[],
  newStatus: string,
): BulkStatusResult[] {
  const statuses = new Map(found.map(({ id, status }) => [id, status]));
  return ids.map((id) => {
    const oldStatus = statuses.get(id) ?? null;
    if (oldStatus === null) return { id, result: 'not_found', oldStatus };
    return { id, result: oldStatus === newStatus ? 'unchanged' : 'changed', oldStatus };
  });
}
