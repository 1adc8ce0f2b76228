import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAt, isOpenAt, MAX_DAYS_AHEAD, nextOpenAt, openMinutesBetween } from './due-at.ts';
import { officeHoursSchema } from './schema.ts';
import {
  DEFAULT_OFFICE_HOURS,
  type Interval,
  type OfficeHours,
  type Weekday,
  WEEKDAYS,
} from './values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const day = (...times: string[]): Interval[] =>
  times.map((time) => {
    const [from = '', to = ''] = time.split('-');
    return { from, to };
  });

const daysOfWeek = <T>(each: T) =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, each])) as Record<Weekday, T>;

const everyDay = (timeZone: string, ...times: string[]): OfficeHours => ({
  ...DEFAULT_OFFICE_HOURS,
  timeZone,
  week: daysOfWeek(day(...times)),
});

function withExceptions(...exceptions: [from: string, to: string, open?: string][]): OfficeHours {
  return {
    ...DEFAULT_OFFICE_HOURS,
    exceptions: exceptions.map(([from, to, open]) => ({
      from,
      to,
      name: 'Closed',
      open: open ? day(open) : [],
    })),
  };
}

/** In Ankara, where clocks have been three hours ahead of UTC all year since 2016. */
const ankara = (local: string) => new Date(`${local}+03:00`);

// Ramazan 2026 and Kurban 2027, and the eve of the former.
const HOLIDAYS = withExceptions(
  ['2026-03-19', '2026-03-19', '09:00-13:00'],
  ['2026-03-20', '2026-03-22'],
  ['2027-05-16', '2027-05-19'],
);

describe('dueAt in a usual week or around holidays', () => {
  it.each([
    ['in open time', '2026-11-24T14:40', '2026-11-24T15:40'],
    ['to the second', '2026-11-24T14:40:37.250', '2026-11-24T15:40:37.250'],
    ['at the very opening', '2026-11-24T09:00', '2026-11-24T10:00'],
    ['so that it is due at closing', '2026-11-24T17:00', '2026-11-24T18:00'],
    ['over night', '2026-11-24T17:20', '2026-11-25T09:20'],
    ['at closing', '2026-11-24T18:00', '2026-11-25T10:00'],
    ['before opening', '2026-11-24T03:00', '2026-11-24T10:00'],
    ['over the weekend', '2026-11-27T17:30', '2026-11-30T09:30'],
    ['on a Sunday', '2026-11-29T12:00', '2026-11-30T10:00'],
    ['over the end of the year', '2026-12-31T17:59', '2027-01-01T09:59'],
    ['before the eve', '2026-03-18T17:30', '2026-03-19T09:30', HOLIDAYS],
    ['on the eve', '2026-03-19T11:00', '2026-03-19T12:00', HOLIDAYS],
    ['late on the eve', '2026-03-19T12:30', '2026-03-23T09:30', HOLIDAYS],
    ['on a holiday', '2026-03-20T10:00', '2026-03-23T10:00', HOLIDAYS],
    ['late on the last holiday', '2026-03-22T23:59', '2026-03-23T10:00', HOLIDAYS],
    ['over holidays of the next year', '2027-05-14T17:30', '2027-05-20T09:30', HOLIDAYS],
  ])('%s', (_, received, due, hours = DEFAULT_OFFICE_HOURS) => {
    expect(dueAt(ankara(received), hours)).toEqual(ankara(due));
  });

  it('counts through several intervals, which may touch, and over days', () => {
    const hours = everyDay('Europe/Istanbul', '09:00-12:00', '13:00-15:00', '15:00-17:00');
    const received = ankara('2026-11-24T11:30');
    expect(dueAt(received, hours, 45)).toEqual(ankara('2026-11-24T13:15'));
    expect(dueAt(received, hours, 180)).toEqual(ankara('2026-11-24T15:30'));
    expect(dueAt(received, hours, 7 * 60 + 3 * 420)).toEqual(ankara('2026-11-28T11:30'));
    // Also over the end of a day, and the instant itself for no minutes.
    const always = everyDay('Europe/Istanbul', '00:00-24:00');
    expect(dueAt(ankara('2026-11-24T23:30'), always)).toEqual(ankara('2026-11-25T00:30'));
    const sunday = ankara('2026-11-29T12:00');
    expect(dueAt(sunday, DEFAULT_OFFICE_HOURS, 0)).toEqual(sunday);
  });
});

describe('dueAt where clocks change', () => {
  it.each([
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    ['Europe/Berlin', '01:00-05:00', '2026-03-29T00:30Z', 60, '2026-03-29T01:30Z'],
    ['Europe/Berlin', '02:15-02:45', '2026-03-28T23:00Z', 30, '2026-03-30T00:45Z'],
    ['Europe/Berlin', '02:30-03:30', '2026-03-28T23:00Z', 30, '2026-03-29T01:30Z'],
    // Berlin, 25 October 2026: 03:00 becomes 02:00; the first 02:30 counts, and closing is at the first one, too.
    ['Europe/Berlin', '01:00-05:00', '2026-10-25T00:30Z', 60, '2026-10-25T01:30Z'],
    ['Europe/Berlin', '02:30-04:00', '2026-10-24T20:00Z', 60, '2026-10-25T01:30Z'],
    ['Europe/Berlin', '01:30-02:30', '2026-10-24T20:00Z', 61, '2026-10-26T00:31Z'],
    // New York, 8 March and 1 November 2026.
    ['America/New_York', '09:00-18:00', '2026-03-07T22:30Z', 60, '2026-03-08T13:30Z'],
    ['America/New_York', '09:00-18:00', '2026-10-31T21:30Z', 60, '2026-11-01T14:30Z'],
    // Lord Howe changes by half an hour, on 5 April and 4 October 2026.
    ['Australia/Lord_Howe', '01:00-03:00', '2026-04-04T14:00Z', 120, '2026-04-04T16:00Z'],
    ['Australia/Lord_Howe', '01:00-03:00', '2026-10-03T14:30Z', 91, '2026-10-04T14:01Z'],
    // Istanbul has not changed its clocks since 2016.
    ['Europe/Istanbul', '01:00-05:00', '2026-03-28T23:30Z', 60, '2026-03-29T00:30Z'],
    ['Europe/Istanbul', '01:00-05:00', '2026-10-25T00:30Z', 60, '2026-10-25T01:30Z'],
  ])('%s, open %s: from %s, %i minutes are up at %s', (zone, open, received, minutes, due) => {
    const hours = everyDay(zone, open);
    expect(dueAt(new Date(received), hours, minutes)).toEqual(new Date(due));
  });

  it('has days of 23, 24 and 25 hours', () => {
    const minutesOf = (zone: string, date: string) => {
      const hours = withExceptions([date, date, '00:00-24:00']);
      const closed = { ...everyDay(zone), exceptions: hours.exceptions };
      const noon = Date.parse(`${date}T12:00Z`);
      return openMinutesBetween(new Date(noon - 2 * DAY_MS), new Date(noon + 2 * DAY_MS), closed);
    };
    expect(minutesOf('Europe/Berlin', '2026-03-29')).toBe(23 * 60);
    expect(minutesOf('Europe/Berlin', '2026-10-25')).toBe(25 * 60);
    expect(minutesOf('Australia/Lord_Howe', '2026-04-05')).toBe(24.5 * 60);
    expect(minutesOf('Europe/Istanbul', '2026-03-29')).toBe(24 * 60);
    expect(minutesOf('Pacific/Apia', '2011-12-30')).toBe(0);
    // St John's, 7 November 2010: 00:01 became 23:01 of the 6th, and the 7th had begun.
    const hours = everyDay('America/St_Johns', '00:00-24:00');
    const [from, to] = [new Date('2010-11-07T02:40Z'), new Date('2010-11-07T02:50Z')];
    expect(isOpenAt(from, hours)).toBe(true);
    expect(openMinutesBetween(from, to, hours)).toBe(10);
  });
});

it('is due after so many days at the latest where the office is closed for long', () => {
  const received = ankara('2026-11-24T12:00');
  const latest = new Date(received.getTime() + MAX_DAYS_AHEAD * DAY_MS);
  const hours = withExceptions(['2026-01-01', '9999-12-31']);
  expect(dueAt(received, hours)).toEqual(latest);
  expect(nextOpenAt(received, hours)).toBeNull();
  expect(isOpenAt(received, hours)).toBe(false);
  const rarely = everyDay('Europe/Istanbul', '09:00-09:01');
  expect(dueAt(received, rarely, 10_080)).toEqual(latest);
});

it('the office is open from its opening on, and closed at its closing', () => {
  const [opens, closes] = [ankara('2026-11-24T09:00'), ankara('2026-11-24T18:00')];
  const isOpen = [opens, closes].map((instant) => isOpenAt(instant, DEFAULT_OFFICE_HOURS));
  expect(isOpen).toEqual([true, false]);
  expect(nextOpenAt(closes, DEFAULT_OFFICE_HOURS)).toEqual(ankara('2026-11-25T09:00'));
  for (const [from, to, minutes] of [
    ['2026-11-24T10:00', '2026-11-24T10:00:30', 0.5],
    ['2026-11-27T17:30', '2026-11-30T10:00', 90],
    ['2026-11-25T09:30', '2026-11-24T17:30', -60],
  ] as const) {
    expect(openMinutesBetween(ankara(from), ankara(to), DEFAULT_OFFICE_HOURS)).toBe(minutes);
  }
});

describe('whatever the calendar', () => {
  const ZONES = [
    'Europe/Istanbul',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Havana',
    'Africa/Casablanca',
    'Pacific/Chatham',
  ];
  const FIRST = Date.parse('2026-01-01');
  const instant = fc
    .integer({ min: 0, max: 2 * 365 * 24 * 60 * 60 })
    .map((seconds) => new Date(FIRST + seconds * 1_000));
  const textOf = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  /** Up to two intervals, which may touch. */
  const intervals = fc
    .uniqueArray(fc.integer({ min: 0, max: 24 * 12 }), { minLength: 2, maxLength: 4 })
    .map((marks) => {
      const times = marks.toSorted((one, other) => one - other).map((mark) => textOf(mark * 5));
      const [a = '', b = '', c, d] = times;
      return [{ from: a, to: b }, ...(c && d ? [{ from: c, to: d }] : [])];
    });
  const maybeClosed: fc.Arbitrary<Interval[]> = fc.oneof(
    { arbitrary: intervals, weight: 3 },
    fc.constant<Interval[]>([]),
  );
  const exceptions = fc
    .uniqueArray(fc.integer({ min: 0, max: 730 }), { maxLength: 20 })
    .chain((days) =>
      fc.tuple(
        ...days.toSorted((a, b) => a - b).map((at) => fc.tuple(fc.constant(at), maybeClosed)),
      ),
    )
    .map((list) =>
      list.map(([at, open]) => {
        const date = new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10);
        return { from: date, to: date, name: 'Exception', open };
      }),
    );
  const hours: fc.Arbitrary<OfficeHours> = fc.record({
    timeZone: fc.constantFrom(...ZONES),
    week: fc.record({ ...daysOfWeek(maybeClosed), mon: intervals }),
    exceptions,
    promisedMinutes: fc.integer({ min: 1, max: 600 }),
  });
  const minutes = fc.integer({ min: 0, max: 600 });
  it('is due after so many minutes of open time, which add up, and never in closed time', () => {
    fc.assert(
      fc.property(hours, instant, minutes, minutes, (calendar, received, a, b) => {
        expect(officeHoursSchema.parse(calendar)).toEqual(calendar);
        const due = dueAt(received, calendar, a + b);
        if (due.getTime() >= received.getTime() + MAX_DAYS_AHEAD * DAY_MS) return;
        expect(openMinutesBetween(received, due, calendar)).toBeCloseTo(a + b, 6);
        expect(dueAt(dueAt(received, calendar, a), calendar, b)).toEqual(due);
        if (due > received) expect(isOpenAt(new Date(due.getTime() - 1), calendar)).toBe(true);
      }),
    );
  });

  it('what comes later is not due earlier, and the next opening is the first open instant', () => {
    fc.assert(
      fc.property(hours, instant, instant, (calendar, from, other) => {
        const [first, second] = from < other ? [from, other] : [other, from];
        expect(dueAt(first, calendar) <= dueAt(second, calendar)).toBe(true);
        const opens = nextOpenAt(from, calendar);
        if (!opens) return;
        expect(isOpenAt(opens, calendar)).toBe(true);
        expect(openMinutesBetween(from, opens, calendar)).toBe(0);
        if (opens > from) expect(isOpenAt(new Date(opens.getTime() - 1), calendar)).toBe(false);
      }),
    );
  });

  it('the office is open when its clocks say so, but for the hour that comes twice', () => {
    const format = (at: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, options).format(at);
    fc.assert(
      fc.property(hours, instant, (calendar, at) => {
        const { timeZone } = calendar;
        const offsets = [-DAY_MS, 0, DAY_MS].map((away) => {
          const other = new Date(at.getTime() + away);
          return format(other, 'en', { timeZone, timeZoneName: 'longOffset' }).replace(/.*GMT/, '');
        });
        if (new Set(offsets).size > 1) return;
        const date = format(at, 'sv-SE', { timeZone });
        const time = format(at, 'en-GB', { timeZone, timeStyle: 'short' });
        const name = format(at, 'en-GB', { timeZone, weekday: 'short' }).toLowerCase();
        const weekday = WEEKDAYS.find((each) => each === name) ?? 'mon';
        const exception = calendar.exceptions.find(({ from }) => from === date);
        const isExpected = (exception?.open ?? calendar.week[weekday]).some(
          ({ from, to }) => from <= time && time < to,
        );
        expect(isOpenAt(at, calendar)).toBe(isExpected);
      }),
    );
  });
});

it('is quick for a thousand enquiries of a quarter', () => {
  const hours = withExceptions(
    ...Array.from({ length: 400 }, (_, index): [string, string] => {
      const date = new Date(Date.parse('2020-01-01') + index * DAY_MS).toISOString().slice(0, 10);
      return [date, date];
    }),
  );
  const startedAt = performance.now();
  for (let index = 0; index < 1_000; index += 1) {
    dueAt(new Date(Date.parse('2026-10-01') + index * 90 * 86_400), hours);
  }
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
