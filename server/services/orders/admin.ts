import { sql } from 'kysely';
import { defineLead } from '#server/services/leads/index.ts';
import { orderSchemas } from '#shared/orders/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { describeEntry, type StoredName } from '#shared/forms/values.ts';
import {
  type ORDER_FIELDS,
  ORDER_SORTS,
  orderStatusLabel,
  withOptions,
} from '#shared/orders/values.ts';
import { findContent } from '#server/services/site-content/index.ts';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  type OpenedFile,
  openStoredFile,
  STORED_FILE_COLUMNS,
} from '#server/services/conversations/index.ts';

/** Sent with the form, or added to the conversation later. The array lets both indexes be used. */
const isVisitorFile = (orderId: string) => sql<boolean>`(
  order_id = ${orderId} or entry_id = any(array(
    select entry.id from conversation_entries as entry
    join conversations on conversations.id = entry.conversation_id
    where conversations.order_id = ${orderId} and entry.kind = 'inbound'
  ))
)`;

type Stored = StoredName<typeof ORDER_FIELDS>;

const HEADINGS = {
  fullName: 'Customer',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  serviceType: 'Service',
  estimatedBudget: 'Budget',
  targetTimeline: 'Timeline',
  desiredFeatures: 'Features',
  requiredLanguages: 'Languages',
  projectDescription: 'Description',
} satisfies Record<Stored, string>;

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
  async exported(ctx) {
    const fields = withOptions(await findContent(ctx, 'order-options'));
    const formatCell = (name: Stored) => (order: Record<Stored, unknown>) =>
      describeEntry(fields[name], order[name], '; ') ?? '';
    return [
      ['Reference', ({ reference }) => reference],
      ['Date', ({ createdAt }) => createdAt.toISOString()],
      ...(Object.entries(HEADINGS) as [Stored, string][]).map(
        ([name, heading]) => [heading, formatCell(name)] as const,
      ),
      ['Files', ({ fileUrls }) => String(fileUrls.length)],
      ['Status', ({ status }) => orderStatusLabel(status)],
      ['Suspect', ({ isSuspect }) => (isSuspect ? 'Yes' : 'No')],
      ['Notes', ({ notes }) => notes ?? ''],
    ];
  },
  closedStatus: 'completed',
  repliedStatus: (status) => (status === 'new' || status === 'pending' ? 'in-progress' : status),
  async readParts(tx, { id, fileUrls }) {
    const rank = (path: string) => fileUrls.indexOf(path) + 1 || Number.MAX_SAFE_INTEGER;
    const attachments = await tx
      .selectFrom('orderAttachments')
      .select(['id', 'path', 'originalName', 'contentType', 'sizeBytes'])
      .where(isVisitorFile(id))
      .where('status', '=', 'claimed')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return {
      files: attachments
        .toSorted((a, b) => rank(a.path) - rank(b.path))
        .map(({ id: fileId, originalName, contentType, sizeBytes }) => ({
          id: fileId,
          name: originalName,
          contentType,
          sizeBytes,
        })),
    };
  },
});

/** The audit entry precedes the first byte. */
export async function openOrderFile(
  ctx: ServiceContext,
  { orderId, fileId }: { orderId: string; fileId: string },
): Promise<OpenedFile> {
  requireAdmin(ctx);
  const row = await withTransaction(ctx, async (tx) => {
    const found = await tx
      .selectFrom('orderAttachments')
      .select(STORED_FILE_COLUMNS)
      .where('id', '=', fileId)
      .where(isVisitorFile(orderId))
      .where('status', '=', 'claimed')
      .executeTakeFirstOrThrow(
        () => new ServiceError('NOT_FOUND', ORDER_ADMIN_MESSAGES.fileNotFound),
      );
    await logContactAccess(ctx, tx, { action: 'view', fields: ['file_urls'], orderId });
    return found;
  });
  return openStoredFile(ctx, row, ORDER_ADMIN_MESSAGES.fileNotFound);
}
