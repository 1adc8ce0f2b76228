import { sql } from 'kysely';
import { defineLead } from '#server/services/leads/index.ts';
import { orderSchemas } from '#shared/orders/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import {
  budgetLabel,
  ORDER_SORTS,
  orderStatusLabel,
  timelineLabel,
} from '#shared/orders/values.ts';

/** What administrators do with orders. */
export const orders = defineLead({
  name: 'orders',
  table: 'orders',
  idColumn: 'orderId',
  schemas: orderSchemas,
  sorts: ORDER_SORTS,
  notFound: ORDER_ADMIN_MESSAGES.notFound,
  computed: { fileCount: () => sql<number>`cardinality(file_urls)` },
  contactFields: {
    list: ['full_name', 'email', 'company'],
    detail: ['full_name', 'email', 'phone', 'company', 'project_description', 'file_urls', 'notes'],
  },
  confirmation: (orderId) => ({ kind: 'orders.confirmation', payload: { orderId } }),
  exported: [
    ['Reference', ({ reference }) => reference],
    ['Date', ({ createdAt }) => createdAt.toISOString()],
    ['Customer', ({ fullName }) => fullName],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone ?? ''],
    ['Company', ({ company }) => company ?? ''],
    ['Service', ({ serviceType }) => serviceType],
    ['Budget', ({ estimatedBudget }) => budgetLabel(estimatedBudget)],
    ['Timeline', ({ targetTimeline }) => timelineLabel(targetTimeline)],
    ['Features', ({ desiredFeatures }) => desiredFeatures.join('; ')],
    ['Languages', ({ requiredLanguages }) => requiredLanguages.join('; ')],
    ['Description', ({ projectDescription }) => projectDescription],
    ['Files', ({ fileUrls }) => String(fileUrls.length)],
    ['Status', ({ status }) => orderStatusLabel(status)],
    ['Suspect', ({ isSuspect }) => (isSuspect ? 'Yes' : 'No')],
    ['Notes', ({ notes }) => notes ?? ''],
  ],
  async readParts(tx, { id, fileUrls }) {
    const attachments = await tx
      .selectFrom('orderAttachments')
      .select(['id', 'path', 'originalName', 'contentType', 'sizeBytes'])
      .where('orderId', '=', id)
      .where('status', '=', 'claimed')
      .execute();
    return {
      files: attachments
        .toSorted((a, b) => fileUrls.indexOf(a.path) - fileUrls.indexOf(b.path))
        .map(({ id: fileId, originalName, contentType, sizeBytes }) => ({
          id: fileId,
          name: originalName,
          contentType,
          sizeBytes,
        })),
    };
  },
});
