import * as z from 'zod';
import { limitedText } from '#shared/common/text.ts';
import { storedPathSchema } from '#shared/orders/schema.ts';
import { MAX_ORDER_FILES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import {
  CONVERSATION_MESSAGES as messages,
  HOLD_MESSAGES,
  MAX_HOLD_REASON,
  TEMPLATE_MESSAGES,
} from './messages.ts';
import { presenceSchema } from '#shared/queue/admin-schema.ts';
import { findUnknownVariable, MAX_NEXT_STEP, MAX_REPLY, TEMPLATE_LIMITS } from './values.ts';

const instant = z.iso.datetime();

const fileSchema = z.object({
  id: z.guid(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
});

const timelineItemSchema = z.object({
  id: z.guid(),
  kind: z.string(),
  createdAt: instant,
  /** Who did it, null once the account is gone, and of what no administrator did. */
  adminUsername: z.string().nullable(),
  via: z.string().nullable(),
  body: z.string().nullable(),
  quoted: z.string().nullable(),
  assigneeUsername: z.string().nullable(),
  otherAddress: z.string().nullable(),
  formerEmail: z.string().nullable(),
  /** Files and other parts of an email that are left out. */
  rejectedFiles: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Why an email may not be from the visitor: keys of `INBOUND_MARKS`. */
  marks: z.array(z.string()),
  suspectReasons: z.array(z.string()),
  oldStatus: z.string().nullable(),
  newStatus: z.string().nullable(),
  mailId: z.guid().nullable(),
  mailKind: z.string().nullable(),
  mailRecipient: z.string().nullable(),
  mailStatus: z.string().nullable(),
  mailSentAt: instant.nullable(),
  mailError: z.string().nullable(),
  /** Of 'viewed': how often somebody opened the enquiry within an hour, the last time at `createdAt`. */
  viewCount: z.int().nullable(),
  files: z.array(fileSchema),
});

export const conversationSchema = z.object({
  id: z.guid(),
  orderId: z.guid().nullable(),
  messageId: z.guid().nullable(),
  orderReference: z.string().nullable(),
  messageReference: z.string().nullable(),
  waitingSince: instant.nullable(),
  dueAt: instant.nullable(),
  promisedDueAt: instant.nullable(),
  /** The share of the promise, in per cent, that has passed and was reminded of. */
  alertLevel: z.int(),
  firstResponseAt: instant.nullable(),
  assigneeId: z.guid().nullable(),
  snoozedUntil: instant.nullable(),
  replyLostAt: instant.nullable(),
  nextStep: z.string().nullable(),
  nextStepOn: z.string().nullable(),
  heldAt: instant.nullable(),
  heldByUsername: z.string().nullable(),
  holdReason: z.string().nullable(),
  erasureAskedAt: instant.nullable(),
  /** Until when its order and its message are stored, where it has one and nothing else happens. */
  orderRetainedUntil: instant.nullable(),
  messageRetainedUntil: instant.nullable(),
  lastWord: z.enum(['visitor', 'team']),
  lastWordAt: instant,
  ...presenceSchema.shape,
  items: z.array(timelineItemSchema),
  nextCursor: z.string().nullable(),
  assignees: z.array(z.object({ id: z.guid(), username: z.string() })),
});

/** Where the conversation ended for whoever replies, so that nobody replies twice unknowingly. */
const lastWordAt = z.iso.datetime({ error: messages.lastWord });

const fileUrls = z
  .array(storedPathSchema)
  .max(MAX_ORDER_FILES, ORDER_MESSAGES.tooManyFiles)
  .refine((paths) => new Set(paths).size === paths.length, ORDER_MESSAGES.fileGone)
  .default([]);

export const newReplySchema = z.object({
  body: limitedText({
    min: 1,
    max: MAX_REPLY,
    message: messages.reply,
    tooLong: messages.replyTooLong,
  }),
  fileUrls,
  lastWordAt,
});

export const elsewhereSchema = z.object({
  body: limitedText({ max: MAX_REPLY, tooLong: messages.replyTooLong }).default(''),
  lastWordAt,
});

export const newNoteSchema = z.object({
  body: limitedText({
    min: 1,
    max: MAX_REPLY,
    message: messages.note,
    tooLong: messages.tooLongNote,
  }),
});

export const conversationChangeSchema = z
  .object({
    assigneeId: z.guid({ error: messages.noAssignee }).nullable(),
    snoozedUntil: z.iso.datetime({ error: messages.date }).nullable(),
    nextStep: limitedText({ max: MAX_NEXT_STEP, tooLong: messages.nextStepTooLong })
      .nullable()
      .transform((text) => text || null),
    nextStepOn: z.iso.date({ error: messages.date }).nullable(),
  })
  .partial();

export const replyTemplateSchema = z.object({
  id: z.guid(),
  name: z.string(),
  body: z.string(),
  updatedAt: instant,
});

export const newTemplateSchema = z.object({
  name: limitedText({
    min: 1,
    max: TEMPLATE_LIMITS.name,
    message: TEMPLATE_MESSAGES.name,
    tooLong: TEMPLATE_MESSAGES.nameTooLong,
  }),
  body: limitedText({
    min: 1,
    max: TEMPLATE_LIMITS.body,
    message: TEMPLATE_MESSAGES.body,
    tooLong: TEMPLATE_MESSAGES.bodyTooLong,
  }).refine((body) => !findUnknownVariable(body), {
    error: ({ input }) => TEMPLATE_MESSAGES.unknown(findUnknownVariable(input as string) ?? ''),
  }),
});

export const templateChangeSchema = newTemplateSchema.partial();

export const holdSchema = z.object({
  reason: limitedText({
    min: 1,
    max: MAX_HOLD_REASON,
    message: HOLD_MESSAGES.holdReason,
    tooLong: HOLD_MESSAGES.holdReasonTooLong,
  }),
});

/** The key of a reply is its id. */
export const writtenSchema = z.object({ id: z.guid() });

export type TimelineItem = z.infer<typeof timelineItemSchema>;
export type ConversationView = z.infer<typeof conversationSchema>;
export type ConversationChange = z.infer<typeof conversationChangeSchema>;
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;
export type NewTemplate = z.infer<typeof newTemplateSchema>;
