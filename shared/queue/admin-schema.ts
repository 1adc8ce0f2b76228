import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { DEFAULT_QUEUE_FILTER, MAX_DUE_COUNT, QUEUE_FILTERS } from './values.ts';

const QUEUE_MESSAGES = {
  filter: 'The queue cannot be filtered by this',
} as const;

const instant = z.iso.datetime();

/** Who is writing an answer now, and until when nobody else need. */
export const presenceSchema = z.object({
  answeringAdminId: z.guid().nullable(),
  answeringUsername: z.string().nullable(),
  answeringUntil: instant.nullable(),
});

export const queueItemSchema = z.object({
  /** Of the conversation. */
  id: z.guid(),
  kind: z.enum(['order', 'message']),
  leadId: z.guid(),
  name: z.string(),
  reference: z.string(),
  serviceType: z.string().nullable(),
  estimatedBudget: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** Null: nobody waits, but a next step is due. */
  dueAt: instant.nullable(),
  /** The share of the promise, in per cent, that has passed and was reminded of. */
  alertLevel: z.int(),
  assigneeId: z.guid().nullable(),
  assigneeUsername: z.string().nullable(),
  lastWord: z.enum(['visitor', 'team']),
  lastWordAt: instant,
  snoozedUntil: instant.nullable(),
  replyLostAt: instant.nullable(),
  nextStep: z.string().nullable(),
  nextStepOn: z.iso.date().nullable(),
  ...presenceSchema.shape,
});

export const queueQuerySchema = z.object({
  filter: choiceOf(QUEUE_FILTERS, QUEUE_MESSAGES.filter).default(DEFAULT_QUEUE_FILTER),
});

/** How many are overdue or nearly so, and not put off. */
export const queueDueSchema = z.object({ due: z.int().min(0).max(MAX_DUE_COUNT) });

export type QueueItem = z.infer<typeof queueItemSchema>;
export type Presence = z.infer<typeof presenceSchema>;
export type QueueDue = z.infer<typeof queueDueSchema>;
