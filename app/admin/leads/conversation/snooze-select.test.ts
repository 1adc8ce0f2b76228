import { expect, it } from 'vitest';
import { isOpenAt } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { fillTemplate } from '#shared/conversations/values.ts';
import { snoozeTimes } from './snooze-select.tsx';

const NOW = new Date('2026-11-23T12:00:00Z').getTime();

it.each([0, 1, 2, 3, 4, 5, 6])('snoozes into open time, %i days after a Monday', (days) => {
  const now = Date.UTC(2026, 10, 23 + days, 10, 30);
  const { hour, ...mornings } = snoozeTimes(now, DEFAULT_OFFICE_HOURS);
  expect(hour.getTime() - now).toBe(3_600_000);
  for (const time of Object.values(mornings)) {
    expect(time.getTime()).toBeGreaterThan(now);
    expect(isOpenAt(time, DEFAULT_OFFICE_HOURS)).toBe(true);
    expect(time.toISOString()).toMatch(/T06:00:00\.000Z$/);
  }
  expect(mornings.monday.getUTCDay()).toBe(1);
  expect(mornings.monday.getTime() - now).toBeLessThanOrEqual(7 * 86_400_000);
});

it('snoozes until the office opens, not until a holiday', () => {
  const hours = {
    ...DEFAULT_OFFICE_HOURS,
    exceptions: [{ from: '2026-11-24', to: '2026-11-24', name: 'Closed', open: [] }],
  };
  expect(snoozeTimes(NOW, hours).tomorrow).toEqual(new Date('2026-11-25T06:00:00Z'));
});

it('fills in what is known of an enquiry, once, and leaves the rest for its author to see', () => {
  const values = { name: 'Gökçe {admin}', reference: null, admin: 'selin' };
  expect(fillTemplate('Dear {name}: {reference} {admin} {other}', values)).toBe(
    'Dear Gökçe {admin}: {reference} selin {other}',
  );
});
