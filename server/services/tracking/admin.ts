import type { Transaction } from 'kysely';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  type Conversation,
  hashOfToken,
  leadsOf,
  lockConversation,
  trackingTokenOf,
} from '#server/services/conversations/index.ts';
import { ServiceError } from '#server/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { trackingPath } from '#shared/tracking/values.ts';

type LeadRef = { orderId: string } | { messageId: string };

/** Makes the token of a version the one that opens the page. */
async function setToken(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  { id }: Conversation,
  tokenVersion: number,
): Promise<{ path: string }> {
  const token = trackingTokenOf(ctx, { id, tokenVersion });
  await tx
    .updateTable('conversations')
    .set({ tokenVersion, tokenHash: hashOfToken(token) })
    .where('id', '=', id)
    .execute();
  return { path: trackingPath(token) };
}

/** Locks the conversation of a lead that there is. */
async function lockKnown(tx: Transaction<DB>, ref: LeadRef): Promise<Conversation> {
  const [column, id] =
    'orderId' in ref
      ? (['orderId', ref.orderId] as const)
      : (['messageId', ref.messageId] as const);
  const found = await tx
    .selectFrom('conversations')
    .select('id')
    .where(column, '=', id)
    .executeTakeFirst();
  if (!found) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
  return lockConversation(tx, { id: found.id });
}

/** Where the visitor's page is; whoever reads that can read and write there, so it is in the audit. */
export async function getTrackingLink(
  ctx: ServiceContext,
  ref: LeadRef,
): Promise<{ path: string }> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockKnown(tx, ref);
    const fields = ['tracking_link'];
    await logContactAccess(ctx, tx, { action: 'view', fields, ...leadsOf(conversation) });
    return setToken(ctx, tx, conversation, conversation.tokenVersion);
  });
}

/** Makes every link that was given out open nothing any more, and a new one. */
export async function revokeTrackingLink(
  ctx: ServiceContext,
  ref: LeadRef,
): Promise<{ path: string }> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockKnown(tx, ref);
    const fields = ['tracking_link'];
    await logContactAccess(ctx, tx, { action: 'update', fields, ...leadsOf(conversation) });
    // Whoever had the link may have asked for more, to be confirmed from an address of their own.
    await tx
      .deleteFrom('trackingRequests')
      .where('conversationId', '=', conversation.id)
      .where('confirmedAt', 'is', null)
      .execute();
    return setToken(ctx, tx, conversation, conversation.tokenVersion + 1);
  });
}
