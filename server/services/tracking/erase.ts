import { sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import type { Tracked } from './find.ts';

/**
 * Erases an enquiry that is locked: its leads with their history, the conversation with its entries, mails and requests, and its files, whose
 * bytes the clean-up of uploads removes. The audit of contact data stays: it names nothing but ids.
 */
export async function eraseTracked(
  tx: Transaction<DB>,
  { conversation, order, message }: Tracked,
): Promise<void> {
  const { id, orderId, messageId } = conversation;
  if (orderId) {
    await tx
      .updateTable('orderAttachments')
      .set({ status: 'removing', orderId: null })
      .where('orderId', '=', orderId)
      .execute();
  }
  // Of mails from before there were conversations, and those that name several.
  await sql`
    delete from outbox_mails
    where conversation_id is null and (
      payload->>'orderId' = ${orderId} or payload->>'messageId' = ${messageId}
      or payload->'conversationIds' @> to_jsonb(${id}::text)
    )
  `.execute(tx);
  // The conversation goes with the last of its leads, and takes the rest along.
  if (order) await tx.deleteFrom('orders').where('id', '=', order.id).execute();
  if (message) await tx.deleteFrom('contactMessages').where('id', '=', message.id).execute();
  if (order) await announceChange(tx, 'orders');
  if (message) await announceChange(tx, 'contact_messages');
  await announceChange(tx, 'conversations');
}
