import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { buildMessageReference, isAddress } from '#server/lib/sql-text.ts';
import { presentRow } from '#server/db/present-row.ts';
import { MAX_PREVIOUS_LEADS } from '#shared/leads/values.ts';
import type { PreviousLead, StatusChange } from '#shared/leads/admin-schema.ts';

type Row = Omit<PreviousLead, 'createdAt'> & { createdAt: Date };

export async function findPreviousLeads(
  tx: Database,
  { email, exceptId }: { email: string; exceptId: string },
): Promise<PreviousLead[]> {
  const others = sql`${isAddress(email)} and id <> ${exceptId}
    order by created_at desc limit ${MAX_PREVIOUS_LEADS}`;
  const { rows } = await sql<Row>`
    (select 'order' as kind, id, reference, service_type, status, created_at
      from orders where ${others})
    union all
    (select 'message', id, ${buildMessageReference()}, null, status, created_at
      from contact_messages where ${others})
    order by created_at desc limit ${MAX_PREVIOUS_LEADS}
  `.execute(tx);
  return rows.map(presentRow);
}

const MAX_SHOWN = 200;

export async function readTimeline(
  tx: Database,
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
