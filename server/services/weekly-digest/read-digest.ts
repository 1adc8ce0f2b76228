import type { ServiceContext } from '#server/context.ts';
import type { WeeklyDigest } from '#server/mail/templates/weekly-digest.ts';
import { readClaims } from '#server/services/claims/index.ts';
import { readResponses } from '#server/services/reports/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { addDays, localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';

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
  return { week, current, previous, claims, hours, today: localDate(now, hours.timeZone) };
}
