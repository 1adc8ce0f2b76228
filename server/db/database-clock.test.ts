import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { askTime, createDatabaseClock } from './database-clock.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The database said so some milliseconds after it was asked. */
function say(clock: ReturnType<typeof createDatabaseClock>, aheadMs: number, tookMs: number) {
  clock.follow(new Date(Date.now() + aheadMs), performance.now() - tookMs);
  return clock.now().getTime() - Date.now();
}

it('has the time of its start until it knows that of the database', () => {
  expect(Math.abs(createDatabaseClock().now().getTime() - Date.now())).toBeLessThan(5);
});

it('follows the database ahead and back, as closely as the response says', () => {
  const clock = createDatabaseClock();
  expect(Math.abs(say(clock, DAY_MS, 1) - DAY_MS)).toBeLessThan(5);
  // Within what a slow response leaves open nothing moves.
  expect(Math.abs(say(clock, DAY_MS - 300, 500) - DAY_MS)).toBeLessThan(5);
  expect(Math.abs(say(clock, -DAY_MS, 1) + DAY_MS)).toBeLessThan(5);
});

it('asks the database', async () => {
  const test = await createTestDatabase();
  try {
    const clock = createDatabaseClock();
    say(clock, DAY_MS, 1);
    await askTime(clock, test.db);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
  } finally {
    await test.destroy();
  }
});
