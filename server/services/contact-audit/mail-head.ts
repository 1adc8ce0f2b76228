import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { mailOwners } from '#server/mail/mail-owners.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { addDays, localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';
import { findAuditHead } from './hand-over.ts';

/**
 * Writes the mails to the owners that say where the audit ended when a day was over, in the time zone of the office: once for each day, and only where
 * something came since the last one. Resolves to how many were written.
 */
export async function enqueueAuditHead(ctx: ServiceContext): Promise<number> {
  const { timeZone } = await findOfficeHours(ctx);
  const day = addDays(localDate(ctx.now(), timeZone), -1);
  const last = await ctx.db
    .selectFrom('outboxMails')
    .select([sql<string>`payload ->> 'day'`.as('day'), sql<string>`payload ->> 'hash'`.as('hash')])
    .where('kind', '=', 'audit.head')
    .orderBy(sql`payload ->> 'day'`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && last.day >= day) return 0;
  const before = startOfLocalDate(addDays(day, 1), timeZone);
  const head = await findAuditHead(ctx.db, { before, exceptHash: last?.hash });
  if (head === null) return 0;
  return mailOwners(ctx.db, { kind: 'audit.head', payload: { day, ...head } });
}
