import { describe, expect, it } from 'vitest';
import { OFFICE_HOURS_MESSAGES as messages } from './messages.ts';
import { officeHoursSchema } from './schema.ts';
import { DEFAULT_OFFICE_HOURS, type Interval, type OfficeException } from './values.ts';

const NEVER = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

const monday = (...mon: unknown[]) => ({ week: { ...DEFAULT_OFFICE_HOURS.week, mon } });
const interval = (from: string, to: string): Interval => ({ from, to });
const [NOON, MORNING] = [interval('12:00', '18:00'), interval('09:00', '12:01')];
const FIVE = Array.from({ length: 5 }, (_, hour) => interval(`1${hour}:00`, `1${hour}:30`));
const exception = (from: string, to: string, name = 'Holiday') => ({ from, to, name, open: [] });
const closed = (...exceptions: OfficeException[]) => ({ exceptions });
const named = (name: string) => closed(exception('2026-03-01', '2026-03-01', name));
const OVERLAP = [exception('2026-03-02', '2026-03-04'), exception('2026-03-01', '2026-03-02')];
const dates = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    return exception(date, date);
  });

function errorsOf(change: object): string[] {
  const parsed = officeHoursSchema.safeParse({ ...DEFAULT_OFFICE_HOURS, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe('rejects', () => {
  it.each([
    ['no zone', { timeZone: '' }, messages.timeZone],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, messages.timeZone],
    ['an offset', { timeZone: '+03:00' }, messages.timeZone],
    ['no promise', { promisedMinutes: 0 }, messages.promisedMinutes],
    ['more than a week', { promisedMinutes: 10_081 }, messages.promisedMinutes],
    ['half a minute', { promisedMinutes: 0.5 }, messages.promisedMinutes],
    ['six days', { week: { ...NEVER, sun: undefined } }, messages.intervals('Sunday')],
    ['a week that is none', { week: null }, messages.week],
    ['a closed week', { week: NEVER }, messages.closedWeek],
    ['a time that is none', monday(interval('9:00', '18:00')), messages.time],
    ['a day that begins at 24:00', monday(interval('24:00', '24:00')), messages.time],
    ['an end before the start', monday(interval('18:00', '09:00')), messages.order],
    ['an interval without length', monday(interval('09:00', '09:00')), messages.order],
    ['intervals that overlap', monday(NOON, MORNING), messages.overlap('Monday')],
    ['five intervals', monday(...FIVE), messages.tooManyIntervals('Monday')],
    ['no day', closed(exception('2026-02-29', '2026-03-01')), messages.exceptionDate],
    ['days in reverse', closed(exception('2026-03-02', '2026-03-01')), messages.exceptionOrder],
    ['a double exception', closed(...OVERLAP), messages.exceptionOverlap('2026-03-02')],
    ['no name', named(' '), messages.exceptionName],
    ['a long name', named('x'.repeat(101)), messages.exceptionNameTooLong],
    ['too many exceptions', closed(...dates(401)), messages.tooManyExceptions],
  ] as const)('%s', (_, change, message) => {
    expect(errorsOf(change)[0]).toBe(message);
  });

  it.each(
    [null, 'x', 7, [], [null], [[]], [{}], { mon: {} }, { from: 1 }].map((value) => ({ value })),
  )('whatever is sent in place of a part: %j', ({ value }) => {
    for (const part of ['timeZone', 'week', 'promisedMinutes'] as const) {
      if (part === 'promisedMinutes' && value === 7) continue;
      expect(errorsOf({ [part]: value }).length).toBeGreaterThan(0);
    }
    const isEmptyList = Array.isArray(value) && value.length === 0;
    if (!isEmptyList) expect(errorsOf({ exceptions: value }).length).toBeGreaterThan(0);
  });
});

it('takes the default as it is, and puts times and exceptions into their order', () => {
  expect(officeHoursSchema.parse(DEFAULT_OFFICE_HOURS)).toEqual(DEFAULT_OFFICE_HOURS);
  const parsed = officeHoursSchema.parse({
    ...DEFAULT_OFFICE_HOURS,
    ...monday(interval('13:00', '24:00'), interval('00:00', '13:00')),
    exceptions: [exception('2027-01-01', '2027-01-01'), exception('2026-12-31', '2026-12-31')],
  });
  expect(parsed.week.mon.map(({ from }) => from)).toEqual(['00:00', '13:00']);
  expect(parsed.exceptions.map(({ from }) => from)).toEqual(['2026-12-31', '2027-01-01']);
  expect(errorsOf({ exceptions: dates(400) })).toEqual([]);
});
