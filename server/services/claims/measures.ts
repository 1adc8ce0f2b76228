import { type RawBuilder, sql } from 'kysely';
import { enquiries } from '#server/services/reports/index.ts';
import { MEASURED_DAYS, type MeasuredKey } from '#shared/claims/values.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export type Measure = { value: number | null; count: number };

type Given = { now: Date; hours: OfficeHours };

function recentEnquiries({ now, hours }: Given): RawBuilder<unknown> {
  const since = new Date(now.getTime() - MEASURED_DAYS * DAY_MS);
  return enquiries({ since, until: now, now, hours });
}

export const MEASURES: Record<MeasuredKey, (given: Given) => RawBuilder<Measure>> = {
  'response-time': (given) => sql`
    with ${recentEnquiries(given)}
    select avg(open_minutes) as value, count(open_minutes) as count from enquiry
  `,
  'response-promise': (given) => sql`
    with ${recentEnquiries(given)}
    select 100.0::float8 * count(*) filter (where is_in_time) / nullif(count(is_in_time), 0) as value,
      count(is_in_time) as count
    from enquiry
  `,
  'projects-delivered': () => sql`
    select count(*)::float8 as value, count(*) as count from projects
    where is_published and deleted_at is null
  `,
};
