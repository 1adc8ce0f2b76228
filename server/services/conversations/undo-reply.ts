import { requireAdmin, type ServiceContext, type Transaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { UNDELIVERED_STATUSES } from '#shared/mails/values.ts';
import { updateConversation } from './change.ts';
import type { Conversation } from './lock.ts';

type Before = { [name: string]: string | number | null };

const DEADLINE = ['waitingSince', 'dueAt', 'nextAlertAt', 'alertLevel'] as const;

const RESTORED = [
  ...DEADLINE,
  'firstResponseAt',
  'firstRespondedBy',
  'snoozedUntil',
  'lastWord',
  'lastWordAt',
  'replyLostAt',
] as const;

export function stateBefore(conversation: Conversation, status: string): Before {
  const before: Before = { status };
  for (const name of RESTORED) {
    const value = conversation[name];
    before[name] = value instanceof Date ? value.toISOString() : value;
  }
  return before;
}

function pick(before: Before, names: readonly (typeof RESTORED)[number][]): Before {
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}

export type TakenBack = {
  entryId: string;
  restoreStatus: (status: string) => Promise<void>;
};

export async function undoReply(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
  { entryId, restoreStatus }: TakenBack,
): Promise<void> {
  const entry = await tx
    .selectFrom('conversationEntries')
    .select(['via', 'createdAt', 'detail'])
    .where('id', '=', entryId)
    .where('conversationId', '=', conversation.id)
    .where('kind', '=', 'reply')
    .where('adminUserId', '=', requireAdmin(ctx).adminUserId)
    .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.replyGone));
  if (entry.via === 'panel') {
    // Waits while a courier claims the row, and then finds it claimed.
    await tx
      .deleteFrom('outboxMails')
      .where('entryId', '=', entryId)
      .where('conversationId', '=', conversation.id)
      .where('status', '=', 'pending')
      .where('lockedUntil', 'is', null)
      .where('attempts', '=', 0)
      // A bounced email was sent once already.
      .where('sentAt', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(
        () => new ServiceError('CONFLICT', CONVERSATION_MESSAGES.undoTooLate),
      );
  } else if (ctx.now().getTime() - entry.createdAt.getTime() > UNDO_MS) {
    throw new ServiceError('CONFLICT', CONVERSATION_MESSAGES.undoTooLate);
  }
  await tx.deleteFrom('conversationEntries').where('id', '=', entryId).execute();
  await takeBack(tx, conversation, { ...entry, restoreStatus });
}

export async function takeBack(
  tx: Transaction,
  conversation: Conversation,
  {
    createdAt,
    detail,
    restoreStatus,
  }: Omit<TakenBack, 'entryId'> & { createdAt: Date; detail: unknown },
): Promise<{ hasLaterReply: boolean }> {
  const { before: stored } = detail as { before: Before };
  const { status, ...before } = stored;
  if (conversation.lastWordAt.getTime() === createdAt.getTime()) {
    await restoreStatus(String(status));
    await updateConversation(tx, conversation, before);
    return { hasLaterReply: false };
  }
  const replies = await readReplies(tx, conversation);
  const next = replies.find((reply) => reply.createdAt > createdAt);
  if (next) await inherit(tx, next, { createdAt, before: stored });
  else await restoreStatus(String(status));
  const isFirst = conversation.firstResponseAt && conversation.firstResponseAt >= createdAt;
  const [first] = replies.toSorted((a, b) => a.givenAt.getTime() - b.givenAt.getTime());
  await updateConversation(tx, conversation, {
    ...(isFirst && {
      firstResponseAt: first?.givenAt ?? null,
      firstRespondedBy: first?.adminUserId ?? null,
    }),
    // A visitor who wrote again has waited since the first entry.
    ...(!next && conversation.dueAt && before['dueAt'] ? pick(before, DEADLINE) : {}),
    id: conversation.id,
  });
  return { hasLaterReply: next !== undefined };
}

function readReplies(tx: Transaction, { id }: Conversation) {
  return tx
    .selectFrom('conversationEntries as entry')
    .leftJoin('outboxMails as mail', (join) =>
      join
        .onRef('mail.conversationId', '=', 'entry.conversationId')
        .onRef('entryId', '=', 'entry.id'),
    )
    .select(({ fn }) => [
      'entry.id',
      'entry.createdAt',
      'adminUserId',
      'detail',
      fn.coalesce('requeuedAt', 'entry.createdAt').as('givenAt'),
    ])
    .where('entry.conversationId', '=', id)
    .where('entry.kind', '=', 'reply')
    .where((where) =>
      where.or([where('status', 'is', null), where('status', 'not in', [...UNDELIVERED_STATUSES])]),
    )
    .orderBy('entry.createdAt')
    .execute();
}

/** Passes the earlier state to the next reply, so that undoing both loses no one who waits. */
async function inherit(
  tx: Transaction,
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
