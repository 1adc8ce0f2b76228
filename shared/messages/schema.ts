import * as z from 'zod';
import { MESSAGE_FIELDS } from './values.ts';
import { MESSAGE_MESSAGES } from './messages.ts';
import { defineInputSchema, formSignalsSchema, trackingPathSchema } from '#shared/forms/schema.ts';

export const messageInputSchema = defineInputSchema(MESSAGE_FIELDS, MESSAGE_MESSAGES);

export const sendMessageSchema = messageInputSchema.extend(formSignalsSchema.shape);

export const messageResponseSchema = z.object({
  success: z.literal(true),
  id: z.uuid(),
  trackingPath: trackingPathSchema,
});

export type MessageInput = z.infer<typeof messageInputSchema>;
