import { type RawBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';

const BATCH = 5_000;

/** What has an end, and how long it stays after that. Sign-ins of the last day decide who is slowed instead of locked out. */
const EXPIRED: { table: string; isExpired: (now: Date) => RawBuilder<boolean> }[] = [
  {
    table: 'contact_messages',
    isExpired: (now) => sql`retention_expires_at <= ${now}`,
  },
  {
    table: 'admin_sessions',
    isExpired: (now) => sql`expires_at <= ${now}::timestamptz - interval '30 days'`,
  },
  {
    table: 'admin_login_challenges',
    isExpired: (now) => sql`expires_at <= ${now}::timestamptz - interval '1 day'`,
  },
  {
    table: 'admin_passkey_challenges',
    isExpired: (now) => sql`expires_at <= ${now}`,
  },
  {
    table: 'admin_devices',
    isExpired: (now) => sql`last_seen_at <= ${now}::timestamptz - interval '180 days'`,
  },
  {
    table: 'admin_login_attempts',
    isExpired: (now) => sql`created_at <= ${now}::timestamptz - interval '90 days'`,
  },
  {
    table: 'outbox_mails',
    isExpired: (now) => sql`created_at <= ${now}::timestamptz - interval '90 days'`,
  },
];

async function purge(
  ctx: ServiceContext,
  { table, isExpired }: (typeof EXPIRED)[number],
): Promise<number> {
  let purged = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${isExpired(ctx.now())} limit ${BATCH}
      )
    `.execute(ctx.db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return purged;
  }
}

/** Removes what has ended long enough ago; the number of rows for each table that lost any. */
export async function purgeExpiredRecords(ctx: ServiceContext): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const expired of EXPIRED) {
    const count = await purge(ctx, expired);
    if (count > 0) purged[expired.table] = count;
  }
  return purged;
}
