import { expect, it } from 'vitest';
import { nextAttemptAt, RETRY_MS } from './retry.ts';

const SINCE = new Date('2026-11-23T09:00:00Z');

function delayOf(kind: 'later' | 'transport', attempts: number, random: number): number | null {
  const at = nextAttemptAt(kind, { attempts, since: SINCE, now: SINCE }, random);
  return at && (at.getTime() - SINCE.getTime()) / 1_000;
}

it.each([
  ['later', 1, 30],
  ['later', 5, 480],
  ['later', 8, 3_600],
  ['later', 5_000, 3_600],
  ['transport', 1, 30],
  ['transport', 4, 240],
  ['transport', 5, 300],
  ['transport', 2_000, 300],
] as const)('after a failure of kind %s and %i tries waits %i s', (kind, attempts, seconds) => {
  expect(delayOf(kind, attempts, 0.5)).toBe(seconds);
  expect(delayOf(kind, attempts, 0)).toBe(seconds * 0.75);
  expect(delayOf(kind, attempts, 1)).toBe(seconds * 1.25);
});

it('gives up when the next try would be later than two days after the first', () => {
  const times = { attempts: 9, since: SINCE };
  const end = SINCE.getTime() + RETRY_MS;
  const hour = 3_600_000;
  expect(nextAttemptAt('later', { ...times, now: new Date(end - hour) }, 0.5)).toEqual(
    new Date(end),
  );
  expect(nextAttemptAt('later', { ...times, now: new Date(end - hour + 1) }, 0.5)).toBeNull();
});
