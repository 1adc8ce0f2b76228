import type { Selectable } from 'kysely';
import type { Database, ServiceContext } from '#server/context/context.ts';
import type { ContactMessages, Orders } from '#server/db/types.ts';
import {
  type Conversation,
  findConversation,
  hashOfToken,
} from '#server/services/conversations/index.ts';
import { buildMessageReference } from '#server/lib/sql-text.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { endOfOrder } from '#shared/retention/period.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';

export type Tracked = {
  conversation: Conversation;
  order: Selectable<Orders> | undefined;
  message: (Selectable<ContactMessages> & { reference: string }) | undefined;
};

/** Leads are locked before their conversation. */
export async function readLeads(
  db: Database,
  { orderId, messageId }: Conversation,
  { isLocked = false } = {},
): Promise<Pick<Tracked, 'order' | 'message'>> {
  const orders = db.selectFrom('orders').selectAll().where('id', '=', orderId);
  const messages = db
    .selectFrom('contactMessages')
    .selectAll()
    .select(buildMessageReference().as('reference'))
    .where('id', '=', messageId);
  return {
    order: orderId ? await (isLocked ? orders.forUpdate() : orders).executeTakeFirst() : undefined,
    message: messageId
      ? await (isLocked ? messages.forUpdate() : messages).executeTakeFirst()
      : undefined,
  };
}

/** Wrong, revoked and unknown tokens take the same index lookup, and so the same time. */
export async function findTracked(ctx: ServiceContext, token: string): Promise<Tracked | null> {
  const conversation = await ctx.db
    .selectFrom('conversations')
    .selectAll()
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();
  return withLeads(ctx, conversation);
}

export async function findTrackedById(ctx: ServiceContext, id: string): Promise<Tracked | null> {
  return withLeads(ctx, await findConversation(ctx.db, { id }));
}

async function withLeads(
  ctx: ServiceContext,
  conversation: Conversation | undefined,
): Promise<Tracked | null> {
  if (!conversation) return null;
  const leads = await readLeads(ctx.db, conversation);
  return leads.order || leads.message ? { conversation, ...leads } : null;
}

/** A suspect may have typed a stranger's address: no email goes there before a person reads the enquiry. */
export function isSuspect({ order, message }: Pick<Tracked, 'order' | 'message'>): boolean {
  return Boolean(order?.isSuspect ?? message?.isSuspect);
}

export function isClosed({ order, message }: Pick<Tracked, 'order' | 'message'>): boolean {
  return order ? order.status === 'completed' : message?.status === 'responded';
}

/** A suspect sees the usual deadline although none applies: the sender must not learn of the suspicion. */
export async function findShownDeadlines(
  ctx: ServiceContext,
  tracked: Tracked,
): Promise<Pick<Conversation, 'dueAt' | 'promisedDueAt'>> {
  const { conversation, order, message } = tracked;
  const { promisedDueAt, firstResponseAt, withdrawnAt, createdAt } = conversation;
  if (conversation.isDeadlineProvisional) return { dueAt: null, promisedDueAt };
  if (!isSuspect(tracked)) return { dueAt: conversation.dueAt, promisedDueAt };
  const receivedAt = order?.createdAt ?? message?.createdAt ?? createdAt;
  const promised = promisedDueAt ?? dueAt(receivedAt, await findOfficeHours(ctx));
  const isOpen = !firstResponseAt && !withdrawnAt && !isClosed(tracked);
  return { dueAt: isOpen ? promised : null, promisedDueAt: promised };
}

/** Null under a legal hold. */
export function findEnd({ conversation, order, message }: Tracked): Date | null {
  if (conversation.heldAt) return null;
  return order ? endOfOrder(order, conversation) : (message?.retentionExpiresAt ?? null);
}

export function contactOf({ order, message }: Pick<Tracked, 'order' | 'message'>) {
  return {
    name: order?.fullName ?? message?.name ?? '',
    email: order?.email ?? message?.email ?? '',
    phone: order?.phone ?? null,
    company: order?.company ?? null,
  };
}
