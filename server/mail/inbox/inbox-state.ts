import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { Mailbox } from './mailbox.ts';

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
