import type { Selectable } from 'kysely';
import type { Database, Transaction } from '#server/context/context.ts';
import { v7 as uuidV7 } from 'uuid';
import type { Conversations } from '#server/db/types.ts';
import { ServiceError } from '#server/core/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';

export type Conversation = Selectable<Conversations>;

export type ConversationRef = { id: string } | { orderId: string } | { messageId: string };

function selectConversation(db: Database, ref: ConversationRef) {
  const [[column, value] = ['id', '']] = Object.entries(ref);
  return db
    .selectFrom('conversations')
    .selectAll()
    .where(column as 'id', '=', value);
}

export function findConversation(
  db: Database,
  ref: ConversationRef,
): Promise<Conversation | undefined> {
  return selectConversation(db, ref).executeTakeFirst();
}

/** Creates the conversation of an imported lead, without a deadline. Lock the lead first when changing it too. */
export async function lockConversation(
  tx: Transaction,
  ref: ConversationRef,
): Promise<Conversation> {
  const lock = () => selectConversation(tx, ref).forUpdate().executeTakeFirst();
  const found = await lock();
  if (found) return found;
  if (!('id' in ref)) {
    const [table, column, id] =
      'orderId' in ref
        ? (['orders', 'orderId', ref.orderId] as const)
        : (['contactMessages', 'messageId', ref.messageId] as const);
    await tx
      .insertInto('conversations')
      .columns(['id', column])
      .expression((from) =>
        from
          .selectFrom(table)
          .select((value) => [value.val(uuidV7()).as('id'), `${table}.id as leadId`])
          .where(`${table}.id`, '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const made = await lock();
    if (made) return made;
  }
  throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
}

export function leadsOf({ orderId, messageId }: Conversation) {
  return { ...(orderId && { orderId }), ...(messageId && { messageId }) };
}
