import { sql } from 'kysely';
import {
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  type Conversation,
  findConversation,
  hashOfToken,
  insertEntry,
  leadsOf,
  lockConversation,
  trackingTokenOf,
} from '#server/services/conversations/index.ts';
import { ServiceError } from '#server/core/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { trackingPath } from '#shared/tracking/values.ts';
import { describeCorrection, setEmail } from './change.ts';
import { contactOf, readLeads } from './find.ts';

type LeadRef = { orderId: string } | { messageId: string };

async function setToken(
  ctx: ServiceContext,
  tx: Transaction,
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

async function findKnown(tx: Transaction, ref: LeadRef): Promise<Conversation> {
  const found = await findConversation(tx, ref);
  if (!found) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
  return found;
}

async function lockKnown(tx: Transaction, ref: LeadRef): Promise<Conversation> {
  const { id } = await findKnown(tx, ref);
  return lockConversation(tx, { id });
}

/** Needs a fresh proof and an audit entry, because a holder of the link can read and write on the tracking page. */
export async function getTrackingLink(
  ctx: ServiceContext,
  ref: LeadRef,
): Promise<{ path: string }> {
  requireRecentProof(ctx, 'work');
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockKnown(tx, ref);
    const fields = ['tracking_link'];
    await logContactAccess(ctx, tx, { action: 'view', fields, ...leadsOf(conversation) });
    return setToken(ctx, tx, conversation, conversation.tokenVersion);
  });
}

export async function revokeTrackingLink(
  ctx: ServiceContext,
  ref: LeadRef,
): Promise<{ path: string }> {
  requireRecentProof(ctx, 'work');
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockKnown(tx, ref);
    const fields = ['tracking_link'];
    await logContactAccess(ctx, tx, { action: 'update', fields, ...leadsOf(conversation) });
    return revokeLink(ctx, tx, conversation);
  });
}

async function revokeLink(ctx: ServiceContext, tx: Transaction, conversation: Conversation) {
  // A holder of the link may have requested more, to confirm from their own address.
  await tx
    .deleteFrom('trackingRequests')
    .where('conversationId', '=', conversation.id)
    .where('confirmedAt', 'is', null)
    .execute();
  return setToken(ctx, tx, conversation, conversation.tokenVersion + 1);
}

/** Requests confirmed from a stranger's address while a legal hold delays them. */
async function deleteErasures(tx: Transaction, { id }: Conversation, since: Date): Promise<void> {
  await tx
    .deleteFrom('trackingRequests')
    .where('conversationId', '=', id)
    .where('kind', 'in', ['erasure', 'person-erasure'])
    .where('confirmedAt', '>=', since)
    .execute();
}

/** Also revokes the link: a stranger who has it may have changed the address. */
export async function restoreEmail(
  ctx: ServiceContext,
  ref: LeadRef,
  entryId: string,
): Promise<{ path: string }> {
  const { adminUserId } = requireRecentProof(ctx, 'administration');
  return withTransaction(ctx, async (tx) => {
    const leads = await readLeads(tx, await findKnown(tx, ref), { isLocked: true });
    const conversation = await lockKnown(tx, ref);
    const entry = await tx
      .selectFrom('conversationEntries')
      .select(['createdAt', sql<string | null>`detail ->> 'formerEmail'`.as('formerEmail')])
      .where('id', '=', entryId)
      .where('conversationId', '=', conversation.id)
      .executeTakeFirst();
    if (!entry?.formerEmail) {
      throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.entryNotFound);
    }
    const { email } = contactOf(leads);
    await setEmail(tx, { conversation, ...leads }, entry.formerEmail);
    await deleteErasures(tx, conversation, entry.createdAt);
    await insertEntry(tx, conversation, {
      kind: 'restored',
      via: 'panel',
      adminUserId,
      body: describeCorrection([['email', email, entry.formerEmail]]),
      createdAt: ctx.now(),
    });
    await announceChange(tx, 'conversations');
    const fields = ['email', 'tracking_link'];
    await logContactAccess(ctx, tx, { action: 'update', fields, ...leadsOf(conversation) });
    return revokeLink(ctx, tx, conversation);
  });
}
