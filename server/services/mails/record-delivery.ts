import { type Database, withTransaction } from '#server/context/context.ts';
import { type DueMail, type MailResult, recordResult } from '#server/mail/delivery.ts';
import type { ChangeContext, Lead, RecordLoss } from '#server/services/leads/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { UNDELIVERED_STATUSES } from '#shared/mails/values.ts';

export async function findLead(
  db: Database,
  conversationId: string,
): Promise<{ lead: Pick<Lead, 'giveReplyAgain' | 'loseReply'>; id: string } | null> {
  const found = await db
    .selectFrom('conversations')
    .select(['orderId', 'messageId'])
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (found?.orderId) return { lead: orders, id: found.orderId };
  return found?.messageId ? { lead: messages, id: found.messageId } : null;
}

type OfReply = Pick<DueMail, 'conversationId' | 'entryId'>;

/** Restarts the deadline when the email was a reply. */
export async function recordLoss(
  ctx: ChangeContext,
  { conversationId, entryId }: OfReply,
  record: RecordLoss,
): Promise<void> {
  const found = entryId && conversationId ? await findLead(ctx.db, conversationId) : null;
  if (found && entryId) await found.lead.loseReply(ctx, found.id, { entryId, record });
  else await withTransaction(ctx, record);
}

export async function recordDelivery(
  ctx: ChangeContext,
  mail: Pick<DueMail, 'id' | 'attempts'> & OfReply,
  result: MailResult,
): Promise<void> {
  const { status, lastError } = result;
  if (!UNDELIVERED_STATUSES.includes(status)) {
    await recordResult(ctx.db, mail, result);
    return;
  }
  await recordLoss(ctx, mail, async (db) =>
    (await recordResult(db, mail, result)) ? lastError : null,
  );
}
