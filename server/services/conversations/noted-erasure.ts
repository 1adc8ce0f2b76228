import type { Database } from '#server/context.ts';

/** When the sender has confirmed that everything is to be erased, while that was not possible. */
export async function findNotedErasure(db: Database, conversationId: string): Promise<Date | null> {
  const request = await db
    .selectFrom('trackingRequests')
    .select('confirmedAt')
    .where('conversationId', '=', conversationId)
    .where('kind', 'in', ['erasure', 'person-erasure'])
    .where('confirmedAt', 'is not', null)
    .orderBy('confirmedAt')
    .executeTakeFirst();
  return request?.confirmedAt ?? null;
}
