import { expect, it } from 'vitest';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { getUrgency } from './due-state.tsx';

// Friday 27 November, in Ankara.
it.each([
  ['15:00', '2026-11-27T15:23', 50, 'green', 'In time', '23 min left'],
  ['15:00:30', '2026-11-27T15:23', 50, 'green', 'In time', '23 min left'],
  ['12:00', '2026-11-27T15:30', 0, 'green', 'In time', '3 h left'],
  ['19:00', '2026-11-30T10:00', 0, 'green', 'In time', '1 h of open time left'],
  ['17:45', '2026-11-30T09:30', 80, 'yellow', 'Due soon', '45 min of open time left'],
  ['19:00', '2026-11-28T12:00', 80, 'yellow', 'Due soon', 'no open time left'],
  ['15:00', '2026-11-27T15:00', 80, 'red', 'Overdue', ''],
  ['15:00', '2026-11-27T14:48', 100, 'red', 'Overdue', 'for 12 min'],
  ['09:11', '2026-11-26T17:55', 100, 'red', 'Overdue', 'for 16 min of open time'],
  ['20:00', '2026-11-27T18:00', 100, 'red', 'Overdue', ''],
])(
  'at %s an answer by %s, reminded of at %s %%, is %s: %s, %s',
  (time, due, alertLevel, tone, label, left) => {
    const now = Date.parse(`2026-11-27T${time}+03:00`);
    const deadline = { dueAt: `${due}:00+03:00`, alertLevel };
    expect(getUrgency(deadline, now, DEFAULT_OFFICE_HOURS)).toEqual({ tone, label, left });
  },
);
