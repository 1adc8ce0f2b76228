import * as z from 'zod';
import { defineLeadSchemas } from '#shared/leads/admin-schema.ts';
import { MESSAGE_STATUSES } from './values.ts';

export const messageSchemas = defineLeadSchemas({
  statuses: MESSAGE_STATUSES,
  columns: {
    reference: z.string(),
    name: z.string(),
    respondedAt: z.iso.datetime().nullable(),
    dataClassification: z.string(),
    accessCount: z.int(),
    lastAccessedAt: z.iso.datetime().nullable(),
    retentionExpiresAt: z.iso.datetime(),
  },
  // Of the text only its beginning.
  list: { preview: z.string() },
  detail: { message: z.string() },
});

export type MessageListItem = z.infer<typeof messageSchemas.listItem>;
export type MessageDetail = z.infer<typeof messageSchemas.detail>;
