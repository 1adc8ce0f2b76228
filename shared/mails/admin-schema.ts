import * as z from 'zod';
import { MAIL_TRANSPORTS } from './values.ts';

const count = z.int().min(0);

/** How mails go out, and what of them waits or did not arrive. */
export const mailStateSchema = z.object({
  transport: z.enum(MAIL_TRANSPORTS),
  pending: count,
  /** How long the oldest pending one has waited. */
  oldestMinutes: count,
  /** So long that something is wrong. */
  isOverdue: z.boolean(),
  /** Of the last days: given up, or returned. */
  failed: count,
  lastSentAt: z.iso.datetime().nullable(),
  /** Why a pending one was not delivered at the last try. */
  lastError: z.string().nullable(),
});

export type MailState = z.infer<typeof mailStateSchema>;
