import { expect, it } from 'vitest';
import { fillTemplate } from '#shared/conversations/values.ts';
import { snoozeTimes, urgencyOf } from './deadline.ts';

const NOW = new Date('2026-11-23T12:00:00Z').getTime();

it.each([
  ['2026-11-23T12:31:00Z', 'green', false],
  ['2026-11-23T12:30:00Z', 'yellow', false],
  ['2026-11-23T12:00:00Z', 'red', true],
  ['2026-11-22T12:00:00Z', 'red', true],
])('sees an answer due at %s as %s', (dueAt, tone, isOverdue) => {
  expect(urgencyOf(dueAt, NOW)).toEqual({ tone, isOverdue });
});

it.each([0, 1, 2, 3, 4, 5, 6])('snoozes into the future, %i days after a Monday', (days) => {
  const now = new Date(2026, 10, 23 + days, 10, 30).getTime();
  const { hour, tomorrow, monday, week } = snoozeTimes(now);
  expect(hour.getTime() - now).toBe(3_600_000);
  for (const time of [tomorrow, monday, week]) {
    expect(time.getTime()).toBeGreaterThan(now);
    expect(time.getHours()).toBe(9);
  }
  expect(monday.getDay()).toBe(1);
  expect(monday.getTime() - now).toBeLessThanOrEqual(7 * 86_400_000);
});

it('fills in what is known of an enquiry, once, and leaves the rest for its author to see', () => {
  const values = { name: 'Gökçe {admin}', reference: null, admin: 'selin' };
  expect(fillTemplate('Dear {name}: {reference} {admin} {other}', values)).toBe(
    'Dear Gökçe {admin}: {reference} selin {other}',
  );
});
