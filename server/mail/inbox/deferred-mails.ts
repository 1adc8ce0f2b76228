import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

/** Mails that could not be recorded are tried again while later ones are read, at first after half a minute, then ever less often. */
const MIN_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** As long as mails of ours are tried: a store that fails on a weekend costs no file. */
export const HOLD_MS = 2 * 24 * 60 * 60_000;
/** Of those that are due: new mails do not wait for all of them. */
const MAX_AT_ONCE = 10;

/** A mail of a mailbox; UIDs mean something together with the UIDVALIDITY that they were given under. */
export type MailRef = { inbox: string; uidValidity: number; uid: number };

export type Tries = { cameAt: Date; tries: number };

export function isLastTry({ cameAt }: Tries, now: Date): boolean {
  return now.getTime() - cameAt.getTime() >= HOLD_MS;
}

/** Sets a mail aside after a try that failed: it comes again later, or, after the last try, never. */
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

/** When the first of those mails came that have waited since before the mailbox was numbered anew; null: none has. */
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

/** Mails of before the mailbox was numbered anew are read again under their new numbers. */
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

/** What of a mailbox is not recorded: how many mails wait for another try, and when the newest that were passed over came. */
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
