import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { findPreviousLeads, readTimeline } from '#server/services/leads/index.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import type { OrderDetail } from '#shared/orders/admin-schema.ts';
import {
  DETAIL_CONTACT_FIELDS,
  fileCount,
  LIST_COLUMNS,
  presentListItem,
} from './admin-present.ts';

/** Everything about one order; whoever reads it is in the audit. */
export async function getOrder(ctx: ServiceContext, id: string): Promise<OrderDetail> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const row = await tx
      .selectFrom('orders')
      .select(LIST_COLUMNS)
      .select([
        fileCount(),
        'phone',
        'projectDescription',
        'desiredFeatures',
        'requiredLanguages',
        'fileUrls',
        'notes',
        'termsVersion',
        'termsAcceptedAt',
        'suspectReasons',
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ServiceError('NOT_FOUND', ORDER_ADMIN_MESSAGES.notFound);
    const attachments = await tx
      .selectFrom('orderAttachments')
      .select(['id', 'path', 'originalName', 'contentType', 'sizeBytes'])
      .where('orderId', '=', id)
      .where('status', '=', 'claimed')
      .execute();
    const timeline = await readTimeline(tx, { orderId: id });
    const previous = await findPreviousLeads(tx, { email: row.email, exceptId: id });
    await logContactAccess(ctx, tx, {
      action: 'detailed_view',
      fields: DETAIL_CONTACT_FIELDS,
      orderId: id,
    });
    return {
      ...presentListItem(row),
      phone: row.phone,
      projectDescription: row.projectDescription,
      desiredFeatures: row.desiredFeatures,
      requiredLanguages: row.requiredLanguages,
      fileUrls: row.fileUrls,
      files: attachments
        .toSorted((a, b) => row.fileUrls.indexOf(a.path) - row.fileUrls.indexOf(b.path))
        .map((file) => ({
          id: file.id,
          name: file.originalName,
          contentType: file.contentType,
          sizeBytes: file.sizeBytes,
        })),
      notes: row.notes,
      termsVersion: row.termsVersion,
      termsAcceptedAt: row.termsAcceptedAt.toISOString(),
      suspectReasons: row.suspectReasons,
      timeline,
      previous,
    };
  });
}
