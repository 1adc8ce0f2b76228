import type { Transaction } from 'kysely';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
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
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import type { ChangedMessage, MessageChange } from '#shared/messages/admin-schema.ts';
import type { MessageStatus } from '#shared/messages/values.ts';
import { CONTACT_FIELDS, LIST_COLUMNS, presentListItem, preview } from './admin-present.ts';

/** Sets the status of messages that have another one, with their timeline; 'responded' keeps the time, every other status clears it. */
export async function setStatus(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  messages: { id: string; status: MessageStatus }[],
  status: MessageStatus,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await tx
    .updateTable('contactMessages')
    .set({ status, respondedAt: status === 'responded' ? ctx.now() : null })
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .execute();
  await recordStatusChanges(
    ctx,
    tx,
    adminUserId,
    messages.map((message) => ({
      messageId: message.id,
      oldStatus: message.status,
      newStatus: status,
    })),
  );
  await announceChange(tx, 'contact_messages');
}

/**
 * Changes the status or the notes of a message; notes that someone else has changed since are not overwritten. Without its mark a
 * message gets the confirmation that it was refused as a suspect.
 */
export async function updateMessage(
  ctx: ServiceContext,
  id: string,
  { status, notes, oldNotes, isSuspect }: MessageChange,
): Promise<ChangedMessage> {
  const { adminUserId } = requireAdmin(ctx);
  if (status === undefined && notes === undefined && isSuspect === undefined) {
    throw new ServiceError('BAD_REQUEST', LEAD_LIST_MESSAGES.noChange);
  }
  return withTransaction(ctx, async (tx) => {
    const current = await tx
      .selectFrom('contactMessages')
      .select(['id', 'status', 'notes', 'isSuspect', 'email'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw new ServiceError('NOT_FOUND', MESSAGE_ADMIN_MESSAGES.notFound);
    if (notes !== undefined && oldNotes !== undefined && current.notes !== oldNotes) {
      throw new ServiceError('CONFLICT', LEAD_LIST_MESSAGES.notesConflict);
    }
    if (status !== undefined && status !== current.status) {
      await setStatus(ctx, tx, [current], status);
    }
    if (notes !== undefined && notes !== current.notes) {
      await tx.updateTable('contactMessages').set({ notes }).where('id', '=', id).execute();
      await announceChange(tx, 'contact_messages');
    }
    if (isSuspect === false && current.isSuspect) {
      await tx.updateTable('contactMessages').set({ isSuspect }).where('id', '=', id).execute();
      await recordStatusChanges(ctx, tx, adminUserId, [{ messageId: id, ...MARK_REMOVED }]);
      await enqueueMails(tx, [
        {
          kind: 'messages.confirmation',
          recipient: current.email,
          payload: { messageId: id },
        },
      ]);
      await announceChange(tx, 'contact_messages');
    }
    const row = await tx
      .selectFrom('contactMessages')
      .select(LIST_COLUMNS)
      .select(['notes', preview()])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const timeline = await readTimeline(tx, { messageId: id });
    await logContactAccess(ctx, tx, {
      action: 'update',
      fields: [
        ...(status === undefined ? [] : ['status']),
        ...(isSuspect === undefined ? [] : ['is_suspect']),
        'notes',
        ...CONTACT_FIELDS,
      ],
      messageId: id,
    });
    return { ...presentListItem(row), notes: row.notes, timeline };
  });
}

/** Changes the status of many messages at once and answers what became of each. */
export async function updateMessageStatuses(
  ctx: ServiceContext,
  { status, ...choice }: LeadChoice & { status: MessageStatus },
): Promise<BulkResult[]> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const { ids, rows } = await lockChosenLeads(tx, 'contact_messages', choice);
    const changed = rows.filter((row) => row.status !== status);
    if (changed.length > 0) await setStatus(ctx, tx, changed, status);
    await logContactAccess(ctx, tx, {
      action: 'update',
      fields: ['status'],
      searchQuery: choice.filter?.search,
    });
    return toBulkResults(ids, rows, status);
  });
}
