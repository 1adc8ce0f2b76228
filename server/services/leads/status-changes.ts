import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import type { StatusChange } from '#shared/leads/admin-schema.ts';

type Lead = { orderId: string } | { messageId: string };
type Change = Lead & { oldStatus: string; newStatus: string };

const MAX_SHOWN = 200;

/** Writes the timeline, in the transaction that changes the statuses. */
export async function recordStatusChanges(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  adminUserId: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const createdAt = ctx.now();
  await tx
    .insertInto('leadStatusChanges')
    .values(changes.map((change) => ({ id: uuidV7(), adminUserId, createdAt, ...change })))
    .execute();
}

/** The timeline of an order or a message, newest change first. */
export async function readTimeline(
  tx: Transaction<DB> | ServiceContext['db'],
  lead: Lead,
): Promise<StatusChange[]> {
  const query = tx
    .selectFrom('leadStatusChanges')
    .leftJoin('adminUsers', 'adminUsers.id', 'leadStatusChanges.adminUserId')
    .select([
      'leadStatusChanges.id',
      'oldStatus',
      'newStatus',
      'adminUserId',
      'adminUsers.username as adminUsername',
      'leadStatusChanges.createdAt',
    ])
    .orderBy('leadStatusChanges.createdAt', 'desc')
    .orderBy('leadStatusChanges.id', 'desc')
    .limit(MAX_SHOWN);
  const rows = await (
    'orderId' in lead
      ? query.where('orderId', '=', lead.orderId)
      : query.where('messageId', '=', lead.messageId)
  ).execute();
  return rows.map(presentRow);
}
