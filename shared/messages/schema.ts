import * as z from 'zod';
import { emailAddress, limitedText } from '#shared/common/text.ts';
import { MESSAGE_LIMITS } from './values.ts';
import { MESSAGE_MESSAGES } from './messages.ts';
import { formSignalsSchema } from '#shared/forms/schema.ts';

/** A contact message as a visitor writes it. */
export const messageInputSchema = z.strictObject({
  name: limitedText({
    ...MESSAGE_LIMITS.name,
    message: MESSAGE_MESSAGES.name,
    tooLong: MESSAGE_MESSAGES.nameTooLong,
  }),
  email: emailAddress(MESSAGE_MESSAGES.email),
  message: limitedText({
    ...MESSAGE_LIMITS.message,
    message: MESSAGE_MESSAGES.message,
    tooLong: MESSAGE_MESSAGES.messageTooLong,
  }),
});

/** The body of `POST /api/contact-messages`: the message and what its form sends. */
export const sendMessageSchema = messageInputSchema.extend(formSignalsSchema.shape);

export const messageResponseSchema = z.object({ success: z.literal(true), id: z.uuid() });

export type MessageInput = z.infer<typeof messageInputSchema>;
