import type { Transaction } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { updateConversation } from './change.ts';
import { NOBODY_WAITS, waitsSince } from './deadline.ts';
import { insertEntry } from './entries.ts';
import type { Conversation } from './lock.ts';

export async function withdrawConversation(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  conversation: Conversation,
): Promise<void> {
  if (conversation.withdrawnAt) return;
  const createdAt = ctx.now();
  await insertEntry(tx, conversation, { kind: 'withdrawn', via: 'page', createdAt });
  await updateConversation(tx, conversation, { ...NOBODY_WAITS, withdrawnAt: createdAt });
}

/** Restarts the deadline when the visitor wrote last and the enquiry is open. */
export async function resumeConversation(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  conversation: Conversation,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  if (!conversation.withdrawnAt) return;
  const createdAt = ctx.now();
  await insertEntry(tx, conversation, { kind: 'resumed', via: 'page', createdAt });
  const deadline =
    isOpen && conversation.lastWord === 'visitor'
      ? waitsSince(createdAt, await findOfficeHours({ ...ctx, db: tx }))
      : {};
  await updateConversation(tx, conversation, { ...deadline, withdrawnAt: null });
}
