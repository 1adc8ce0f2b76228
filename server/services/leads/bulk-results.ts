import type { BulkResult } from '#shared/leads-schema.ts';

/** What became of each row of a bulk change, in the order they were named. */
export function toBulkResults(
  ids: string[],
  found: { id: string }[],
  changed: { id: string }[],
): BulkResult[] {
  const foundIds = new Set(found.map(({ id }) => id));
  const changedIds = new Set(changed.map(({ id }) => id));
  return ids.map((id) => {
    if (!foundIds.has(id)) return { id, result: 'not_found' };
    return { id, result: changedIds.has(id) ? 'changed' : 'unchanged' };
  });
}
