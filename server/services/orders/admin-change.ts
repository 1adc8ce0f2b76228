import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/errors.ts';
import { enqueueMails } from '#server/mail/outbox.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  type LeadChoice,
  lockChosenLeads,
  readTimeline,
  recordStatusChanges,
  toBulkResults,
} from '#server/services/leads/index.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { MARK_REMOVED } from '#shared/leads/values.ts';
import type { BulkResult } from '#shared/leads/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import type { ChangedOrder, OrderChange } from '#shared/orders/admin-schema.ts';
import type { OrderStatus } from '#shared/orders/values.ts';
import { fileCount, LIST_COLUMNS, LIST_CONTACT_FIELDS, presentListItem } from './admin-present.ts';

/**
 * Changes the status or the notes of an order; notes that someone else has changed since are not overwritten. Without its mark an
 * order gets the confirmation that it was refused as a suspect.
 */
export async function updateOrder(
  ctx: ServiceContext,
  id: string,
  { status, notes, oldNotes, isSuspect }: OrderChange,
): Promise<ChangedOrder> {
  const { adminUserId } = requireAdmin(ctx);
  if (status === undefined && notes === undefined && isSuspect === undefined) {
    throw new ServiceError('BAD_REQUEST', LEAD_LIST_MESSAGES.noChange);
  }
  return withTransaction(ctx, async (tx) => {
    const current = await tx
      .selectFrom('orders')
      .select(['status', 'notes', 'isSuspect', 'email'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw new ServiceError('NOT_FOUND', ORDER_ADMIN_MESSAGES.notFound);
    if (notes !== undefined && oldNotes !== undefined && current.notes !== oldNotes) {
      throw new ServiceError('CONFLICT', LEAD_LIST_MESSAGES.notesConflict);
    }
    const isStatusChanged = status !== undefined && status !== current.status;
    const isNotesChanged = notes !== undefined && notes !== current.notes;
    const isCleared = isSuspect === false && current.isSuspect;
    if (isStatusChanged || isNotesChanged || isCleared) {
      await tx
        .updateTable('orders')
        .set({
          ...(isStatusChanged ? { status } : {}),
          ...(isNotesChanged ? { notes } : {}),
          ...(isCleared ? { isSuspect } : {}),
        })
        .where('id', '=', id)
        .execute();
      await announceChange(tx, 'orders');
    }
    if (isStatusChanged) {
      await recordStatusChanges(ctx, tx, adminUserId, [
        { orderId: id, oldStatus: current.status, newStatus: status },
      ]);
    }
    if (isCleared) {
      await recordStatusChanges(ctx, tx, adminUserId, [{ orderId: id, ...MARK_REMOVED }]);
      await enqueueMails(tx, [
        {
          kind: 'orders.confirmation',
          recipient: current.email,
          payload: { orderId: id },
        },
      ]);
    }
    const row = await tx
      .selectFrom('orders')
      .select(LIST_COLUMNS)
      .select(['notes', fileCount()])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const timeline = await readTimeline(tx, { orderId: id });
    await logContactAccess(ctx, tx, {
      action: 'update',
      fields: [
        ...(status === undefined ? [] : ['status']),
        ...(isSuspect === undefined ? [] : ['is_suspect']),
        'notes',
        ...LIST_CONTACT_FIELDS,
      ],
      orderId: id,
    });
    return { ...presentListItem(row), notes: row.notes, timeline };
  });
}

/** Changes the status of many orders at once and answers what became of each. */
export async function updateOrderStatuses(
  ctx: ServiceContext,
  { status, ...choice }: LeadChoice & { status: OrderStatus },
): Promise<BulkResult[]> {
  const { adminUserId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const { ids, rows } = await lockChosenLeads(tx, 'orders', choice);
    const changed = rows.filter((row) => row.status !== status);
    if (changed.length > 0) {
      await tx
        .updateTable('orders')
        .set({ status })
        .where(
          'id',
          'in',
          changed.map(({ id }) => id),
        )
        .execute();
      await announceChange(tx, 'orders');
    }
    await recordStatusChanges(
      ctx,
      tx,
      adminUserId,
      changed.map((row) => ({ orderId: row.id, oldStatus: row.status, newStatus: status })),
    );
    await logContactAccess(ctx, tx, {
      action: 'update',
      fields: ['status'],
      searchQuery: choice.filter?.search,
    });
    return toBulkResults(ids, rows, status);
  });
}
