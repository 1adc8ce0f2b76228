import { instantOf, localTime } from '#shared/lib/local-dates.ts';
import { type Interval, type OfficeHours, weekdayOf } from './values.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How far ahead open time is looked for; a calendar may be closed for as long as its exceptions say. */
export const MAX_DAYS_AHEAD = 400;

type Opening = readonly [start: number, end: number];

const MAX_DAYS_IN_MEMORY = 2_000;
/** Days are counted since 1970 on the calendar of the zone. */
const openings = new WeakMap<OfficeHours, Map<number, readonly Opening[]>>();

function intervalsOf({ week, exceptions }: OfficeHours, day: number): readonly Interval[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const exception = exceptions.find(({ from, to }) => from <= date && date <= to);
  return exception?.open ?? week[weekdayOf(date)];
}

function openingsOf(hours: OfficeHours, day: number): readonly Opening[] {
  const days = openings.get(hours) ?? new Map<number, readonly Opening[]>();
  openings.set(hours, days);
  const known = days.get(day);
  if (known) return known;
  const instant = (time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return instantOf(day * DAY_MS + (hour * 60 + minute) * MINUTE_MS, hours.timeZone);
  };
  const made = intervalsOf(hours, day)
    .map(({ from, to }) => [instant(from), instant(to)] as const)
    // A time that the clocks skip has no length.
    .filter(([start, end]) => start < end);
  if (days.size >= MAX_DAYS_IN_MEMORY) days.clear();
  days.set(day, made);
  return made;
}

/** What is open from an instant on, to the end of a later one's day. */
function* openFrom(start: number, lastDay: number, hours: OfficeHours): Generator<Opening> {
  for (let day = dayOf(start, hours); day <= lastDay; day += 1) {
    for (const [opens, closes] of openingsOf(hours, day)) {
      if (closes > start) yield [Math.max(opens, start), closes];
    }
  }
}

function dayOf(instant: number, { timeZone }: OfficeHours): number {
  return Math.floor(localTime(instant, timeZone) / DAY_MS);
}

/** One day more than asked for: where clocks are put back over midnight the next day begins before this one ends. */
function openWithin(start: number, days: number, hours: OfficeHours): Generator<Opening> {
  return openFrom(start, dayOf(start, hours) + days + 1, hours);
}

/**
 * The first instant by which the office has been open for so many minutes since another one. That is never in closed time, but for no
 * minutes at all, and at the latest `MAX_DAYS_AHEAD` days after, also if the office is not open for long enough before.
 */
export function dueAt(
  receivedAt: Date,
  hours: OfficeHours,
  minutes: number = hours.promisedMinutes,
): Date {
  const received = receivedAt.getTime();
  const latest = received + MAX_DAYS_AHEAD * DAY_MS;
  let left = minutes * MINUTE_MS;
  if (left <= 0) return new Date(received);
  for (const [start, end] of openWithin(received, MAX_DAYS_AHEAD, hours)) {
    if (start + left <= end) return new Date(Math.min(start + left, latest));
    left -= end - start;
  }
  return new Date(latest);
}

/** The minutes of open time from one instant to another, in fractions; below zero if the second one is earlier. */
export function openMinutesBetween(from: Date, to: Date, hours: OfficeHours): number {
  if (to < from) return -openMinutesBetween(to, from, hours);
  const end = to.getTime();
  let open = 0;
  for (const [opens, closes] of openFrom(from.getTime(), dayOf(end, hours) + 1, hours)) {
    open += Math.max(0, Math.min(closes, end) - opens);
  }
  return open / MINUTE_MS;
}

/** The instant itself while the office is open, else when it opens next; null when it stays closed for `MAX_DAYS_AHEAD` days. */
export function nextOpenAt(instant: Date, hours: OfficeHours): Date | null {
  const [next] = openWithin(instant.getTime(), MAX_DAYS_AHEAD, hours);
  return next ? new Date(next[0]) : null;
}

/** Whether the office is open; at the very instant of closing it is not. */
export function isOpenAt(instant: Date, hours: OfficeHours): boolean {
  for (const [start] of openWithin(instant.getTime(), 0, hours)) return start === instant.getTime();
  return false;
}

/** Next opening, closing, or instant after which the response time ends past closing; null as for `nextOpenAt`. */
export function nextChangeAt(now: Date, hours: OfficeHours): Date | null {
  const start = now.getTime();
  for (const [opens, closes] of openWithin(start, MAX_DAYS_AHEAD, hours)) {
    const instants = [opens, closes - hours.promisedMinutes * MINUTE_MS, closes];
    const later = instants.filter((instant) => instant > start);
    if (later.length > 0) return new Date(Math.min(...later));
  }
  return null;
}

/** When the office is open between two instants, in order: each opening with its end, cut at both. */
export function openingsBetween(from: Date, to: Date, hours: OfficeHours): [Date, Date][] {
  const openings: [Date, Date][] = [];
  for (const [opens, closes] of openFrom(from.getTime(), dayOf(to.getTime(), hours) + 1, hours)) {
    if (opens < to.getTime()) {
      openings.push([new Date(opens), new Date(Math.min(closes, to.getTime()))]);
    }
  }
  return openings;
}
