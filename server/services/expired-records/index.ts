import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';

const BATCH = 5_000;

/** What has an end, and how long it stays after that. Sign-ins of the last day decide who is slowed instead of locked out. */
const EXPIRED = [
  ['contact_messages', 'retention_expires_at', '0 days'],
  ['admin_sessions', 'expires_at', '30 days'],
  ['admin_login_challenges', 'expires_at', '1 day'],
  ['admin_passkey_challenges', 'expires_at', '0 days'],
  ['admin_invitations', 'expires_at', '30 days'],
  ['admin_devices', 'last_seen_at', '180 days'],
  ['admin_login_attempts', 'created_at', '90 days'],
  ['outbox_mails', 'created_at', '90 days'],
  ['tracking_requests', 'created_at', '30 days'],
  ['tracking_link_requests', 'asked_at', '1 day'],
] as const;

async function purge(
  { db, now }: ServiceContext,
  [table, column, stay]: (typeof EXPIRED)[number],
): Promise<number> {
  let purged = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where ${sql.ref(column)} <= ${now()}::timestamptz - ${stay}::interval limit ${BATCH}
      )
    `.execute(db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return purged;
  }
}

/** Removes what has ended long enough ago; the number of rows for each table that lost any. */
export async function purgeExpiredRecords(ctx: ServiceContext): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const expired of EXPIRED) {
    const count = await purge(ctx, expired);
    if (count > 0) purged[expired[0]] = count;
  }
  return purged;
}
