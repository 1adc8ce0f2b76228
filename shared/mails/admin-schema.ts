import * as z from 'zod';
import { bulkIdsSchema, bulkResultsSchema } from '#shared/common/bulk.ts';
import { choiceOf } from '#shared/common/choice.ts';
import { rawText } from '#shared/common/text.ts';
import { MAIL_ADMIN_MESSAGES } from './messages.ts';
import { MAIL_STATUSES, MAIL_TRANSPORTS, MAX_MAIL_SEARCH, SAMPLE_MAILS } from './values.ts';

const count = z.int().min(0);

export const mailStateSchema = z.object({
  transport: z.enum(MAIL_TRANSPORTS),
  pending: count,
  oldestMinutes: count,
  isOverdue: z.boolean(),
  /** Of the last days: given up, or returned. */
  failed: count,
  lastSentAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  /** Where answers come in; null where nothing is read. */
  inbox: z
    .object({
      isConnected: z.boolean(),
      lastMailAt: z.iso.datetime().nullable(),
      lastError: z.string().nullable(),
      /** Mails that could not be recorded, or not with their files, and will be tried again. */
      pending: count,
      /** When those came that could not be recorded at all, of 30 days the newest. */
      passedOver: z.array(z.iso.datetime()),
    })
    .nullable(),
});

export type MailState = z.infer<typeof mailStateSchema>;

export const mailFilterSchema = z.object({
  status: z
    .enum(['all', ...MAIL_STATUSES.map(({ value }) => value)], {
      error: MAIL_ADMIN_MESSAGES.status,
    })
    .default('all'),
  search: rawText().trim().max(MAX_MAIL_SEARCH, MAIL_ADMIN_MESSAGES.search).default(''),
});

export type MailFilter = z.output<typeof mailFilterSchema>;

export const mailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipients: z.array(z.string()),
  status: choiceOf(MAIL_STATUSES),
  transport: z.enum(MAIL_TRANSPORTS).nullable(),
  attempts: count,
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  about: z
    .object({ kind: z.enum(['order', 'message']), id: z.uuid(), label: z.string() })
    .nullable(),
});

export type Mail = z.infer<typeof mailSchema>;

/**
 * A mail as it reads. A page whose policy forbids styles in HTML shows it: what stood in `style` stands in `data-style`, its rules in `css`, and
 * nothing in it leads anywhere.
 */
export const mailPreviewSchema = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  css: z.string(),
});

export type MailPreview = z.infer<typeof mailPreviewSchema>;

export const mailDetailSchema = mailSchema.extend({
  messageId: z.string().nullable(),
  /** As it would be sent now; null when what it is about is over or gone, or when it is secret. */
  preview: mailPreviewSchema.nullable(),
  /** Whether it holds a link that is for its recipient alone. */
  isSecret: z.boolean(),
});

export type MailDetail = z.infer<typeof mailDetailSchema>;

export const sampleMailQuerySchema = z.object({
  kind: choiceOf(SAMPLE_MAILS, MAIL_ADMIN_MESSAGES.kind),
});

export const sentTestSchema = z.object({ recipient: z.string() });

export type SentTest = z.infer<typeof sentTestSchema>;

export const resendSchema = z.object({ ids: bulkIdsSchema });

export const resendResultsSchema = bulkResultsSchema({});

export type ResendResults = z.infer<typeof resendResultsSchema>;

export const mailCheckSchema = z.object({
  transport: z.enum(MAIL_TRANSPORTS),
  /** Why no mail could be delivered; null when one could. */
  problem: z.string().nullable(),
  hasInbox: z.boolean(),
  inboxProblem: z.string().nullable(),
});

export const mailTransportSchema = mailCheckSchema.pick({ transport: true });

export type MailCheck = z.infer<typeof mailCheckSchema>;
