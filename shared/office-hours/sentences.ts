import { localTime } from '#shared/lib/local-dates.ts';
import { dueAt, openMinutesBetween } from './due-at.ts';
import { OFFICE_HOURS_SENTENCES as sentences } from './messages.ts';
import {
  DEFAULT_OFFICE_HOURS,
  type Interval,
  type OfficeClock,
  type OfficeHours,
  WEEKDAY_LABELS,
  type Weekday,
  weekdayOf,
  WEEKDAYS,
} from './values.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const monthAndDay = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

function dateOf(instant: Date, timeZone: string): string {
  return new Date(localTime(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** '9:00 AM', from 'HH:MM' */
function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const half = hour % 24 < 12 ? 'AM' : 'PM';
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`;
}

function formatTimeAt(instant: Date, timeZone: string): string {
  return formatTime(new Date(localTime(instant.getTime(), timeZone)).toISOString().slice(11, 16));
}

/** 'November 30, 2026', from 'YYYY-MM-DD' */
export function dateText(date: string): string {
  return `${monthAndDay.format(new Date(date))}, ${date.slice(0, 4)}`;
}

/** 'Monday, November 30, 2026, 10:00 AM', on the clocks of a zone. */
export function whenOf(instant: Date, timeZone: string): string {
  const date = dateOf(instant, timeZone);
  return `${WEEKDAY_LABELS[weekdayOf(date)]}, ${dateText(date)}, ${formatTimeAt(instant, timeZone)}`;
}

/** City of the office's clocks: the company's, else the city in the name of the zone. */
export function getClockCity({ timeZone, place }: OfficeClock): string {
  if (place?.city) return place.city;
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** 'Monday, November 30, 2026, 10:00 AM in Ankara' */
export function formatInstant(instant: Date, clock: OfficeClock): string {
  return sentences.in(whenOf(instant, clock.timeZone), getClockCity(clock));
}

/** '1 hour 30 minutes' */
export function durationOf(minutes: number): string {
  return [sentences.hours(Math.floor(minutes / 60)), sentences.minutes(minutes % 60)]
    .filter(Boolean)
    .join(' ');
}

function parseMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** Open minutes of a working day; null when the days of the week differ. */
function countWorkingMinutes(week: OfficeHours['week']): number | null {
  const lengths = WEEKDAYS.map((day) =>
    week[day].reduce((sum, { from, to }) => sum + parseMinutes(to) - parseMinutes(from), 0),
  );
  const [length, ...others] = new Set(lengths.filter(Boolean));
  return length !== undefined && others.length === 0 ? length : null;
}

/** 'one working hour', 'four working hours', 'one working day' */
function formatWorkingTime({ week, promisedMinutes: minutes }: OfficeHours): string {
  const number = (count: number) => sentences.numbers[count - 1] ?? String(count);
  const day = countWorkingMinutes(week);
  if (day !== null && minutes % day === 0) return sentences.working(number(minutes / day), 'day');
  if (minutes < 60) return sentences.working(number(minutes), 'minute');
  const hours = sentences.working(number(Math.floor(minutes / 60)), 'hour');
  return minutes % 60 === 0 ? hours : sentences.andMinutes(hours, minutes % 60);
}

function isAllDay([interval, ...others]: readonly Interval[]): boolean {
  return interval?.from === '00:00' && interval.to === '24:00' && others.length === 0;
}

function hasDefaultHours({ week, timeZone }: OfficeHours): boolean {
  return (
    timeZone === DEFAULT_OFFICE_HOURS.timeZone &&
    JSON.stringify(week) === JSON.stringify(DEFAULT_OFFICE_HOURS.week)
  );
}

/** Wording of the response time. In `open`, an answer comes within the response time on the clock. */
export type ResponseState = 'open' | 'closed' | 'changed';

function isChanged(hours: OfficeHours): boolean {
  if (hours.promisedMinutes !== DEFAULT_OFFICE_HOURS.promisedMinutes) return true;
  const isAlwaysOpen = WEEKDAYS.every((day) => isAllDay(hours.week[day]));
  return !isAlwaysOpen && !hasDefaultHours(hours);
}

/** Wording for an enquiry with this deadline. */
export function getResponseState(due: Date, hours: OfficeHours): ResponseState {
  const { promisedMinutes } = hours;
  if (isChanged(hours)) return 'changed';
  // An enquiry from before opening has the deadline of one sent at opening; the extra millisecond separates them.
  const start = new Date(due.getTime() - promisedMinutes * MINUTE_MS - 1);
  return openMinutesBetween(start, due, hours) > promisedMinutes ? 'open' : 'closed';
}

/** Deadline of what is sent during the minute that starts now. The extra millisecond excludes a deadline at closing time. */
export function getDeadlineAt(now: Date, hours: OfficeHours): Date {
  return dueAt(new Date(now.getTime() + 1), hours);
}

/** Wording for enquiries sent from this instant until `nextChangeAt`. */
export function getResponseStateAt(now: Date, hours: OfficeHours): ResponseState {
  return getResponseState(getDeadlineAt(now, hours), hours);
}

/** 'within 1 hour', 'within 1 working hour', 'within four working hours of working time' */
export function formatWithin(state: ResponseState, hours: OfficeHours): string {
  return sentences.within[state](formatWorkingTime(hours));
}

/** 'within one working hour': true at any time, for content that others cache. */
export function formatLastingWithin(hours: OfficeHours): string {
  return sentences.lastingWithin(formatWorkingTime(hours));
}

/** 'Response within 1 hour' */
export function formatResponse(within: string): string {
  return sentences.response(within);
}

/** 'Response within 1 hour': the claim that reports compare with measured times. */
export function formatResponseClaim(hours: OfficeHours): string {
  return formatResponse(formatWithin(isChanged(hours) ? 'changed' : 'open', hours));
}

/** 'Monday to Friday 9:00 AM to 6:00 PM Turkey time' */
export function formatOfficeHours(hours: OfficeHours): string {
  const groups: { first: Weekday; last: Weekday; text: string }[] = [];
  for (const day of WEEKDAYS) {
    const text = formatIntervals(hours.week[day]);
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
  const place = (hasDefaultHours(hours) && hours.place?.country) || getClockCity(hours);
  return sentences.officeHours(open, place);
}

function formatIntervals(intervals: readonly Interval[]): string {
  if (isAllDay(intervals)) return sentences.allDay;
  return intervals
    .map(({ from, to }) => sentences.interval(formatTime(from), formatTime(to)))
    .join(sentences.and);
}

/** '2:01 PM today', 'Monday, 9:54 AM', or 'Monday, June 1, 9:54 AM' from a week on. 'today' only if it is the reader's date too. */
function formatDay(instant: Date, now: Date, timeZone: string, reader: string): string {
  const [date, today] = [dateOf(instant, timeZone), dateOf(now, timeZone)];
  const time = formatTimeAt(instant, timeZone);
  if (date === today && today === dateOf(now, reader)) return sentences.today(time);
  const daysAway = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  const weekday = WEEKDAY_LABELS[weekdayOf(date)];
  if (daysAway >= 0 && daysAway < 7) return sentences.on(weekday, time);
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const day = isThisYear ? monthAndDay.format(new Date(date)) : dateText(date);
  return sentences.on(sentences.on(weekday, day), time);
}

/** Clause and time of 'You'll hear from us by Monday, 9:54 AM', on the office's clocks; `reader` is the reader's time zone. */
export function formatDeadlineParts(
  due: Date,
  now: Date,
  { timeZone }: OfficeHours,
  reader = timeZone,
): [clause: string, by: string] {
  const by = sentences.by(formatDay(due, now, timeZone, reader));
  return [due < now ? sentences.wasDue : sentences.hear, by];
}

/** 'You'll hear from us by Monday, 9:54 AM' */
export function formatDeadline(...given: Parameters<typeof formatDeadlineParts>): string {
  return formatDeadlineParts(...given).join(' ');
}

/** 'Ankara time; 1:40 PM today where you are'; null when the visitor's clocks show the office's time. */
export function visitorTime(
  due: Date,
  now: Date,
  office: OfficeClock,
  visitor: string,
): string | null {
  const { timeZone } = office;
  const isSame = localTime(due.getTime(), timeZone) === localTime(due.getTime(), visitor);
  if (isSame) return null;
  return sentences.elsewhere(getClockCity(office), formatDay(due, now, visitor, timeZone));
}
