import { sql } from 'kysely';
import type { Database } from '#server/context.ts';

/** When the sender has confirmed that everything is to be erased, while that was not possible. */
export async function findNotedErasure(db: Database, conversationId: string): Promise<Date | null> {
  const request = await db
    .selectFrom('trackingRequests')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .select('confirmedAt')
    .where('conversationId', '=', conversationId)
    .where('confirmedAt', 'is not', null)
    .where((where) =>
      where.or([
        where('kind', '=', 'erasure'),
        where.and([
          where('kind', '=', 'person-erasure'),
          // That of another address is about other enquiries.
          sql<boolean>`lower(tracking_requests.email)
            = lower(coalesce(orders.email, contact_messages.email))`,
        ]),
      ]),
    )
    .orderBy('confirmedAt')
    .executeTakeFirst();
  return request?.confirmedAt ?? null;
}
