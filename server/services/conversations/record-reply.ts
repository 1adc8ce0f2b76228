import { sql } from 'kysely';
import { requireAdmin, type ServiceContext, type Transaction } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { enqueueMails } from '#server/mail/outbox/outbox.ts';
import { CONVERSATION_MESSAGES, overtakenMessage } from '#shared/conversations/messages.ts';
import { findVariables, UNDO_MS } from '#shared/conversations/values.ts';
import { attachFiles } from './entry-files.ts';
import { NOBODY_WAITS } from './deadline.ts';
import { insertEntry, isReplay, wordTime } from './entries.ts';
import type { Conversation } from './lock.ts';
import { updateConversation } from './change.ts';
import { stateBefore } from './undo-reply.ts';

export type Reply = {
  id: string;
  body: string;
  filePaths: readonly string[];
  /** Last entry that the author has seen; null skips the check. */
  seenUntil: Date | null;
  /** Null: answered elsewhere. */
  recipient: string | null;
};

async function rejectOvertaken(
  tx: Transaction,
  { id, lastWordAt }: Conversation,
  { seenUntil }: Reply,
): Promise<void> {
  if (seenUntil === null || lastWordAt.getTime() === seenUntil.getTime()) return;
  const came = await tx
    .selectFrom('conversationEntries')
    .leftJoin('adminUsers', 'adminUsers.id', 'adminUserId')
    .select(['kind', 'username', sql<string | null>`left(body, 200)`.as('body')])
    .where('conversationId', '=', id)
    .where('kind', 'in', ['reply', 'inbound'])
    .where('conversationEntries.createdAt', '>', seenUntil)
    .orderBy('conversationEntries.createdAt', 'desc')
    .executeTakeFirst();
  throw new ServiceError('CONFLICT', came ? overtakenMessage(came) : CONVERSATION_MESSAGES.changed);
}

/** Idempotent. The conversation and its lead are locked; the email leaves once the reply cannot be undone. */
export async function recordReply(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
  { status, ...reply }: Reply & { status: string },
): Promise<{ isReplay: boolean }> {
  const { adminUserId } = requireAdmin(ctx);
  const { id, body, filePaths, recipient } = reply;
  const replay = isReplay(tx, conversation, { id, kind: 'reply', body });
  const isSame = await replay.catch(async (error: unknown) => {
    // Two tabs share the draft of a reply and its key: name the reply that came first.
    await rejectOvertaken(tx, conversation, reply);
    throw error;
  });
  if (isSame) return { isReplay: true };
  await rejectOvertaken(tx, conversation, reply);
  const variables = recipient === null ? [] : findVariables(body);
  if (variables.length > 0) throw rejectField('body', CONVERSATION_MESSAGES.unfilled(variables));
  const createdAt = wordTime(ctx.now(), conversation);
  await insertEntry(tx, conversation, {
    id,
    kind: 'reply',
    via: recipient === null ? 'elsewhere' : 'panel',
    body,
    adminUserId,
    detail: { before: stateBefore(conversation, status) },
    createdAt,
  });
  await attachFiles(tx, { formKey: id, paths: filePaths, entryId: id });
  if (recipient !== null) {
    await enqueueMails(tx, [{ kind: 'conversations.reply', recipient, payload: { entryId: id } }], {
      conversationId: conversation.id,
      entryId: id,
      nextAttemptAt: new Date(ctx.now().getTime() + UNDO_MS),
    });
  }
  await updateConversation(tx, conversation, {
    ...NOBODY_WAITS,
    snoozedUntil: null,
    firstResponseAt: conversation.firstResponseAt ?? createdAt,
    firstRespondedBy: conversation.firstResponseAt ? conversation.firstRespondedBy : adminUserId,
    lastWord: 'team',
    lastWordAt: createdAt,
    ...(conversation.answeringAdminId === adminUserId
      ? { answeringAdminId: null, answeringUntil: null }
      : {}),
  });
  return { isReplay: false };
}
