import { sql } from 'kysely';
import type { ServiceContext, Transaction } from '#server/context/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { type MailStatus, UNDELIVERED_STATUSES } from '#shared/mails/values.ts';
import { updateConversation } from './change.ts';
import { NOBODY_WAITS, waitsSince } from './deadline.ts';
import { insertEntry } from './entries.ts';
import { type Conversation, lockConversation } from './lock.ts';
import { takeBack, type TakenBack } from './undo-reply.ts';

function findReply(tx: Transaction, { id }: Conversation, entryId: string) {
  return tx
    .selectFrom('conversationEntries')
    .select(['createdAt', 'detail', 'adminUserId'])
    .where('id', '=', entryId)
    .where('conversationId', '=', id)
    .where('kind', '=', 'reply')
    .executeTakeFirst();
}

/**
 * Reverts a reply whose email did not arrive and restarts the alerts. The visitor waits from now on, unless the enquiry is suspect, withdrawn
 * or was answered later.
 */
export async function loseReply(
  ctx: Pick<ServiceContext, 'now' | 'officeHours'>,
  tx: Transaction,
  conversation: Conversation,
  { entryId, reason, isSuspect, restoreStatus }: TakenBack & { reason: string; isSuspect: boolean },
): Promise<void> {
  const reply = await findReply(tx, conversation, entryId);
  if (!reply) return;
  const now = ctx.now();
  await insertEntry(tx, conversation, {
    kind: 'reply-lost',
    via: 'mail',
    body: reason,
    detail: { entryId },
    createdAt: now,
  });
  const { hasLaterReply } = await takeBack(tx, conversation, { ...reply, restoreStatus });
  if (hasLaterReply) return;
  const { dueAt, withdrawnAt } = await lockConversation(tx, conversation);
  if (isSuspect || withdrawnAt) {
    await updateConversation(tx, conversation, NOBODY_WAITS);
    return;
  }
  await updateConversation(tx, conversation, {
    ...(dueAt ? {} : waitsSince(now, await findOfficeHours({ ...ctx, db: tx }))),
    alertLevel: 0,
    nextAlertAt: now,
    snoozedUntil: null,
    replyLostAt: now,
  });
}

/** Whether a lost reply remains that is not being resent and has no later reply. */
async function hasOpenLoss(
  tx: Transaction,
  { id }: Conversation,
  given: readonly string[],
): Promise<boolean> {
  const { rows: replies } = await sql<{
    id: string;
    createdAt: Date;
    status: MailStatus | null;
    lostAt: Date | null;
  }>`
    select reply.id, reply.created_at, mail.status, (
      select max(created_at) from conversation_entries
      where conversation_id = ${id} and kind = 'reply-lost' and detail ->> 'entryId' = reply.id::text
    ) as lost_at
    from conversation_entries as reply
    left join outbox_mails as mail
      on mail.conversation_id = reply.conversation_id and mail.entry_id = reply.id
    where reply.conversation_id = ${id} and reply.kind = 'reply'
  `.execute(tx);
  const isLost = (reply: (typeof replies)[number]) =>
    reply.status !== null &&
    UNDELIVERED_STATUSES.includes(reply.status) &&
    !given.includes(reply.id);
  const arriving = replies.filter((reply) => !isLost(reply));
  return replies.some(
    (reply) =>
      isLost(reply) &&
      !arriving.some(({ createdAt }) => createdAt > (reply.lostAt ?? reply.createdAt)),
  );
}

/** Resends the reply's email with those of `given`. The enquiry stays open when the visitor wrote later or another reply is lost. */
export async function giveReplyAgain(
  ctx: Pick<ServiceContext, 'now'>,
  tx: Transaction,
  conversation: Conversation,
  { entryId, given }: { entryId: string; given: readonly string[] },
): Promise<{ isSettled: boolean }> {
  const reply = await findReply(tx, conversation, entryId);
  if (!reply) return { isSettled: false };
  const { lastWord, lastWordAt, replyLostAt } = conversation;
  const isLastWord = lastWordAt <= reply.createdAt;
  const isOpen = await hasOpenLoss(tx, conversation, given);
  const isSettled = !isOpen && (isLastWord || (lastWord === 'team' && replyLostAt !== null));
  await updateConversation(tx, conversation, {
    ...(!isOpen && { replyLostAt: null }),
    ...(!conversation.firstResponseAt && {
      firstResponseAt: ctx.now(),
      firstRespondedBy: reply.adminUserId,
    }),
    ...(isLastWord && { lastWord: 'team', lastWordAt: reply.createdAt }),
    ...(isSettled && { ...NOBODY_WAITS, snoozedUntil: null }),
  });
  return { isSettled };
}
