import * as z from 'zod';
import { emailAddress, limitedText } from '#shared/common/text.ts';
import { messageInputSchema } from '#shared/messages/schema.ts';
import { orderInputSchema } from '#shared/orders/schema.ts';
import { TRACKING_MESSAGES as messages } from './messages.ts';
import { MAX_WORD } from './values.ts';

export const wordSchema = z.object({
  message: limitedText({ max: MAX_WORD, tooLong: messages.wordTooLong, isFromVisitor: true }),
});

/** What may be corrected at once, by the rules of the form it was entered in. */
export const correctionSchemas = {
  order: z.object({
    name: orderInputSchema.shape.fullName,
    phone: orderInputSchema.shape.phone,
    company: orderInputSchema.shape.company,
  }),
  message: z.object({ name: messageInputSchema.shape.name }),
};

export const emailChangeSchema = z.object({ email: emailAddress(messages.email) });

export type Correction = { name: string; phone?: string | null; company?: string | null };
