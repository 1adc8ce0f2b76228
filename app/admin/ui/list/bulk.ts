import { ApiError, sendJson } from '#app/admin/data/api.ts';
import { MAX_BULK } from '#shared/common/bulk.ts';
import type { BulkStatusResult } from '#shared/leads/admin-schema.ts';
import { BULK_MESSAGES as messages } from './messages.ts';

/** Only status changes return the old status. */
export type BulkResult = Pick<BulkStatusResult, 'id' | 'result'> & Partial<BulkStatusResult>;

/** Up to `MAX_BULK` ids, or all rows that match a filter. */
export type Choice = { ids: string[] } | { filter: Record<string, string>; expectedTotal: number };

/** Stops at the first rejection; the other rows have no result. */
export async function sendBulk(
  endpoint: string,
  choices: Choice[],
  change: object,
): Promise<{ results: BulkResult[]; rejection: ApiError | null }> {
  const results: BulkResult[] = [];
  try {
    for (const choice of choices) {
      const body = { ...choice, ...change };
      const response = await sendJson<{ results: BulkResult[] }>('POST', endpoint, body);
      results.push(...response.results);
    }
  } catch (error) {
    if (error instanceof ApiError) return { results, rejection: error };
    throw error;
  }
  return { results, rejection: null };
}

export function inChunks(ids: readonly string[]): Choice[] {
  return Array.from({ length: Math.ceil(ids.length / MAX_BULK) }, (_, index) => ({
    ids: ids.slice(index * MAX_BULK, (index + 1) * MAX_BULK),
  }));
}

/** '2 changed to Completed, 1 had it already' */
export function describeResults(
  results: readonly BulkResult[],
  describeChanged: (count: number) => string,
): string {
  const countOf = (wanted: BulkResult['result']) =>
    results.filter(({ result }) => result === wanted).length;
  const same = countOf('unchanged');
  const gone = countOf('not_found');
  return [
    describeChanged(countOf('changed')),
    ...(same > 0 ? [messages.unchanged(same)] : []),
    ...(gone > 0 ? [messages.gone(gone)] : []),
  ].join(', ');
}
