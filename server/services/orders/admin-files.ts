import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  type OpenedFile,
  openStoredFile,
  STORED_FILE_COLUMNS,
} from '#server/services/conversations/index.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';

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
      .where('orderId', '=', orderId)
      .where('status', '=', 'claimed')
      .executeTakeFirst();
    if (!found) throw new ServiceError('NOT_FOUND', ORDER_ADMIN_MESSAGES.fileNotFound);
    await logContactAccess(ctx, tx, { action: 'view', fields: ['file_urls'], orderId });
    return found;
  });
  return openStoredFile(ctx, row, ORDER_ADMIN_MESSAGES.fileNotFound);
}
