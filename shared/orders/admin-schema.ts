import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { defineLeadSchemas } from '#shared/leads/admin-schema.ts';
import { ESTIMATED_BUDGETS, ORDER_STATUSES, TARGET_TIMELINES } from './values.ts';

const orderFileSchema = z.object({
  id: z.guid(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
});

export const orderSchemas = defineLeadSchemas({
  statuses: ORDER_STATUSES,
  columns: {
    reference: z.string(),
    fullName: z.string(),
    company: z.string().nullable(),
    serviceType: z.string(),
    estimatedBudget: choiceOf(ESTIMATED_BUDGETS),
    targetTimeline: choiceOf(TARGET_TIMELINES),
    updatedAt: z.iso.datetime(),
    fileCount: z.int(),
  },
  list: {},
  detail: {
    phone: z.string().nullable(),
    projectDescription: z.string(),
    desiredFeatures: z.array(z.string()),
    requiredLanguages: z.array(z.string()),
    fileUrls: z.array(z.string()),
    files: z.array(orderFileSchema),
    termsVersion: z.string(),
    termsAcceptedAt: z.iso.datetime(),
  },
});

export type OrderListItem = z.infer<typeof orderSchemas.listItem>;
export type OrderFile = z.infer<typeof orderFileSchema>;
export type OrderDetail = z.infer<typeof orderSchemas.detail>;
