import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { mailOwners } from '#server/mail/outbox/outbox.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { addDays, localDate, startOfLocalDate, weekStarts } from '#shared/lib/local-dates.ts';
import type { WeeklyDigest } from '#server/mail/templates/weekly-digest.ts';
import { readClaims } from '#server/services/claims/index.ts';
import { readResponses } from '#server/services/reports/index.ts';

/** Once per week across processes: to owners with an address, else to the team; none from before the first administrator. */
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

// A new owner or address in mid-week gets the next digest.
async function isWritten({ db }: ServiceContext, week: string): Promise<boolean> {
  const mail = await db
    .selectFrom('outboxMails')
    .select('id')
    .where('kind', '=', 'reports.weekly')
    .where(sql`payload ->> 'week'`, '=', week)
    .executeTakeFirst();
  return mail !== undefined;
}

export async function readDigest(
  ctx: Pick<ServiceContext, 'db' | 'now' | 'officeHours'>,
  week: string,
): Promise<WeeklyDigest> {
  const hours = await findOfficeHours(ctx);
  const now = ctx.now();
  const [before, start, end] = [-7, 0, 7].map((days) =>
    startOfLocalDate(addDays(week, days), hours.timeZone),
  ) as [Date, Date, Date];
  const filter = { since: before, until: end, now, hours };
  const [previous, current] = await readResponses(ctx, filter, [before, start]);
  if (!previous || !current) throw new Error('two weeks without their statistics');
  const claims = await readClaims(ctx);
  return { week, current, previous, claims, today: localDate(now, hours.timeZone) };
}

/** Ready when the week begins. */
const WRITTEN_AFTER_MS = 8 * 60 * 60 * 1_000;

/** Monday of the digest's week; it is due from 8:00 on the Monday after, office time. */
export function dueWeek(now: Date, timeZone: string): string {
  const [week = ''] = weekStarts(new Date(now.getTime() - WRITTEN_AFTER_MS), timeZone, 2);
  return week;
}
