import { type Kysely, sql } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import { LIMITS } from '#server/limits.ts';
import { FRESH_MS } from './retry.ts';

/** A mail that this process alone may deliver, until its lease runs out. */
export type DueMail = {
  id: string;
  kind: string;
  recipient: string;
  payload: Record<string, unknown>;
  messageId: string;
  conversationId: string | null;
  /** With this one. */
  attempts: number;
  /** When it was written into the outbox, or put there again. */
  since: Date;
};

type Taking = { now: Date; limit: number; domain: string };

/**
 * Has the statement's commit return before it is on the disk. Where a power cut takes it back, the mail goes out again, as after a kill: with
 * the same Message-ID.
 */
const withoutFlush = sql`(select set_config('synchronous_commit', 'off', true))`;

/**
 * Takes mails that are due, so that no other process does for as long as the lease lasts. A process that is killed leaves its mails to the next
 * one after that; what may have gone out already goes out again with the same Message-ID.
 */
export async function takeMails(
  db: Kysely<DB>,
  { now, limit, domain }: Taking,
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update outbox_mails set
      locked_until = ${now}::timestamptz + ${LIMITS.mailLease} * interval '1 millisecond',
      attempts = attempts + 1,
      last_attempt_at = ${now},
      message_id = coalesce(message_id, '<' || id || '@' || ${domain}::text || '>')
    from ${withoutFlush} as setting
    where id in (
      select id from outbox_mails
      where status = 'pending' and next_attempt_at <= ${now}
        and (locked_until is null or locked_until <= ${now})
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, kind, recipient, payload, message_id, conversation_id, attempts,
      coalesce(requeued_at, created_at) as since
  `.execute(db);
  return rows;
}

/** Gives back mails that were taken and not tried. */
export async function giveBackMails(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('outboxMails')
    .set(({ eb }) => ({ lockedUntil: null, attempts: eb('attempts', '-', 1) }))
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .execute();
}

/** What became of a try. */
export type MailResult =
  | { status: 'sent'; sentAt: Date; transport: 'smtp' | 'file'; lastError: string | null }
  | { status: 'failed' | 'expired'; lastError: string }
  | { status: 'pending'; nextAttemptAt: Date; lastError: string };

/**
 * Records what became of a mail and gives it back; open screens learn of replies and of what did not arrive. Whoever has lost the lease meanwhile
 * may say that the mail went out, not that it did not: somebody else tries.
 */
export async function recordResult(
  db: Kysely<DB>,
  { id, attempts }: Pick<DueMail, 'id' | 'attempts'>,
  result: MailResult,
): Promise<void> {
  const mail = await db
    .updateTable('outboxMails')
    .from(withoutFlush.as('setting'))
    .set({ ...result, lockedUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .$if(result.status !== 'sent', (query) => query.where('attempts', '=', attempts))
    .returning(['conversationId', 'entryId'])
    .executeTakeFirst();
  const isNews = mail?.entryId || (mail?.conversationId && result.status !== 'sent');
  if (isNews) await announceChange(db, 'conversations');
}

/** Whether a mail is still news. */
export function isFresh({ since }: Pick<DueMail, 'since'>, now: Date): boolean {
  return now.getTime() - since.getTime() <= FRESH_MS;
}

/** The mails that wait and how long the oldest of them has, in milliseconds. */
export async function readBacklog(
  db: Kysely<DB>,
  now: Date,
): Promise<{ pending: number; oldestMs: number }> {
  const { rows } = await sql<{ pending: number; since: Date | null }>`
    select count(*) as pending, min(coalesce(requeued_at, created_at)) as since
    from outbox_mails where status = 'pending'
  `.execute(db);
  const { pending = 0, since = null } = rows[0] ?? {};
  return { pending, oldestMs: since ? Math.max(0, now.getTime() - since.getTime()) : 0 };
}
