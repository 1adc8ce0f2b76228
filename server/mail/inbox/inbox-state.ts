import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { Mailbox } from './mailbox.ts';

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

const MAX_ERROR_LENGTH = 1_000;
const DAY_MS = 24 * 60 * 60_000;

const LOCK_CLASS = 7_401_029;

export async function takeLock(connection: Kysely<DB>, name: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${name})) as is_taken
  `.execute(connection);
  return rows[0]?.isTaken === true;
}

export async function releaseLock(connection: Kysely<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK_CLASS}, hashtext(${name}))`.execute(connection);
}

/** Rejects when the connection, and so the lock, is lost. */
export async function assertHeld(connection: Kysely<DB>): Promise<void> {
  await sql`select 1`.execute(connection);
}

/** The last UID that was read. A new mailbox starts now; a renumbered one (RFC 3501, section 2.3.1.1) a day before the last check. */
export async function findPosition(
  db: Kysely<DB>,
  name: string,
  mailbox: Mailbox,
  now: Date,
): Promise<number> {
  const { uidValidity, uidNext } = mailbox;
  const known = await db
    .selectFrom('mailInboxes')
    .select(['uidValidity', 'lastUid', 'checkedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (known?.lastUid != null && known.uidValidity === uidValidity) return known.lastUid;
  const [first] = known?.checkedAt
    ? await mailbox.listSince(new Date(known.checkedAt.getTime() - DAY_MS))
    : [];
  const lastUid = (first ?? uidNext) - 1;
  const position = { uidValidity, lastUid, checkedAt: now };
  await db
    .insertInto('mailInboxes')
    .values({ name, ...position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(position))
    .execute();
  return lastUid;
}

type Progress = { lastUid?: number; lastMailAt?: Date; checkedAt: Date };

export async function recordProgress(
  db: Kysely<DB>,
  name: string,
  progress: Progress,
): Promise<void> {
  await db
    .updateTable('mailInboxes')
    .set({ ...progress, lastError: null, failedAt: null })
    .where('name', '=', name)
    .execute();
}

export async function recordFailure(
  db: Kysely<DB>,
  name: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  const failure = { lastError: error.slice(0, MAX_ERROR_LENGTH), failedAt: now };
  await db
    .insertInto('mailInboxes')
    .values({ name, ...failure })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(failure))
    .execute();
}
