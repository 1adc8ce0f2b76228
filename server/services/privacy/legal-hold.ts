import {
  type Database,
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import { enqueueMails, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import type { HeldEnquiry } from '#server/mail/templates/tracking-mails.ts';
import { logContactAccesses } from '#server/services/contact-audit/index.ts';
import {
  type Conversation,
  type ConversationRef,
  findConversation,
  findNotedErasure,
  insertEntry,
  lockConversation,
} from '#server/services/conversations/index.ts';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { erase } from './erasure-ledger.ts';

/** Locks leads before their conversation; returns the address on record. */
async function lockEnquiry(tx: Transaction, ref: ConversationRef) {
  const found = (await findConversation(tx, ref)) ?? (await lockConversation(tx, ref));
  const order = await tx
    .selectFrom('orders')
    .select('email')
    .where('id', '=', found.orderId)
    .forUpdate()
    .executeTakeFirst();
  const message = await tx
    .selectFrom('contactMessages')
    .select('email')
    .where('id', '=', found.messageId)
    .forUpdate()
    .executeTakeFirst();
  const conversation = await lockConversation(tx, { id: found.id });
  const email = order?.email ?? message?.email;
  if (email === undefined) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
  return { conversation, email };
}

async function recordHold(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
  entry: { kind: 'held' | 'released'; body: string | null; adminUserId: string },
): Promise<void> {
  await insertEntry(tx, conversation, { ...entry, via: 'panel', createdAt: ctx.now() });
  await announceChange(tx, 'conversations');
}

/** Call it last: audit writers wait for the end of this transaction. */
function logHold(ctx: ServiceContext, tx: Transaction, conversation: Conversation) {
  const access = { action: 'update', fields: ['legal_hold'] } as const;
  return logContactAccesses(ctx, tx, [conversation], access);
}

export async function holdEnquiry(
  ctx: ServiceContext,
  ref: ConversationRef,
  reason: string,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const { conversation } = await lockEnquiry(tx, ref);
    if (conversation.heldAt) throw new ServiceError('CONFLICT', messages.isHeld);
    await tx
      .updateTable('conversations')
      .set({ heldAt: ctx.now(), heldBy: adminUserId, holdReason: reason })
      .where('id', '=', conversation.id)
      .execute();
    await recordHold(ctx, tx, conversation, { kind: 'held', body: reason, adminUserId });
    await logHold(ctx, tx, conversation);
  });
}

export async function postponeErasure(
  ctx: ServiceContext,
  tx: Transaction,
  conversationId: string,
): Promise<void> {
  await insertEntry(
    tx,
    { id: conversationId },
    { kind: 'erasure-asked', via: 'page', createdAt: ctx.now() },
  );
  const mail = {
    kind: 'tracking.erasure-held',
    recipient: TEAM_RECIPIENT,
    payload: { conversationId },
  } as const;
  await enqueueMails(tx, [mail], { conversationId });
  await announceChange(tx, 'conversations');
}

/** Erases the enquiry when its sender asked for that. CONFLICT when the owner saw another state, or when a changed address delays the erasure. */
export async function releaseEnquiry(
  ctx: ServiceContext,
  ref: ConversationRef,
  { isErasureAsked }: { isErasureAsked: boolean },
): Promise<{ isErased: boolean }> {
  const { adminUserId } = requireRecentProof(ctx, 'administration');
  return withTransaction(ctx, async (tx) => {
    const { conversation, email } = await lockEnquiry(tx, ref);
    if (!conversation.heldAt) throw new ServiceError('CONFLICT', messages.isNotHeld);
    const { id, orderId, messageId } = conversation;
    const noted = await findNotedErasure(tx, id);
    if (isErasureAsked !== (noted !== null)) throw new ServiceError('CONFLICT', messages.changed);
    await tx
      .updateTable('conversations')
      .set({ heldAt: null, heldBy: null, holdReason: null })
      .where('id', '=', id)
      .execute();
    await recordHold(ctx, tx, conversation, { kind: 'released', body: null, adminUserId });
    if (noted) {
      const enquiries = [{ conversationId: id, orderId, messageId }];
      const { skipped } = await erase(ctx, tx, { kind: noted.kind, email, enquiries });
      const erasableFrom = skipped[0]?.erasableFrom;
      if (erasableFrom) {
        throw new ServiceError('CONFLICT', messages.endsLater(erasableFrom.toISOString()));
      }
    }
    await logHold(ctx, tx, conversation);
    return { isErased: noted !== null };
  });
}

export async function readHeldEnquiry(
  db: Database,
  conversationId: string,
): Promise<HeldEnquiry | null> {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .select(['orderId', 'messageId', 'fullName', 'name', 'holdReason'])
    .select(ENQUIRY_REFERENCE.as('reference'))
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  if (!row || row.holdReason === null) return null;
  const { holdReason } = row;
  return { enquiry: nameEnquiry(row), name: row.fullName ?? row.name ?? '', holdReason };
}
