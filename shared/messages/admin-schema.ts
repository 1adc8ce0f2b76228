import * as z from 'zod';
import {
  markRemovalSchema,
  notesSchema,
  previousLeadSchema,
  statusChangeSchema,
} from '#shared/leads/admin-schema.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { MESSAGE_STATUSES } from './values.ts';

export const messageStatusSchema = z.enum(
  MESSAGE_STATUSES.map(({ value }) => value),
  { error: LEAD_LIST_MESSAGES.status },
);

/** A row of the list: of the text only its beginning. */
export const messageListItemSchema = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  preview: z.string(),
  status: messageStatusSchema,
  isSuspect: z.boolean(),
  createdAt: z.iso.datetime(),
  respondedAt: z.iso.datetime().nullable(),
  dataClassification: z.string(),
  accessCount: z.int(),
  lastAccessedAt: z.iso.datetime().nullable(),
  retentionExpiresAt: z.iso.datetime(),
});

/** Everything about one message. */
export const messageDetailSchema = messageListItemSchema.omit({ preview: true }).extend({
  message: z.string(),
  notes: z.string().nullable(),
  suspectReasons: z.array(z.string()),
  timeline: z.array(statusChangeSchema),
  previous: z.array(previousLeadSchema),
});

/** What an administrator may change; `oldNotes` are the notes that the new ones were written over. */
export const messageChangeSchema = z.object({
  status: messageStatusSchema.optional(),
  notes: notesSchema.optional(),
  oldNotes: notesSchema.optional(),
  isSuspect: markRemovalSchema.optional(),
});

/** The row after a change, with its notes and its timeline. */
export const changedMessageSchema = messageListItemSchema.extend({
  notes: z.string().nullable(),
  timeline: z.array(statusChangeSchema),
});

export type MessageListItem = z.infer<typeof messageListItemSchema>;
export type MessageDetail = z.infer<typeof messageDetailSchema>;
export type MessageChange = z.infer<typeof messageChangeSchema>;
export type ChangedMessage = z.infer<typeof changedMessageSchema>;
