import { expect } from 'vitest';
import { it } from '#tests/support/fixtures.ts';
import { askTime, createDatabaseClock } from './database-clock.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The database said so some milliseconds after it was asked. */
function say(clock: ReturnType<typeof createDatabaseClock>, aheadMs: number, tookMs: number) {
  clock.follow(new Date(Date.now() + aheadMs), performance.now() - tookMs);
  return clock.now().getTime() - Date.now();
}

it('follows the database ahead and back, as closely as the response says', () => {
  const clock = createDatabaseClock();
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5);
  expect(Math.abs(say(clock, DAY_MS, 1) - DAY_MS)).toBeLessThan(5);
  // Within what a slow response leaves open nothing moves.
  expect(Math.abs(say(clock, DAY_MS - 300, 500) - DAY_MS)).toBeLessThan(5);
  expect(Math.abs(say(clock, -DAY_MS, 1) + DAY_MS)).toBeLessThan(5);
});

it('asks the database', async ({ db }) => {
  const clock = createDatabaseClock();
  say(clock, DAY_MS, 1);
  await askTime(clock, db);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
});
