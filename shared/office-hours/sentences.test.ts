import { describe, expect, it } from 'vitest';
import { getClock } from '#shared/company/to-company.ts';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { dueAt, nextChangeAt } from './due-at.ts';
import {
  formatDeadline,
  formatInstant,
  formatLastingWithin,
  formatOfficeHours,
  formatResponse,
  formatWithin,
  getResponseState,
  getResponseStateAt,
  getClockCity,
  visitorTime,
} from './sentences.ts';

const ANKARA = { timeZone: 'Europe/Istanbul', place: { city: 'Ankara', country: 'Turkey' } };
import { DEFAULT_OFFICE_HOURS, type OfficeHours, WEEKDAYS } from './values.ts';

const ankara = (local: string) => new Date(`${local}+03:00`);
const { week } = DEFAULT_OFFICE_HOURS;

const ALL_DAY = [{ from: '00:00', to: '24:00' }];
const ALWAYS = {
  ...DEFAULT_OFFICE_HOURS,
  week: Object.fromEntries(WEEKDAYS.map((day) => [day, ALL_DAY])) as OfficeHours['week'],
};
const IN_A_WEEK = { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 2_700 };
const HOLIDAY: OfficeHours = {
  ...DEFAULT_OFFICE_HOURS,
  exceptions: [
    { from: '2026-05-26', to: '2026-05-26', name: 'Eve', open: [{ from: '09:00', to: '13:00' }] },
    { from: '2026-05-27', to: '2026-05-31', name: 'Kurban Bayramı', open: [] },
  ],
};

function responseAt(now: string, hours: OfficeHours): string {
  return formatResponse(formatWithin(getResponseStateAt(ankara(now), hours), hours));
}

describe('the response time as visitors read it', () => {
  it.each([
    ['before opening', '2026-11-24T08:59:59.999', DEFAULT_OFFICE_HOURS, '1 working hour'],
    ['at opening', '2026-11-24T09:00', DEFAULT_OFFICE_HOURS, '1 hour'],
    ['with an hour left', '2026-11-24T16:59:59.999', DEFAULT_OFFICE_HOURS, '1 hour'],
    ['when it is due the next day', '2026-11-24T17:00', DEFAULT_OFFICE_HOURS, '1 working hour'],
    ['on a Saturday', '2026-11-28T12:00', DEFAULT_OFFICE_HOURS, '1 working hour'],
    ['on the morning of an exception', '2026-05-26T11:59', HOLIDAY, '1 hour'],
    ['on the afternoon of an exception', '2026-05-26T13:00', HOLIDAY, '1 working hour'],
    ['on a holiday', '2026-05-27T10:00', HOLIDAY, '1 working hour'],
    ['when the office never closes', '2026-11-28T23:59', ALWAYS, '1 hour'],
  ])('%s', (_, now, hours, time) => {
    expect(responseAt(now, hours)).toBe(`Response within ${time}`);
  });

  it.each([
    [{ promisedMinutes: 240 }, 'four working hours'],
    [{ promisedMinutes: 540 }, 'one working day'],
    [{ promisedMinutes: 1_080 }, 'two working days'],
    [{ promisedMinutes: 45 }, '45 working minutes'],
    [{ promisedMinutes: 90 }, 'one working hour and 30 minutes'],
    [{ timeZone: 'Europe/Berlin' }, 'one working hour'],
    [{ week: { ...week, sat: week.fri } }, 'one working hour'],
  ])('changed by %j', (change, duration) => {
    const hours = { ...DEFAULT_OFFICE_HOURS, ...change };
    for (const now of ['2026-11-24T12:00', '2026-11-28T12:00']) {
      expect(responseAt(now, hours)).toBe(`Response within ${duration} of working time`);
    }
    expect(formatLastingWithin(hours)).toBe(`within ${duration}`);
  });
});

const STEP_MS = 15 * 60_000;

it('changes only at the instants that are known before', () => {
  for (const hours of [DEFAULT_OFFICE_HOURS, HOLIDAY, ALWAYS]) {
    let next = nextChangeAt(ankara('2026-05-25T00:00'), hours);
    let state = getResponseStateAt(ankara('2026-05-25T00:00'), hours);
    for (let step = 1; step < 8 * 24 * 4; step += 1) {
      const now = new Date(ankara('2026-05-25T00:00').getTime() + step * STEP_MS);
      const later = getResponseStateAt(now, hours);
      if (next && now >= next) next = nextChangeAt(now, hours);
      else expect(later, now.toISOString()).toBe(state);
      state = later;
    }
  }
});

describe('a deadline', () => {
  it.each([
    ['2026-11-24T13:01', DEFAULT_OFFICE_HOURS, '2:01 PM today', 'open'],
    ['2026-11-24T08:59', DEFAULT_OFFICE_HOURS, '10:00 AM today', 'closed'],
    ['2026-11-24T17:30', DEFAULT_OFFICE_HOURS, 'Wednesday, 9:30 AM', 'closed'],
    ['2026-11-28T12:00', DEFAULT_OFFICE_HOURS, 'Monday, 10:00 AM', 'closed'],
    ['2026-05-26T12:30', HOLIDAY, 'Monday, 9:30 AM', 'closed'],
    ['2026-11-24T23:30', ALWAYS, 'Wednesday, 12:30 AM', 'open'],
    ['2026-11-24T12:00', { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 240 }, '4:00 PM today'],
    ['2026-11-24T12:00', IN_A_WEEK, 'Tuesday, December 1, 12:00 PM'],
    ['2026-12-30T12:00', IN_A_WEEK, 'Wednesday, January 6, 2027, 12:00 PM'],
  ] as const)('of what is sent at %s', (sent, hours, when, state?: string) => {
    const due = dueAt(ankara(sent), hours);
    expect(formatDeadline(due, ankara(sent), hours)).toBe(`You'll hear from us by ${when}`);
    expect(getResponseState(due, hours)).toBe(state ?? 'changed');
  });

  it('is computed although nothing is known to open', () => {
    const closed = [{ from: '2026-01-01', to: '9999-12-31', name: 'Closed', open: [] }];
    const hours = { ...DEFAULT_OFFICE_HOURS, exceptions: closed };
    const now = ankara('2026-11-24T12:00');
    expect(formatDeadline(dueAt(now, hours), now, hours)).toBe(
      "You'll hear from us by Wednesday, December 29, 2027, 12:00 PM",
    );
    expect(nextChangeAt(now, hours)).toBeNull();
  });

  it('that has passed is no announcement', () => {
    const at = (now: string) =>
      formatDeadline(ankara('2026-11-24T15:40'), ankara(now), DEFAULT_OFFICE_HOURS);
    expect(at('2026-11-24T16:00')).toBe('Our answer was due by 3:40 PM today');
    expect(at('2026-11-26T14:40')).toBe('Our answer was due by Tuesday, November 24, 3:40 PM');
    // In an email with its date and place.
    expect(formatInstant(ankara('2026-11-30T09:54'), ANKARA)).toBe(
      'Monday, November 30, 2026, 9:54 AM in Ankara',
    );
  });
});

it('adds the time of the visitor where that is another one', () => {
  const [due, now] = [ankara('2026-11-24T15:40'), ankara('2026-11-24T14:40')];
  const to = (zone: string) => visitorTime(due, now, ANKARA, zone);
  expect(to('Europe/Istanbul')).toBeNull();
  expect(to('Africa/Nairobi')).toBeNull();
  expect(to('Europe/Berlin')).toBe('Ankara time; 1:40 PM today where you are');
  expect(to('Pacific/Auckland')).toBe('Ankara time; Wednesday, 1:40 AM where you are');
  expect(getClockCity({ timeZone: 'America/New_York' })).toBe('New York');
  // The day as well while the visitor has another one than the office.
  const [morning, night] = [ankara('2026-11-24T10:00'), ankara('2026-11-24T01:48')];
  expect(formatDeadline(morning, night, DEFAULT_OFFICE_HOURS, 'UTC')).toBe(
    "You'll hear from us by Tuesday, 10:00 AM",
  );
  expect(visitorTime(morning, night, ANKARA, 'UTC')).toBe(
    'Ankara time; Tuesday, 7:00 AM where you are',
  );
});

const lunch = [
  { from: '08:30', to: '12:00' },
  { from: '13:00', to: '24:00' },
];

it.each([
  [{ promisedMinutes: 240 }, 'Monday to Friday 9:00 AM to 6:00 PM Turkey time'],
  [{ timeZone: 'America/New_York' }, 'Monday to Friday 9:00 AM to 6:00 PM New York time'],
  [
    { week: { ...week, fri: [], sat: lunch } },
    'Monday to Thursday 9:00 AM to 6:00 PM; Saturday 8:30 AM to 12:00 PM and 1:00 PM to 12:00 AM Ankara time',
  ],
  [{ week: ALWAYS.week }, 'Monday to Sunday all day Ankara time'],
])('the office hours of %j', (change, text) => {
  const hours = { ...DEFAULT_OFFICE_HOURS, ...change };
  expect(formatOfficeHours({ ...hours, ...getClock(hours.timeZone, SAMPLE_COMPANY) })).toBe(text);
});
