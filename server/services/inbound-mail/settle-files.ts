import { sql } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { HOLD_MS } from '#server/mail/inbox/deferred-mails.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';

/**
 * Says of files that are not tried any more that they were not stored: their mail is not in the mailbox any more, or nobody reads that one. Which mail
 * an entry waits for is not known, so it waits for all of them, up to the last try of each. Returns of how many entries.
 */
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
