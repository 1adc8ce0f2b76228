import * as z from 'zod';
import { emailAddress, rawText } from '#shared/common/text.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import type { SkippedEnquiry } from '#shared/tracking/values.ts';

export const ERASURE_CAUSES = ['visitor', 'administrator', 'command-line', 'job'] as const;

const email = emailAddress(messages.address);

export const personQuerySchema = z.object({ email });

export const personSchema = z.object({
  email: z.string(),
  enquiries: z.array(
    z.object({
      kind: z.enum(['order', 'message']),
      id: z.guid(),
      reference: z.string(),
      receivedAt: z.iso.datetime(),
      isHeld: z.boolean(),
      /** After a recent change of its address. */
      erasableFrom: z.iso.datetime().nullable(),
      isSuspect: z.boolean(),
    }),
  ),
  files: z.int(),
  mails: z.int(),
  entries: z.int(),
  /** Changes with what is stored; an erasure asks for the one that was seen. */
  fingerprint: z.string(),
});

export const personErasureSchema = z.object({
  email,
  fingerprint: rawText(messages.changed).max(100, messages.changed),
});

const skippedEnquirySchema = z.object({
  kind: z.enum(['order', 'message']),
  reference: z.string(),
  reason: z.enum(['readdressed', 'held']),
  erasableFrom: z.iso.datetime().nullable(),
}) satisfies z.ZodType<SkippedEnquiry>;

export const erasedPersonSchema = z.object({
  erased: z.int(),
  held: z.int(),
  skipped: z.array(skippedEnquirySchema),
});

export const erasureSchema = z.object({
  id: z.guid(),
  erasedAt: z.iso.datetime(),
  kind: z.enum(['enquiry', 'person']),
  by: z.enum(ERASURE_CAUSES),
  adminUsername: z.string().nullable(),
  enquiries: z.int(),
});

export type Person = z.infer<typeof personSchema>;
export type ErasedPerson = z.infer<typeof erasedPersonSchema>;
export type ErasureRow = z.infer<typeof erasureSchema>;
