import { sql, type Transaction } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import { MAX_PREVIOUS_LEADS } from '#shared/leads/values.ts';
import type { PreviousLead } from '#shared/leads/admin-schema.ts';

/** The newest enquiries of an address besides the one that is looked at, orders and messages together. */
export async function findPreviousLeads(
  tx: Transaction<DB> | ServiceContext['db'],
  { email, exceptId }: { email: string; exceptId: string },
): Promise<PreviousLead[]> {
  const isSameAddress = sql<boolean>`lower(email) = lower(${email})`;
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'reference', 'serviceType', 'status', 'createdAt'])
    .where(isSameAddress)
    .where('id', '<>', exceptId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_PREVIOUS_LEADS)
    .execute();
  const messages = await tx
    .selectFrom('contactMessages')
    .select(['id', 'status', 'createdAt'])
    .where(isSameAddress)
    .where('id', '<>', exceptId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_PREVIOUS_LEADS)
    .execute();
  const all = [
    ...orders.map((order) => ({ kind: 'order' as const, ...order })),
    ...messages.map((message) => ({
      kind: 'message' as const,
      reference: null,
      serviceType: null,
      ...message,
    })),
  ];
  return all
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MAX_PREVIOUS_LEADS)
    .map(presentRow);
}
