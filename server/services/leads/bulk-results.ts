import type { BulkResult } from '#shared/leads/admin-schema.ts';

/** What became of each row of a bulk change, in the order they were named. */
export function toBulkResults(
  ids: string[],
  found: { id: string; status: string }[],
  newStatus: string,
): BulkResult[] {
  const statuses = new Map(found.map(({ id, status }) => [id, status]));
  return ids.map((id) => {
    const oldStatus = statuses.get(id) ?? null;
    if (oldStatus === null) return { id, result: 'not_found', oldStatus };
    return { id, result: oldStatus === newStatus ? 'unchanged' : 'changed', oldStatus };
  });
}
