import { type ServiceContext, withTransaction } from '#server/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { waitsSince } from './deadline.ts';
import { insertEntry, wordTime } from './entries.ts';
import { type ConversationRef, lockConversation } from './lock.ts';
import { updateConversation } from './change.ts';

type Inbound = {
  via: 'mail' | 'page';
  body: string;
  /** What a mail repeats of earlier ones. */
  quoted?: string | null;
  /** Of a mail, which is recorded once however often it is read. */
  mailMessageId?: string | null;
};

/**
 * Records a further word of the visitor's, who waits for an answer from now on if they did not before. Returns the entry, for which
 * files may be stored, or null when this mail is there already.
 */
export async function recordInbound(
  ctx: ServiceContext,
  ref: ConversationRef,
  inbound: Inbound,
): Promise<{ conversationId: string; entryId: string } | null> {
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    const createdAt = wordTime(ctx.now(), conversation);
    const entry = { kind: 'inbound', createdAt, ...inbound } as const;
    const entryId = await insertEntry(tx, conversation, entry);
    if (entryId === null) return null;
    await updateConversation(tx, conversation, {
      lastWord: 'visitor',
      lastWordAt: createdAt,
      snoozedUntil: null,
      ...(conversation.dueAt
        ? {}
        : waitsSince(createdAt, await findOfficeHours({ ...ctx, db: tx }))),
    });
    return { conversationId: conversation.id, entryId };
  });
}
