import { sql } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { HOLD_MS } from '#server/mail/inbox/inbox-state.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';

/** Marks pending files as lost once no deferred email is left that could bring them. Returns the number of entries. */
export async function settleFiles(ctx: ServiceContext): Promise<number> {
  const until = new Date(ctx.now().getTime() - HOLD_MS);
  const reason = JSON.stringify({ reason: messages.fileNotStored });
  return withTransaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('conversationEntries')
      .set({
        detail: sql`
          detail - 'filesPending' || jsonb_build_object('rejectedFiles', (
            select jsonb_agg(file || ${reason}::jsonb)
            from jsonb_array_elements(detail -> 'rejectedFiles') as file
          ))
        `,
      })
      .where(sql<boolean>`detail ? 'filesPending'`)
      .where('createdAt', '<', until)
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('deferredMails').where('nextTryAt', 'is not', null)),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await announceChange(tx, 'conversations');
    return Number(numUpdatedRows);
  });
}
