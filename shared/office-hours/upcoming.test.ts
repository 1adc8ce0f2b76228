import { expect, it } from 'vitest';
import { dueAt } from './due-at.ts';
import { upcomingHours } from './upcoming.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from './values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = new Date('2026-11-24T12:00:00Z');

function closedOn(...days: [from: string, to: string][]): OfficeHours {
  const exceptions = days.map(([from, to]) => ({ from, to, name: 'Closed', open: [] }));
  return { ...DEFAULT_OFFICE_HOURS, exceptions };
}

it('leaves out what is over and what is far away', () => {
  const hours = closedOn(
    ['2026-11-01', '2026-11-22'],
    ['2026-11-23', '2026-11-23'],
    ['2026-12-25', '2027-02-10'],
    ['2027-02-11', '2027-02-11'],
    ['2027-02-13', '2027-02-13'],
  );
  // What arrives in a month is due when the long closure, and what follows it, is over.
  expect(upcomingHours(hours, NOW).exceptions).toEqual(hours.exceptions.slice(1, 4));
});

it('gives the same deadlines for a month', () => {
  const closed = Array.from({ length: 60 }, (_, index): [string, string] => {
    const date = new Date(NOW.getTime() + (index * 3 - 30) * DAY_MS).toISOString().slice(0, 10);
    return [date, date];
  });
  const hours = closedOn(...closed);
  const upcoming = upcomingHours(hours, NOW);
  expect(upcoming.exceptions.length).toBeLessThan(20);
  for (let hour = 0; hour <= 31 * 24; hour += 5) {
    const received = new Date(NOW.getTime() + hour * 60 * 60 * 1_000);
    expect(dueAt(received, upcoming)).toEqual(dueAt(received, hours));
  }
});
