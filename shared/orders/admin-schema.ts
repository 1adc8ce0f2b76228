import * as z from 'zod';
import {
  markRemovalSchema,
  notesSchema,
  previousLeadSchema,
  statusChangeSchema,
} from '#shared/leads/admin-schema.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { ESTIMATED_BUDGETS, ORDER_STATUSES, TARGET_TIMELINES } from './values.ts';

export const orderStatusSchema = z.enum(
  ORDER_STATUSES.map(({ value }) => value),
  { error: LEAD_LIST_MESSAGES.status },
);

/** A row of the list: no long text. */
export const orderListItemSchema = z.object({
  id: z.guid(),
  reference: z.string(),
  fullName: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  serviceType: z.string(),
  estimatedBudget: z.enum(ESTIMATED_BUDGETS.map(({ value }) => value)),
  targetTimeline: z.enum(TARGET_TIMELINES.map(({ value }) => value)),
  status: orderStatusSchema,
  isSuspect: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  fileCount: z.int(),
});

export const orderFileSchema = z.object({
  id: z.guid(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
});

/** Everything about one order. */
export const orderDetailSchema = orderListItemSchema.extend({
  phone: z.string().nullable(),
  projectDescription: z.string(),
  desiredFeatures: z.array(z.string()),
  requiredLanguages: z.array(z.string()),
  fileUrls: z.array(z.string()),
  files: z.array(orderFileSchema),
  notes: z.string().nullable(),
  termsVersion: z.string(),
  termsAcceptedAt: z.iso.datetime(),
  suspectReasons: z.array(z.string()),
  timeline: z.array(statusChangeSchema),
  previous: z.array(previousLeadSchema),
});

/** What an administrator may change; `oldNotes` are the notes that the new ones were written over. */
export const orderChangeSchema = z.object({
  status: orderStatusSchema.optional(),
  notes: notesSchema.optional(),
  oldNotes: notesSchema.optional(),
  isSuspect: markRemovalSchema.optional(),
});

/** The row after a change, with its notes and its timeline. */
export const changedOrderSchema = orderListItemSchema.extend({
  notes: z.string().nullable(),
  timeline: z.array(statusChangeSchema),
});

export type OrderListItem = z.infer<typeof orderListItemSchema>;
export type OrderFile = z.infer<typeof orderFileSchema>;
export type OrderDetail = z.infer<typeof orderDetailSchema>;
export type OrderChange = z.infer<typeof orderChangeSchema>;
export type ChangedOrder = z.infer<typeof changedOrderSchema>;
