import { describe, expect, it } from 'vitest';
import { promiseNow, promiseOf, promiseWithoutScripts, ruleOf, visitorTime } from './sentences.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from './values.ts';

const ankara = (local: string) => new Date(`${local}+03:00`);
const { week } = DEFAULT_OFFICE_HOURS;

const HOLIDAY: OfficeHours = {
  ...DEFAULT_OFFICE_HOURS,
  exceptions: [{ from: '2026-05-25', to: '2026-05-31', name: 'Kurban Bayramı', open: [] }],
};

describe('what the promise means now', () => {
  it.each([
    ['2026-11-24T14:40', DEFAULT_OFFICE_HOURS, 'Answer by 15:40 today'],
    ['2026-11-24T08:59', DEFAULT_OFFICE_HOURS, 'We reopen today 9:00; answer by 10:00'],
    ['2026-11-24T17:30', DEFAULT_OFFICE_HOURS, 'Answer by 9:30 tomorrow'],
    ['2026-11-24T18:00', DEFAULT_OFFICE_HOURS, 'We reopen tomorrow 9:00; answer by 10:00'],
    ['2026-11-27T17:30', DEFAULT_OFFICE_HOURS, 'Answer by 9:30 Monday'],
    ['2026-11-28T12:00', DEFAULT_OFFICE_HOURS, 'We reopen Monday 9:00; answer by 10:00'],
    ['2026-05-22T17:30', HOLIDAY, 'Answer by 9:30 Monday 1 June'],
    ['2026-05-25T10:00', HOLIDAY, 'We reopen Monday 1 June 9:00; answer by 10:00'],
    ['2026-05-26T10:00', HOLIDAY, 'We reopen Monday 9:00; answer by 10:00'],
    [
      '2026-11-28T12:00',
      { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 600 },
      'We reopen Monday 9:00; answer by 10:00 Tuesday',
    ],
  ] as const)('at %s', (now, hours, text) => {
    expect(promiseNow(ankara(now), hours)).toBe(text);
  });

  it('says the deadline alone when nothing is known to open', () => {
    const closed = [{ from: '2026-01-01', to: '9999-12-31', name: 'Closed', open: [] }];
    const hours = { ...DEFAULT_OFFICE_HOURS, exceptions: closed };
    expect(promiseNow(ankara('2026-11-24T12:00'), hours)).toBe(
      'Answer by 12:00 Wednesday 29 December',
    );
  });
});

it('says what was promised before', () => {
  const due = ankara('2026-11-24T15:40');
  const at = (now: string) => promiseOf(due, ankara(now), DEFAULT_OFFICE_HOURS);
  expect(at('2026-11-24T14:40')).toBe('Answer by 15:40 today');
  expect(promiseWithoutScripts(due, DEFAULT_OFFICE_HOURS)).toBe(
    'Answer by 15:40, Tuesday 24 November 2026 in Ankara',
  );
  expect(at('2026-11-26T14:40')).toBe('Answer by 15:40 Tuesday 24 November');
});

it('says it in the time of the visitor where that is another one', () => {
  const [due, now] = [ankara('2026-11-24T15:40'), ankara('2026-11-24T14:40')];
  const to = (zone: string) => visitorTime(due, now, 'Europe/Istanbul', zone);
  expect(to('Europe/Istanbul')).toBeNull();
  expect(to('Africa/Nairobi')).toBeNull();
  expect(to('Europe/Berlin')).toBe('Ankara time; 13:40 today where you are');
  expect(to('Pacific/Auckland')).toBe('Ankara time; 1:40 Wednesday where you are');
  expect(visitorTime(ankara('2026-11-24T18:00'), now, 'Europe/Istanbul', 'Asia/Tokyo')).toBe(
    'Ankara time; 0:00 tomorrow where you are',
  );
});

it('names the days while the visitor has another one than the office', () => {
  const now = ankara('2026-11-24T01:48');
  const due = ankara('2026-11-24T10:00');
  expect(promiseNow(now, DEFAULT_OFFICE_HOURS, 'UTC')).toBe(
    'We reopen Tuesday 9:00; answer by 10:00',
  );
  expect(promiseOf(due, now, DEFAULT_OFFICE_HOURS, 'UTC')).toBe('Answer by 10:00 Tuesday');
  expect(visitorTime(due, now, 'Europe/Istanbul', 'UTC')).toBe(
    'Ankara time; 7:00 Tuesday where you are',
  );
});

describe('the rule', () => {
  const lunch = [
    { from: '08:30', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ];
  it.each([
    [{}, 'Monday to Friday, 9:00 to 18:00 in Ankara; answer within 1 hour of open time'],
    [
      { promisedMinutes: 150, timeZone: 'America/New_York' },
      'Monday to Friday, 9:00 to 18:00 in New York; answer within 2 hours 30 minutes of open time',
    ],
    [
      { week: { ...week, wed: lunch, sat: lunch }, promisedMinutes: 1 },
      'Monday to Tuesday, 9:00 to 18:00; Wednesday, 8:30 to 12:00 and 13:00 to 24:00; Thursday to Friday, 9:00 to 18:00; Saturday, 8:30 to 12:00 and 13:00 to 24:00 in Ankara; answer within 1 minute of open time',
    ],
  ])('of %j', (change, text) => {
    expect(ruleOf({ ...DEFAULT_OFFICE_HOURS, ...change })).toBe(text);
  });
});
