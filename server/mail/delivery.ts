import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DELIVERY_MESSAGES } from '#shared/mails/messages.ts';
import {
  type MailKind,
  MAILS_TO_RECORD,
  RECIPIENT_LIMITS,
  WEBHOOK_RECIPIENT,
} from './outbox/outbox.ts';
import { FRESH_MS, MAX_DELAY_MS } from './retry.ts';

export type DueMail = {
  id: string;
  kind: string;
  recipient: string;
  payload: Record<string, unknown>;
  messageId: string;
  conversationId: string | null;
  entryId: string | null;
  attempts: number;
  since: Date;
};

/** `folded`: recipient in lower case. `isNew`: first try, not requested by an administrator. */
type TakenMail = DueMail & { folded: string; isNew: boolean };

type Taking = {
  now: Date;
  limit: number;
  domain: string;
  isWebhook?: boolean;
  /** Mails in delivery; a clock set ahead does not end their leases. */
  inHand?: readonly string[];
};

/** Commits without waiting for the disk. After a power cut, the mail is sent again with the same Message-ID. */
const withoutFlush = sql`(select set_config('synchronous_commit', 'off', true))`;

/** Held until commit: couriers count the mails of a recipient one after the other. */
const recipientsLock = sql`(select pg_advisory_xact_lock(hashtextextended('mails-per-recipient', 0)))`;

/** Current address of the enquiry, which may have changed. */
const addressOnRecord = sql`case when kind = any(${[...MAILS_TO_RECORD]}::text[]) then (
  select coalesce(orders.email, contact_messages.email) from conversations
  left join orders on orders.id = order_id
  left join contact_messages on contact_messages.id = conversations.message_id
  where conversations.id = outbox_mails.conversation_id
) end`;

/** Past, or too far ahead to be from a correct clock. */
export function isOver(column: string, now: Date, maxAheadMs: number): RawBuilder<boolean> {
  const end = new Date(now.getTime() + maxAheadMs);
  return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${end})`;
}

type Due = Pick<Taking, 'now' | 'isWebhook' | 'inHand'>;

/** Matches partial indexes, so the recipient is not a parameter. */
function isDue({ now, isWebhook = false, inHand = [] }: Due): RawBuilder<boolean> {
  return sql`status = 'pending' and id <> all(${inHand}::uuid[])
    and recipient ${sql.raw(isWebhook ? '=' : '<>')} ${sql.lit(WEBHOOK_RECIPIENT)}
    and ${isOver('next_attempt_at', now, 2 * MAX_DELAY_MS.later)}
    and (locked_until is null or ${isOver('locked_until', now, 2 * LIMITS.mailLease)})`;
}

export async function hasDueMails(db: Kysely<DB>, due: Due): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from outbox_mails where ${isDue(due)}) as is_due
  `.execute(db);
  return rows[0]?.isDue ?? false;
}

/** Leases due mails. After a kill, another process sends them again with the same Message-ID. */
export async function takeMails(
  db: Kysely<DB>,
  { limit, domain, ...due }: Taking,
): Promise<DueMail[]> {
  const { now } = due;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<TakenMail>`
    update outbox_mails set
      locked_until = ${now}::timestamptz + ${LIMITS.mailLease} * interval '1 millisecond',
      attempts = attempts + 1,
      last_attempt_at = ${now},
      message_id = coalesce(message_id, '<' || id || '@' || ${domain}::text || '>'),
      recipient = coalesce(${addressOnRecord}, recipient)
    from ${withoutFlush} as setting, ${recipientsLock} as lock
    where id in (
      select id from outbox_mails
      where ${isDue(due)}
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, kind, recipient, payload, message_id, conversation_id, entry_id, attempts,
      coalesce(requeued_at, created_at) as since, ${foldedRecipient} as folded,
      attempts = 1 and requeued_at is null as is_new
  `.execute(tx);
    return withdrawAboveLimit(tx, rows, now);
  });
}

const DAY_MS = 24 * 60 * 60_000;
const LIMITED_KINDS = Object.entries(RECIPIENT_LIMITS).flatMap(([kind, max]) =>
  max === null ? [] : kind,
);
/** Expression of an index; `collate "C"` makes it independent of the locale. */
const foldedRecipient = sql<string>`lower(recipient collate "C")`;

/** Withdraws new mails above the recipient's daily limit; administrators may send them again. Runs under `recipientsLock`. */
async function withdrawAboveLimit(
  tx: Transaction<DB>,
  mails: readonly TakenMail[],
  now: Date,
): Promise<DueMail[]> {
  const limited = mails.filter(({ kind, isNew }) => isNew && LIMITED_KINDS.includes(kind));
  if (limited.length === 0) return [...mails];
  const earlier = await tx
    .selectFrom('outboxMails')
    .select([foldedRecipient.as('folded'), sql<number>`count(*)`.as('count')])
    .where(
      foldedRecipient,
      'in',
      limited.map(({ folded }) => folded),
    )
    // Not by creation: after an outage, all are sent at once.
    .where('lastAttemptAt', '>', new Date(now.getTime() - DAY_MS))
    .where('attempts', '>', 0)
    .where('kind', 'in', LIMITED_KINDS)
    .where('status', '<>', 'expired')
    .where(
      'id',
      'not in',
      limited.map(({ id }) => id),
    )
    .groupBy(foldedRecipient)
    .execute();
  const counts = new Map(earlier.map(({ folded, count }) => [folded, count]));
  const withdrawn = limited.filter(({ kind, folded }) => {
    const count = counts.get(folded) ?? 0;
    const isAbove = count >= (RECIPIENT_LIMITS[kind as MailKind] ?? Infinity);
    if (!isAbove) counts.set(folded, count + 1);
    return isAbove;
  });
  if (withdrawn.length === 0) return [...mails];
  await tx
    .updateTable('outboxMails')
    .set({
      status: 'expired',
      attempts: 0,
      lockedUntil: null,
      lastError: DELIVERY_MESSAGES.aboveLimit,
    })
    .where(
      'id',
      'in',
      withdrawn.map(({ id }) => id),
    )
    .execute();
  await announceChange(tx, 'conversations');
  return mails.filter((mail) => !withdrawn.includes(mail));
}

export async function giveBackMails(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('outboxMails')
    .set(({ eb }) => ({ lockedUntil: null, attempts: eb('attempts', '-', 1) }))
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .execute();
}

/** Ends leases of former processes where this is the only one, and requeues mails that version 1.2.0 failed as unknown. */
export async function recoverMails(db: Kysely<DB>, isOnlyProcess: boolean): Promise<void> {
  await sql`
    update outbox_mails set status = 'pending', locked_until = null
    where status = 'pending' and locked_until is not null and ${isOnlyProcess}
      or status = 'failed' and last_error = ${DELIVERY_MESSAGES.unknownKind}
  `.execute(db);
}

export type MailResult =
  | { status: 'sent'; sentAt: Date; transport: 'smtp' | 'file' | null; lastError: string | null }
  | { status: 'failed' | 'expired'; lastError: string }
  | { status: 'pending'; nextAttemptAt: Date; lastError: string };

/** Records the result unless another is known. After the lease only success counts, because another process tries again. */
export async function recordResult(
  db: Kysely<DB>,
  { id, attempts }: Pick<DueMail, 'id' | 'attempts'>,
  result: MailResult,
): Promise<boolean> {
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
  return mail !== undefined;
}

export function isFresh({ since }: Pick<DueMail, 'since'>, now: Date): boolean {
  return now.getTime() - since.getTime() <= FRESH_MS;
}

export async function readBacklog(
  db: Kysely<DB>,
  now: Date,
): Promise<{ pending: number; oldestMs: number }> {
  const { rows } = await sql<{ pending: number; since: Date | null }>`
    select count(*) as pending, min(coalesce(requeued_at, created_at)) as since
    from outbox_mails where status = 'pending' and recipient <> ${WEBHOOK_RECIPIENT}
  `.execute(db);
  const { pending = 0, since = null } = rows[0] ?? {};
  return { pending, oldestMs: since ? Math.max(0, now.getTime() - since.getTime()) : 0 };
}
