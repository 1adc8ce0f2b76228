import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

/** Deferred mails are retried after 30 seconds, then with doubling pauses. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** As long as our own mails are retried. */
export const HOLD_MS = 2 * 24 * 60 * 60_000;
const MAX_AT_ONCE = 10;

export type MailRef = { inbox: string; uidValidity: number; uid: number };

export type Tries = { cameAt: Date; tries: number };

export function isLastTry({ cameAt }: Tries, now: Date): boolean {
  return now.getTime() - cameAt.getTime() >= HOLD_MS;
}

/** After the last try, the mail is never read again. */
export async function deferMail(
  db: Kysely<DB>,
  mail: MailRef,
  { cameAt, tries }: Tries,
  now: Date,
): Promise<void> {
  const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
  const nextTryAt = isLastTry({ cameAt, tries }, now) ? null : new Date(now.getTime() + pauseMs);
  await db
    .insertInto('deferredMails')
    .values({ ...mail, cameAt, tries, nextTryAt })
    .onConflict((conflict) =>
      conflict.constraint('deferred_mails_uid_key').doUpdateSet({ tries, nextTryAt }),
    )
    .execute();
}

export async function dropDeferredMail(db: Kysely<DB>, mail: MailRef): Promise<void> {
  const { inbox, uidValidity, uid } = mail;
  await db
    .deleteFrom('deferredMails')
    .where('inbox', '=', inbox)
    .where('uidValidity', '=', uidValidity)
    .where('uid', '=', uid)
    .execute();
}

export async function findDueMails(
  db: Kysely<DB>,
  { inbox, uidValidity }: Omit<MailRef, 'uid'>,
  now: Date,
): Promise<(Tries & { uid: number })[]> {
  return db
    .selectFrom('deferredMails')
    .select(['uid', 'cameAt', 'tries'])
    .where('inbox', '=', inbox)
    .where('uidValidity', '=', uidValidity)
    .where('nextTryAt', '<=', now)
    .orderBy('nextTryAt')
    .limit(MAX_AT_ONCE)
    .execute();
}

/** Arrival of the oldest deferred mail from before the mailbox was renumbered; null: none. */
export async function findFormerMails(
  db: Kysely<DB>,
  { inbox, uidValidity }: Omit<MailRef, 'uid'>,
): Promise<Date | null> {
  const { since } = await db
    .selectFrom('deferredMails')
    .select(({ fn }) => fn.min<Date | null>('cameAt').as('since'))
    .where('inbox', '=', inbox)
    .where('uidValidity', '<>', uidValidity)
    .where('nextTryAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return since;
}

/** Deferred mails of a renumbered mailbox are read again under new UIDs. */
export async function forgetFormerMails(
  db: Kysely<DB>,
  { inbox, uidValidity }: Omit<MailRef, 'uid'>,
): Promise<void> {
  await db
    .deleteFrom('deferredMails')
    .where('inbox', '=', inbox)
    .where('uidValidity', '<>', uidValidity)
    .where('nextTryAt', 'is not', null)
    .execute();
}

const MAX_NAMED = 5;

export async function readDeferredMails(
  db: Kysely<DB>,
  inbox: string,
): Promise<{ pending: number; passedOver: Date[] }> {
  const { rows } = await sql<{ pending: number; passedOver: Date[] | null }>`
    select count(next_try_at) as pending,
      (array_agg(came_at order by came_at desc) filter (where next_try_at is null))[:${sql.lit(MAX_NAMED)}]
        as passed_over
    from deferred_mails where inbox = ${inbox}
  `.execute(db);
  const { pending = 0, passedOver = null } = rows[0] ?? {};
  return { pending, passedOver: passedOver ?? [] };
}
