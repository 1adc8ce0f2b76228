import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import type { Conversation } from './lock.ts';

export type NewEntry = {
  id?: string;
  kind:
    | 'reply'
    | 'inbound'
    | 'auto-reply'
    | 'note'
    | 'assigned'
    | 'withdrawn'
    | 'resumed'
    | 'corrected';
  via: 'panel' | 'mail' | 'page' | 'elsewhere';
  body?: string | null;
  quoted?: string | null;
  adminUserId?: string | null;
  mailMessageId?: string | null;
  detail?: object;
  createdAt: Date;
};

/** Adds an entry and returns its id; null, and nothing added, when the mail that it came by is there already. */
export async function insertEntry(
  tx: Transaction<DB>,
  { id: conversationId }: Pick<Conversation, 'id'>,
  { detail = {}, ...entry }: NewEntry,
): Promise<string | null> {
  const row = await tx
    .insertInto('conversationEntries')
    .values({ id: uuidV7(), ...entry, conversationId, detail: JSON.stringify(detail) })
    .onConflict((conflict) =>
      conflict.column('mailMessageId').where('mailMessageId', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The time of the next word: later than the last one, also where two come in one millisecond or a clock is behind. */
export function wordTime(now: Date, { lastWordAt }: Pick<Conversation, 'lastWordAt'>): Date {
  return new Date(Math.max(now.getTime(), lastWordAt.getTime() + 1));
}
