import * as z from 'zod';
import { storedSchemas } from '#shared/forms/schema.ts';
import { defineLeadSchemas } from '#shared/leads/admin-schema.ts';
import { ORDER_FIELDS, ORDER_STATUSES } from './values.ts';

const orderFileSchema = z.object({
  id: z.guid(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
});

const { fullName, company, serviceType, estimatedBudget, targetTimeline, ...ONLY_IN_DETAIL } =
  storedSchemas(ORDER_FIELDS);

export const orderSchemas = defineLeadSchemas({
  statuses: ORDER_STATUSES,
  columns: {
    reference: z.string(),
    fullName,
    company,
    serviceType,
    estimatedBudget,
    targetTimeline,
    updatedAt: z.iso.datetime(),
    fileCount: z.int(),
  },
  list: {},
  detail: {
    ...ONLY_IN_DETAIL,
    fileUrls: z.array(z.string()),
    files: z.array(orderFileSchema),
    termsVersion: z.string(),
    termsAcceptedAt: z.iso.datetime(),
  },
});

export const convertedOrderSchema = z.object({ id: z.guid(), reference: z.string() });

export type OrderListItem = z.infer<typeof orderSchemas.listItem>;
export type OrderFile = z.infer<typeof orderFileSchema>;
export type OrderDetail = z.infer<typeof orderSchemas.detail>;
