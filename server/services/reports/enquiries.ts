import { type RawBuilder, sql } from 'kysely';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { openingsBetween } from '#shared/office-hours/due-at.ts';
import { MAX_COUNTED } from '#shared/reports/values.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type EnquiryFilter = {
  since: Date;
  until: Date;
  now: Date;
  hours: OfficeHours;
  kind?: 'order' | 'message' | undefined;
  /** The oldest after the last read, in order; otherwise the newest `MAX_COUNTED`. */
  page?: { after: { createdAt: Date; id: string } | undefined; size: number };
};

/** The office calendar as arrays, so that PostgreSQL computes open minutes without returning rows. */
function calendarOf({ since, now, hours }: EnquiryFilter): RawBuilder<unknown> {
  const openings = openingsBetween(since, now, hours);
  let open = 0;
  const before = openings.map(([start, end]) => {
    const earlier = open;
    open += (end.getTime() - start.getTime()) / 60_000;
    return earlier;
  });
  return sql`
    select ${openings.map(([start]) => start.toISOString())}::timestamptz[] as starts,
      ${openings.map(([, end]) => end.toISOString())}::timestamptz[] as ends,
      ${before}::float8[] as before
  `;
}

function openMinutesUntil(instant: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((
    select before[number] + extract(epoch from least(${instant}, ends[number]) - starts[number]) / 60
    from (select width_bucket(${instant}, starts) as number) as opening
  ), 0)`;
}

/** Parts of a `with` ending in `enquiry`. A promise is null while undecided, where none was made, and after an earlier withdrawal. */
export function enquiries(filter: EnquiryFilter): RawBuilder<unknown> {
  const { since, until, now, kind, page } = filter;
  const ofKind = {
    order: sql`conversations.message_id is null`,
    message: sql`conversations.message_id is not null`,
  };
  return sql`
    calendar as materialized (${calendarOf(filter)}),
    timed as (
      select conversations.*, ${ENQUIRY_REFERENCE} as reference, nullif(orders.service_type, '') as service_type, answer.responded_at,
        case
          when answer.responded_at is not null then answer.responded_at <= promised_due_at
          when promised_due_at < least(${now}::timestamptz, withdrawn_at) then false
        end as is_in_time,
        coalesce(answer.responded_at,
          case when due_at is not null and promised_due_at < ${now}::timestamptz then ${now}::timestamptz end
        ) as counted_until
      from conversations
      left join orders on orders.id = conversations.order_id
      left join contact_messages on contact_messages.id = conversations.message_id
      cross join lateral (
        select coalesce(first_response_at, contact_messages.responded_at) as responded_at
      ) as answer
      where conversations.created_at >= ${since}::timestamptz
        and conversations.created_at < ${until}::timestamptz
        and not coalesce(orders.is_suspect, contact_messages.is_suspect)
        and ${kind ? ofKind[kind] : sql`true`}
        ${page?.after ? sql`and (conversations.created_at, conversations.id) > (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)` : sql``}
      order by ${page ? sql`conversations.created_at, conversations.id` : sql`conversations.created_at desc`}
      limit ${page?.size ?? MAX_COUNTED}
    ),
    enquiry as (
      select timed.*,
        extract(epoch from counted_until - timed.created_at)::float8 / 60 as plain_minutes,
        case when counted_until is not null then
          greatest(0, ${openMinutesUntil(sql`counted_until`)} - ${openMinutesUntil(sql`timed.created_at`)})
        end::float8 as open_minutes
      from timed cross join calendar
    )
  `;
}
