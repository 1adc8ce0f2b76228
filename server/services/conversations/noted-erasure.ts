import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { foldAddress } from '#server/lib/sql-text.ts';

/** An erasure that the sender confirmed during a legal hold; `person` includes the enquiry. */
export async function findNotedErasure(
  db: Database,
  conversationId: string,
): Promise<{ kind: 'enquiry' | 'person'; confirmedAt: Date } | null> {
  const requests = await db
    .selectFrom('trackingRequests')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .select(['kind', 'confirmedAt'])
    .where('conversationId', '=', conversationId)
    .where('confirmedAt', 'is not', null)
    .where((where) =>
      where.or([
        where('kind', '=', 'erasure'),
        where.and([
          where('kind', '=', 'person-erasure'),
          sql<boolean>`${foldAddress(sql`tracking_requests.email`)}
            = ${foldAddress(sql`coalesce(orders.email, contact_messages.email)`)}`,
        ]),
      ]),
    )
    .orderBy('confirmedAt')
    .execute();
  const confirmedAt = requests[0]?.confirmedAt;
  if (!confirmedAt) return null;
  const isPerson = requests.some(({ kind }) => kind === 'person-erasure');
  return { kind: isPerson ? 'person' : 'enquiry', confirmedAt };
}
