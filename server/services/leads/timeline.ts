import type { Transaction } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import type { StatusChange } from '#shared/leads/admin-schema.ts';

const MAX_SHOWN = 200;

export async function readTimeline(
  tx: Transaction<DB> | ServiceContext['db'],
  { idColumn, id }: { idColumn: 'orderId' | 'messageId'; id: string },
): Promise<StatusChange[]> {
  const rows = await tx
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
    .where(idColumn, '=', id)
    .limit(MAX_SHOWN)
    .execute();
  return rows.map(presentRow);
}
