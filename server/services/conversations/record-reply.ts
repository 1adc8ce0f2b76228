import { sql, type Transaction } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import { enqueueMails } from '#server/mail/outbox.ts';
import { CONVERSATION_MESSAGES, overtakenMessage } from '#shared/conversations/messages.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { attachFiles } from './attach-files.ts';
import { NOBODY_WAITS } from './deadline.ts';
import { insertEntry, isReplay, wordTime } from './entries.ts';
import type { Conversation } from './lock.ts';
import { updateConversation } from './change.ts';

export type Reply = {
  /** Made once for the form: the same reply sent again is the same one. */
  id: string;
  body: string;
  /** Files that were stored under the id of the reply. */
  filePaths: readonly string[];
  /** The time of the last word that its author has seen; null says that nobody minds. */
  seenUntil: Date | null;
  /** Where the mail goes; null when the visitor was answered elsewhere. */
  recipient: string | null;
};

/** What a reply changes and its undo restores. */
type Before = { [name: string]: string | number | null };

const DEADLINE = ['waitingSince', 'dueAt', 'nextAlertAt', 'alertLevel'] as const;

const RESTORED = [
  ...DEADLINE,
  'firstResponseAt',
  'firstRespondedBy',
  'snoozedUntil',
  'lastWord',
  'lastWordAt',
] as const;

function pick(before: Before, names: readonly (typeof RESTORED)[number][]): Before {
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}

/** Nobody answers twice unknowingly. */
async function rejectOvertaken(
  tx: Transaction<DB>,
  { id, lastWordAt }: Conversation,
  { seenUntil }: Reply,
): Promise<void> {
  if (seenUntil === null || lastWordAt <= seenUntil) return;
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

/**
 * Records a reply in a conversation that is locked with its lead, and queues its mail for when it cannot be undone any more. The same
 * one again changes nothing.
 */
export async function recordReply(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  conversation: Conversation,
  { status, ...reply }: Reply & { status: string },
): Promise<{ isReplay: boolean }> {
  const { adminUserId } = requireAdmin(ctx);
  const { id, body, filePaths, recipient } = reply;
  if (await isReplay(tx, conversation, { id, kind: 'reply', body })) return { isReplay: true };
  await rejectOvertaken(tx, conversation, reply);
  const createdAt = wordTime(ctx.now(), conversation);
  const before: Before = { status };
  for (const name of RESTORED) {
    const value = conversation[name];
    before[name] = value instanceof Date ? value.toISOString() : value;
  }
  await insertEntry(tx, conversation, {
    id,
    kind: 'reply',
    via: recipient === null ? 'elsewhere' : 'panel',
    body,
    adminUserId,
    detail: { before },
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

type Undo = {
  entryId: string;
  /** Gives the lead the status that it had before, unless something else was said since. */
  restoreStatus: (status: string) => Promise<void>;
};

/** Takes a reply back while its mail waits, with its files, and restores what it has changed. */
export async function undoReply(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  conversation: Conversation,
  { entryId, restoreStatus }: Undo,
): Promise<void> {
  const entry = await tx
    .selectFrom('conversationEntries')
    .select(['via', 'createdAt', 'detail'])
    .where('id', '=', entryId)
    .where('conversationId', '=', conversation.id)
    .where('kind', '=', 'reply')
    .where('adminUserId', '=', requireAdmin(ctx).adminUserId)
    .executeTakeFirst();
  if (!entry) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.replyGone);
  if (entry.via === 'panel') {
    // The courier holds the row while it claims it: then this waits, and finds that it was claimed.
    const unsent = await tx
      .deleteFrom('outboxMails')
      .where('entryId', '=', entryId)
      .where('conversationId', '=', conversation.id)
      .where('status', '=', 'pending')
      .where('lockedUntil', 'is', null)
      .where('attempts', '=', 0)
      // One that came back was sent once, also when it is to be sent again.
      .where('sentAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!unsent) throw new ServiceError('CONFLICT', CONVERSATION_MESSAGES.undoTooLate);
  } else if (ctx.now().getTime() - entry.createdAt.getTime() > UNDO_MS) {
    throw new ServiceError('CONFLICT', CONVERSATION_MESSAGES.undoTooLate);
  }
  await tx.deleteFrom('conversationEntries').where('id', '=', entryId).execute();
  const { before: stored } = entry.detail as { before: Before };
  const { status, ...before } = stored;
  if (conversation.lastWordAt.getTime() === entry.createdAt.getTime()) {
    await restoreStatus(String(status));
    await updateConversation(tx, conversation, before);
    return;
  }
  const replies = await readReplies(tx, conversation);
  const next = replies.find(({ createdAt }) => createdAt > entry.createdAt);
  if (next) await inherit(tx, next, { ...entry, before: stored });
  else await restoreStatus(String(status));
  const isFirst = conversation.firstResponseAt?.getTime() === entry.createdAt.getTime();
  const [first] = replies;
  await updateConversation(tx, conversation, {
    ...(isFirst && {
      firstResponseAt: first?.createdAt ?? null,
      firstRespondedBy: first?.adminUserId ?? null,
    }),
    // Whoever wrote again has waited since they first did.
    ...(conversation.dueAt && before['dueAt'] ? pick(before, DEADLINE) : {}),
    id: conversation.id,
  });
}

/** The replies that are left, oldest first. */
function readReplies(tx: Transaction<DB>, { id }: Conversation) {
  return tx
    .selectFrom('conversationEntries')
    .select(['id', 'createdAt', 'adminUserId', 'detail'])
    .where('conversationId', '=', id)
    .where('kind', '=', 'reply')
    .orderBy('createdAt')
    .execute();
}

/** Has the undo of the next reply restore what was before the one that is undone first: nobody who waits is lost in between. */
async function inherit(
  tx: Transaction<DB>,
  next: { id: string; detail: unknown },
  { createdAt, before }: { createdAt: Date; before: Before },
): Promise<void> {
  const { before: nexts } = next.detail as { before: Before };
  const inherited = {
    ...nexts,
    status: before['status'] ?? null,
    ...pick(before, ['firstResponseAt', 'firstRespondedBy']),
    ...(before['dueAt'] && pick(before, DEADLINE)),
    ...(nexts['lastWordAt'] === createdAt.toISOString() &&
      pick(before, ['lastWord', 'lastWordAt'])),
  };
  await tx
    .updateTable('conversationEntries')
    .set({ detail: JSON.stringify({ before: inherited }) })
    .where('id', '=', next.id)
    .execute();
}
