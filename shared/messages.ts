import type * as z from 'zod';
import type { messageInputSchema } from './messages-schema.ts';

export const MESSAGE_STATUSES = [
  { value: 'new', label: 'New' },
  { value: 'read', label: 'Read' },
  { value: 'responded', label: 'Responded' },
] as const;

export const MESSAGE_LIMITS = {
  name: { min: 2, max: 200 },
  email: { max: 254 },
  message: { min: 10, max: 5_000 },
} as const;

export const MESSAGE_MESSAGES = {
  name: 'Name must be at least 2 characters',
  nameTooLong: 'Name must be at most 200 characters',
  email: 'Please enter a valid email address',
  message: 'Message must be at least 10 characters',
  messageTooLong: 'Message must be at most 5,000 characters',
  succeededTitle: 'Message sent successfully!',
  succeeded: "We received your message. We'll respond within 1 hour.",
  failedTitle: 'Error sending message',
  failed: 'Please try again or contact us directly via email.',
} as const;

export type MessageInput = z.infer<typeof messageInputSchema>;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]['value'];
