import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { findPreviousLeads, readTimeline } from '#server/services/leads/index.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import type { MessageDetail } from '#shared/messages/admin-schema.ts';
import { setStatus } from './admin-change.ts';
import { CONTACT_FIELDS, LIST_COLUMNS, presentWithoutText } from './admin-present.ts';

/**
 * Opens one message: a new one is read from now on, and whoever opens it is in the audit. A screen that only refreshes what it shows
 * leaves the status as somebody has set it.
 */
export async function getMessage(
  ctx: ServiceContext,
  id: string,
  { isRefresh = false }: { isRefresh?: boolean } = {},
): Promise<MessageDetail> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    // Locked before the audit's own lock, which every other writer takes last too.
    const row = await tx
      .selectFrom('contactMessages')
      .select(LIST_COLUMNS)
      .select(['message', 'notes', 'suspectReasons'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ServiceError('NOT_FOUND', MESSAGE_ADMIN_MESSAGES.notFound);
    const isNew = row.status === 'new' && !isRefresh;
    if (isNew) await setStatus(ctx, tx, [row], 'read');
    const timeline = await readTimeline(tx, { messageId: id });
    const previous = await findPreviousLeads(tx, { email: row.email, exceptId: id });
    await logContactAccess(ctx, tx, {
      action: 'detailed_view',
      fields: [...CONTACT_FIELDS, 'notes'],
      messageId: id,
    });
    return {
      ...presentWithoutText(row),
      ...(isNew ? { status: 'read' as const, respondedAt: null } : {}),
      message: row.message,
      notes: row.notes,
      suspectReasons: row.suspectReasons,
      timeline,
      previous,
    };
  });
}
