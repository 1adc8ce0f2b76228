import { COMPANY } from '#shared/company/values.ts';
import { localTime } from '#shared/lib/local-dates.ts';
import { dueAt, isOpenAt, nextOpenAt } from './due-at.ts';
import { OFFICE_HOURS_SENTENCES as sentences } from './messages.ts';
import {
  DEFAULT_OFFICE_HOURS,
  type Interval,
  type OfficeHours,
  WEEKDAY_LABELS,
  type Weekday,
  weekdayOf,
  WEEKDAYS,
} from './values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const farDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function dateOf(instant: Date, timeZone: string): string {
  return new Date(localTime(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** '9:00' */
function timeOf(instant: Date, timeZone: string): string {
  return plainTime(new Date(localTime(instant.getTime(), timeZone)).toISOString().slice(11, 16));
}

function plainTime(time: string): string {
  return time.replace(/^0/, '');
}

/**
 * 'today', 'tomorrow', 'Monday', or 'Monday 1 June' from a week on. While it is another day where the reader is, who would take 'today' for
 * their own, days have their names.
 */
function dayOf(instant: Date, now: Date, timeZone: string, reader: string): string {
  const [date, today] = [dateOf(instant, timeZone), dateOf(now, timeZone)];
  const away = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  if (today === dateOf(now, reader)) {
    if (away === 0) return sentences.today;
    if (away === 1) return sentences.tomorrow;
  }
  const weekday = WEEKDAY_LABELS[weekdayOf(date)];
  return away >= 0 && away < 7 ? weekday : `${weekday} ${farDay.format(new Date(date))}`;
}

/** '20 March 2026', of 'YYYY-MM-DD' */
export function dateText(date: string): string {
  return `${farDay.format(new Date(date))} ${date.slice(0, 4)}`;
}

/** 'Monday 30 November 2026, 10:00', as the clocks of a zone have it. */
export function whenOf(instant: Date, timeZone: string): string {
  const date = dateOf(instant, timeZone);
  return `${WEEKDAY_LABELS[weekdayOf(date)]} ${dateText(date)}, ${timeOf(instant, timeZone)}`;
}

/** Where the clocks of the office are: 'Ankara' */
export function placeOf(timeZone: string): string {
  if (timeZone === DEFAULT_OFFICE_HOURS.timeZone) return COMPANY.city;
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** '1 hour 30 minutes' */
export function durationOf(minutes: number): string {
  return [sentences.hours(Math.floor(minutes / 60)), sentences.minutes(minutes % 60)]
    .filter(Boolean)
    .join(' ');
}

function intervalsText(intervals: readonly Interval[]): string {
  return intervals
    .map(({ from, to }) => sentences.interval(plainTime(from), plainTime(to)))
    .join(sentences.and);
}

/** 'Monday to Friday, 9:00 to 18:00 in Ankara; answer within 1 hour of open time' */
export function ruleOf({ week, timeZone, promisedMinutes }: OfficeHours): string {
  const groups: { first: Weekday; last: Weekday; text: string }[] = [];
  for (const day of WEEKDAYS) {
    const text = intervalsText(week[day]);
    const group = groups.at(-1);
    if (group?.text === text) group.last = day;
    else groups.push({ first: day, last: day, text });
  }
  const open = groups
    .filter(({ text }) => text)
    .map(({ first, last, text }) => {
      const [from, to] = [WEEKDAY_LABELS[first], WEEKDAY_LABELS[last]];
      return sentences.days(from === to ? from : sentences.span(from, to), text);
    })
    .join(sentences.also);
  return sentences.rule(open, placeOf(timeZone), durationOf(promisedMinutes));
}

/** 'Answer by 15:40 today', as the clocks of a zone have it. */
function promise(due: Date, now: Date, timeZone: string, reader: string): string {
  return sentences.due(timeOf(due, timeZone), dayOf(due, now, timeZone, reader));
}

/** What the promise means for what is sent now: 'Answer by 15:40 today', or 'We reopen Monday 9:00; answer by 10:00'. `reader` is a time zone. */
export function promiseNow(now: Date, hours: OfficeHours, reader = hours.timeZone): string {
  const { timeZone } = hours;
  const due = dueAt(now, hours);
  const opens = nextOpenAt(now, hours);
  if (!opens || isOpenAt(now, hours)) return promise(due, now, timeZone, reader);
  const [openDay, dueDay] = [opens, due].map((instant) => dayOf(instant, now, timeZone, reader));
  const reopens = sentences.reopens(openDay ?? '', timeOf(opens, timeZone));
  const then = sentences.dueThen(timeOf(due, timeZone), openDay === dueDay ? '' : dueDay);
  return `${reopens}; ${then}`;
}

/** What was promised for what has been sent: 'Answer by 15:40 today', also when that has passed. */
export function promiseOf(
  due: Date,
  now: Date,
  { timeZone }: OfficeHours,
  reader = timeZone,
): string {
  return promise(due, now, timeZone, reader);
}

/** The same where nothing knows what day it is: 'Answer by 15:40, Tuesday 24 November 2026 in Ankara' */
export function promiseWithoutScripts(due: Date, { timeZone }: OfficeHours): string {
  const date = dateOf(due, timeZone);
  const day = `${WEEKDAY_LABELS[weekdayOf(date)]} ${dateText(date)}`;
  return sentences.dueOn(timeOf(due, timeZone), day, placeOf(timeZone));
}

/** The same instant where the visitor is, if the clocks there show another time: 'Ankara time; 13:40 today where you are' */
export function visitorTime(due: Date, now: Date, office: string, visitor: string): string | null {
  const isSame = localTime(due.getTime(), office) === localTime(due.getTime(), visitor);
  if (isSame) return null;
  return sentences.elsewhere(
    placeOf(office),
    timeOf(due, visitor),
    dayOf(due, now, visitor, office),
  );
}
