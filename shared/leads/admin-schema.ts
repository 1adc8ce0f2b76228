import * as z from 'zod';
import { bulkResultsSchema, bulkSchema } from '#shared/common/bulk.ts';
import { choiceOf } from '#shared/common/choice.ts';
import { limitedText, rawText } from '#shared/common/text.ts';
import { LEAD_LIST_MESSAGES, SAVED_FILTER_MESSAGES } from './messages.ts';
import { MAX_NOTES, SAVED_FILTER_LIMITS, SAVED_FILTER_SCREENS } from './values.ts';

/** The internal notes of an order or a message; blank ones become null. */
export const notesSchema = limitedText({
  max: MAX_NOTES,
  message: LEAD_LIST_MESSAGES.notesTooLong,
  tooLong: LEAD_LIST_MESSAGES.notesTooLong,
})
  .nullable()
  .transform((text) => text || null);

const searchSchema = rawText()
  .max(200, LEAD_LIST_MESSAGES.searchTooLong)
  .transform((text) => text.trim() || undefined)
  .optional();

const suspectSchema = z
  .enum(['', '0', '1'], { error: LEAD_LIST_MESSAGES.suspect })
  .transform((text) => (text === '' ? undefined : text === '1'))
  .optional();

export function leadFilterSchema<Status extends string>(statuses: readonly Status[]) {
  const status = z
    .enum(['', 'all', ...statuses], { error: LEAD_LIST_MESSAGES.status })
    .transform((text) => (text === '' || text === 'all' ? undefined : (text as Status)))
    .optional();
  return z.object({ search: searchSchema, status, suspect: suspectSchema });
}

export function bulkStatusSchema<Status extends string>(statuses: readonly Status[]) {
  const status = z.enum(statuses, { error: LEAD_LIST_MESSAGES.status });
  return bulkSchema(leadFilterSchema(statuses).shape, { status });
}

export const bulkStatusResultsSchema = bulkResultsSchema({
  /** What an undo gives back; null when the row was not found. */
  oldStatus: z.string().nullable(),
});

const statusChangeSchema = z.object({
  id: z.guid(),
  oldStatus: z.string(),
  newStatus: z.string(),
  /** Null where nobody of ours did it. */
  adminUserId: z.guid().nullable(),
  /** Null once the account is gone. */
  adminUsername: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

/** An earlier or later enquiry by the same address; its texts are not part of it. */
const previousLeadSchema = z.object({
  kind: z.enum(['order', 'message']),
  id: z.guid(),
  reference: z.string(),
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
    listItem,
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

export type BulkStatusResult = z.infer<typeof bulkStatusResultsSchema>['results'][number];
export type StatusChange = z.infer<typeof statusChangeSchema>;
export type PreviousLead = z.infer<typeof previousLeadSchema>;
export type NewSavedFilter = z.infer<typeof newSavedFilterSchema>;
export type SavedFilter = z.infer<typeof savedFilterSchema>;
