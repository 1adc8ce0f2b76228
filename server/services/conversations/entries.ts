import type { Transaction } from '#server/context/context.ts';
import { v7 as uuidV7 } from 'uuid';
import { ServiceError } from '#server/core/errors.ts';
import { OTHER_BODY_MESSAGE } from '#server/services/idempotency/index.ts';
import type { Conversation } from './lock.ts';

export type NewEntry = {
  id?: string;
  kind:
    | 'reply'
    | 'reply-lost'
    | 'inbound'
    | 'auto-reply'
    | 'emails-left-out'
    | 'note'
    | 'assigned'
    | 'withdrawn'
    | 'resumed'
    | 'corrected'
    | 'restored'
    | 'readdressed'
    | 'held'
    | 'released'
    | 'erasure-asked';
  via: 'panel' | 'mail' | 'page' | 'elsewhere';
  body?: string | null;
  quoted?: string | null;
  adminUserId?: string | null;
  mailMessageId?: string | null;
  detail?: object;
  createdAt: Date;
};

/** Returns null when the same email is already recorded. Rejects an id that another entry took meanwhile. */
export async function insertEntry(
  tx: Transaction,
  { id: conversationId }: Pick<Conversation, 'id'>,
  { detail = {}, ...entry }: NewEntry,
): Promise<string | null> {
  const row = await tx
    .insertInto('conversationEntries')
    .values({ id: uuidV7(), ...entry, conversationId, detail: JSON.stringify(detail) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row && !entry.mailMessageId) throw new ServiceError('UNPROCESSABLE', OTHER_BODY_MESSAGE);
  return row?.id ?? null;
}

/** Rejects the id of an existing entry with other content. */
export async function isReplay(
  tx: Transaction,
  { id: conversationId }: Pick<Conversation, 'id'>,
  { id, kind, body }: { id: string; kind: NewEntry['kind']; body: string },
): Promise<boolean> {
  const earlier = await tx
    .selectFrom('conversationEntries')
    .select(['conversationId', 'kind', 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!earlier) return false;
  const isSame =
    earlier.conversationId === conversationId && earlier.kind === kind && earlier.body === body;
  if (!isSame) throw new ServiceError('UNPROCESSABLE', OTHER_BODY_MESSAGE);
  return true;
}

/** Later than the last entry, even within one millisecond or with a slow clock. */
export function wordTime(now: Date, { lastWordAt }: Pick<Conversation, 'lastWordAt'>): Date {
  return new Date(Math.max(now.getTime(), lastWordAt.getTime() + 1));
}
