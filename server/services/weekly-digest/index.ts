import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { mailOwners } from '#server/mail/mail-owners.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { addDays, startOfLocalDate } from '#shared/lib/local-dates.ts';
import { dueWeek } from './weeks.ts';

export { readDigest } from './read-digest.ts';

/**
 * Writes the mails of the digest that is due: to the owners who have an address, else to the team. A week is written once, whatever number
 * of processes ask and however often, and none from before the first administrator. Resolves to how many were written.
 */
export async function enqueueWeeklyDigest(ctx: ServiceContext): Promise<number> {
  const { timeZone } = await findOfficeHours(ctx);
  const week = dueWeek(ctx.now(), timeZone);
  if (await isWritten(ctx, week)) return 0;
  const { firstAdminAt } = await ctx.db
    .selectFrom('adminUsers')
    .select(({ fn }) => fn.min('createdAt').as('firstAdminAt'))
    .executeTakeFirstOrThrow();
  const end = startOfLocalDate(addDays(week, 7), timeZone);
  if (firstAdminAt === null || firstAdminAt >= end) return 0;
  return mailOwners(ctx.db, { kind: 'reports.weekly', payload: { week } });
}

// Whoever becomes an owner, or gets another address, in the middle of a week hears of the next one.
async function isWritten({ db }: ServiceContext, week: string): Promise<boolean> {
  const mail = await db
    .selectFrom('outboxMails')
    .select('id')
    .where('kind', '=', 'reports.weekly')
    .where(sql`payload ->> 'week'`, '=', week)
    .executeTakeFirst();
  return mail !== undefined;
}
