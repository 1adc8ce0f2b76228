import { expect, it } from 'vitest';
import { dueWeek } from './index.ts';

it('is due from Monday 8:00 until the next one is, wherever the office is', () => {
  const due = (utc: string, zone: string) => dueWeek(new Date(utc), zone);
  expect(due('2026-11-23T04:59:59Z', 'Europe/Istanbul')).toBe('2026-11-09');
  expect(due('2026-11-23T05:00:00Z', 'Europe/Istanbul')).toBe('2026-11-16');
  expect(due('2026-11-23T21:00:00Z', 'Europe/Istanbul')).toBe('2026-11-16');
  expect(due('2026-11-29T12:00:00Z', 'Europe/Istanbul')).toBe('2026-11-16');
  // A Monday that begins on Sunday in UTC, and one that ends on Tuesday.
  expect(due('2026-11-22T17:59:59Z', 'Pacific/Kiritimati')).toBe('2026-11-09');
  expect(due('2026-11-22T18:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-16');
  expect(due('2026-11-24T09:30:00Z', 'Pacific/Niue')).toBe('2026-11-16');
});
