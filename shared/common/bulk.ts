import * as z from 'zod';

export const MAX_BULK = 100;

export const MAX_BULK_MATCHING = 1_000;

export const BULK_CHANGE_MESSAGES = {
  ids: 'Choose 1 to 100 rows',
  idsOrFilter: 'Send the ids of rows or a filter, not both',
  filter: 'Send a filter of the list',
  expectedTotal: 'Send how many rows the filter showed',
  tooManyRows:
    'At most 1,000 rows can be changed at once. Please narrow the filter. Nothing was changed.',
  listChanged:
    'The list has changed since it was shown, so nothing was changed. Please check the rows and choose again.',
} as const;

/** The rows of a bulk change; one that is named twice counts once. */
export const bulkIdsSchema = z
  .array(z.guid({ error: BULK_CHANGE_MESSAGES.ids }), { error: BULK_CHANGE_MESSAGES.ids })
  .min(1, BULK_CHANGE_MESSAGES.ids)
  .max(MAX_BULK, BULK_CHANGE_MESSAGES.ids)
  .transform((ids) => Array.from(new Set(ids.map((id) => id.toLowerCase()))));

/** A change of the rows that are named, or of all that a filter finds: as many as the administrator saw. */
export function bulkSchema<Filter extends z.ZodRawShape, Change extends z.ZodRawShape>(
  filterShape: Filter,
  change: Change,
) {
  return z
    .object({
      ids: bulkIdsSchema.optional(),
      filter: z
        .strictObject(filterShape, {
          error: (issue) =>
            issue.code === 'invalid_type' ? BULK_CHANGE_MESSAGES.filter : undefined,
        })
        .optional(),
      expectedTotal: z
        .int({ error: BULK_CHANGE_MESSAGES.expectedTotal })
        .min(1, BULK_CHANGE_MESSAGES.expectedTotal)
        .optional(),
      ...change,
    })
    .superRefine((choice, ctx) => {
      const { ids, filter, expectedTotal } = choice as Record<string, unknown>;
      function reject(field: string, message: string) {
        ctx.addIssue({ code: 'custom', path: [field], message });
      }
      if (filter && ids) reject('filter', BULK_CHANGE_MESSAGES.idsOrFilter);
      else if (!filter && !ids) reject('ids', BULK_CHANGE_MESSAGES.ids);
      if ((filter === undefined) !== (expectedTotal === undefined)) {
        reject('expectedTotal', BULK_CHANGE_MESSAGES.expectedTotal);
      }
    });
}

export type BulkChoice<Filter> = {
  ids?: string[] | undefined;
  filter?: Filter | undefined;
  expectedTotal?: number | undefined;
};

export function bulkResultsSchema<Further extends z.ZodRawShape>(further: Further) {
  const result = z.object({
    id: z.guid(),
    result: z.enum(['changed', 'unchanged', 'not_found']),
    ...further,
  });
  return z.object({ results: z.array(result) });
}
