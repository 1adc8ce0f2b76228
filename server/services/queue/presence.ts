import { sql } from 'kysely';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import type { Presence } from '#shared/queue/admin-schema.ts';
import { PRESENCE_MS } from '#shared/queue/values.ts';

type Row = Omit<Presence, 'answeringUntil'> & { answeringUntil: Date | null };

/** Expires unless repeated. Locks nothing: a second administrator is told and may still answer. */
export async function announcePresence(ctx: ServiceContext, id: string): Promise<Presence> {
  const { adminUserId } = requireAdmin(ctx);
  const now = ctx.now();
  const until = new Date(now.getTime() + PRESENCE_MS);
  return withTransaction(ctx, async (tx) => {
    const { rows: begun } = await sql<{ isNew: boolean }>`
      update conversations set answering_admin_id = ${adminUserId}, answering_until = ${until}
      from (
        select id, answering_admin_id, answering_until from conversations where id = ${id} for update
      ) as before
      where conversations.id = before.id
        and (before.answering_admin_id = ${adminUserId} or before.answering_until is null
          or before.answering_until <= ${now})
      returning (before.answering_admin_id = ${adminUserId} and before.answering_until > ${now})
        is not true as is_new
    `.execute(tx);
    // Screens ask again when the known time is over.
    if (begun[0]?.isNew) await announceChange(tx, 'conversations');
    const { rows } = await sql<Row>`
      select answering_admin_id, username as answering_username, answering_until
      from conversations left join admin_users on admin_users.id = answering_admin_id
      where conversations.id = ${id}
    `.execute(tx);
    const [row] = rows;
    if (!row) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
    return presentRow(row);
  });
}

export async function endPresence(ctx: ServiceContext, id: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const { rows } = await sql`
      update conversations set answering_admin_id = null, answering_until = null
      where id = ${id} and answering_admin_id = ${adminUserId}
      returning id
    `.execute(tx);
    if (rows.length > 0) await announceChange(tx, 'conversations');
  });
}
