import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { getManagedSettings } from '#server/services/site-settings/index.ts';
import type { HolidayQuery } from '#shared/office-hours/admin-schema.ts';
import { type OfficeException, weekdayOf } from '#shared/office-hours/values.ts';
import { proposeExceptions } from './holidays.ts';

/** None where the company's country is not known. Eves keep the stored hours of their weekday until 13:00. */
export async function proposeHolidays(
  ctx: ServiceContext,
  { year }: HolidayQuery,
): Promise<{ items: OfficeException[] }> {
  requireAdmin(ctx);
  const { week } = (await getManagedSettings(ctx)).officeHours;
  const { countryCode } = await readContent(ctx.db, 'company');
  return { items: await proposeExceptions(countryCode, year, (date) => week[weekdayOf(date)]) };
}
