import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { limitedText, rawText } from '#shared/common/text.ts';
import { LEAD_LIST_MESSAGES, SAVED_FILTER_MESSAGES } from './messages.ts';
import { MAX_BULK, MAX_NOTES, SAVED_FILTER_LIMITS, SAVED_FILTER_SCREENS } from './values.ts';

/** The internal notes of an order or a message; blank ones become null. */
export const notesSchema = limitedText({
  max: MAX_NOTES,
  message: LEAD_LIST_MESSAGES.notesTooLong,
  tooLong: LEAD_LIST_MESSAGES.notesTooLong,
})
  .nullable()
  .transform((text) => text || null);

/** The rows of a bulk change; one that is named twice counts once. */
const bulkIdsSchema = z
  .array(z.guid({ error: LEAD_LIST_MESSAGES.ids }), { error: LEAD_LIST_MESSAGES.ids })
  .min(1, LEAD_LIST_MESSAGES.ids)
  .max(MAX_BULK, LEAD_LIST_MESSAGES.ids)
  .transform((ids) => Array.from(new Set(ids.map((id) => id.toLowerCase()))));

const searchSchema = rawText()
  .max(200, LEAD_LIST_MESSAGES.searchTooLong)
  .transform((text) => text.trim() || undefined)
  .optional();

const suspectSchema = z
  .enum(['', '0', '1'], { error: LEAD_LIST_MESSAGES.suspect })
  .transform((text) => (text === '' ? undefined : text === '1'))
  .optional();

/** The filter of a list of orders or messages, of its count, of its export, and of a change of all that it finds. */
export function leadFilterSchema<Status extends string>(statuses: readonly Status[]) {
  const status = z
    .enum(['', 'all', ...statuses], { error: LEAD_LIST_MESSAGES.status })
    .transform((text) => (text === '' || text === 'all' ? undefined : (text as Status)))
    .optional();
  return z.object({ search: searchSchema, status, suspect: suspectSchema });
}

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
          error: (issue) => (issue.code === 'invalid_type' ? LEAD_LIST_MESSAGES.filter : undefined),
        })
        .optional(),
      expectedTotal: z
        .int({ error: LEAD_LIST_MESSAGES.expectedTotal })
        .min(1, LEAD_LIST_MESSAGES.expectedTotal)
        .optional(),
      ...change,
    })
    .superRefine((choice, ctx) => {
      const { ids, filter, expectedTotal } = choice as Record<string, unknown>;
      function reject(field: string, message: string) {
        ctx.addIssue({ code: 'custom', path: [field], message });
      }
      if (filter && ids) reject('filter', LEAD_LIST_MESSAGES.idsOrFilter);
      else if (!filter && !ids) reject('ids', LEAD_LIST_MESSAGES.ids);
      if ((filter === undefined) !== (expectedTotal === undefined)) {
        reject('expectedTotal', LEAD_LIST_MESSAGES.expectedTotal);
      }
    });
}

/** A change of the status of many leads. */
export function bulkStatusSchema<Status extends string>(statuses: readonly Status[]) {
  const status = z.enum(statuses, { error: LEAD_LIST_MESSAGES.status });
  return bulkSchema(leadFilterSchema(statuses).shape, { status });
}

const bulkResultSchema = z.object({
  id: z.guid(),
  result: z.enum(['changed', 'unchanged', 'not_found']),
  /** What an undo gives back; null when the row was not found. */
  oldStatus: z.string().nullable(),
});

export const bulkResultsSchema = z.object({ results: z.array(bulkResultSchema) });

/** What became of each record of content, whose undo is the opposite action. */
export const contentResultsSchema = z.object({
  results: z.array(bulkResultSchema.omit({ oldStatus: true })),
});

/** A change of the status: who made it, when, and what it was before. */
const statusChangeSchema = z.object({
  id: z.guid(),
  oldStatus: z.string(),
  newStatus: z.string(),
  adminUserId: z.guid(),
  /** Null once the account is gone. */
  adminUsername: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

/** An earlier or later enquiry by the same address; its texts are not part of it. */
const previousLeadSchema = z.object({
  kind: z.enum(['order', 'message']),
  id: z.guid(),
  reference: z.string().nullable(),
  serviceType: z.string().nullable(),
  status: z.string(),
  createdAt: z.iso.datetime(),
});

type LeadColumns<Status extends string, Columns, List, Detail> = {
  statuses: readonly { value: Status }[];
  columns: Columns;
  /** What only a row of the list has, and what only the whole lead: its long texts. */
  list: List;
  detail: Detail;
};

/** The schemas of one kind of lead, from the columns that it has besides those of every lead. */
export function defineLeadSchemas<
  Status extends string,
  Columns extends z.ZodRawShape,
  List extends z.ZodRawShape,
  Detail extends z.ZodRawShape,
>({ statuses, columns, list, detail }: LeadColumns<Status, Columns, List, Detail>) {
  const status = choiceOf(statuses, LEAD_LIST_MESSAGES.status);
  const lead = z.object({
    id: z.guid(),
    ...columns,
    email: z.string(),
    status,
    isSuspect: z.boolean(),
    createdAt: z.iso.datetime(),
  });
  const history = { notes: z.string().nullable(), timeline: z.array(statusChangeSchema) };
  const listItem = lead.extend(list);
  return {
    /** A row of the list: no long text. */
    listItem,
    /** Everything about one lead. */
    detail: lead.extend({
      ...detail,
      ...history,
      suspectReasons: z.array(z.string()),
      previous: z.array(previousLeadSchema),
    }),
    /** What an administrator may change; `oldNotes` are the notes that the new ones were written over. */
    change: z.object({
      status: status.optional(),
      notes: notesSchema.optional(),
      oldNotes: notesSchema.optional(),
      /** An administrator takes the mark of a suspect away; only forms set it. */
      isSuspect: z.literal(false, { error: LEAD_LIST_MESSAGES.suspectOnlyCleared }).optional(),
    }),
    /** The row after a change, with its notes and its timeline. */
    changed: listItem.extend(history),
  };
}

export const newSavedFilterSchema = z.object({
  screen: z.enum(SAVED_FILTER_SCREENS, { error: SAVED_FILTER_MESSAGES.screen }),
  name: limitedText({
    min: 1,
    max: SAVED_FILTER_LIMITS.name,
    message: SAVED_FILTER_MESSAGES.name,
    tooLong: SAVED_FILTER_MESSAGES.nameTooLong,
  }),
  /** The query of the screen's address, without its question mark. */
  query: rawText(SAVED_FILTER_MESSAGES.query).max(
    SAVED_FILTER_LIMITS.query,
    SAVED_FILTER_MESSAGES.query,
  ),
});

export const savedFilterSchema = z.object({
  id: z.guid(),
  screen: z.enum(SAVED_FILTER_SCREENS),
  name: z.string(),
  query: z.string(),
  createdAt: z.iso.datetime(),
});

export type BulkResult = z.infer<typeof bulkResultSchema>;
export type StatusChange = z.infer<typeof statusChangeSchema>;
export type PreviousLead = z.infer<typeof previousLeadSchema>;
export type NewSavedFilter = z.infer<typeof newSavedFilterSchema>;
export type SavedFilter = z.infer<typeof savedFilterSchema>;
