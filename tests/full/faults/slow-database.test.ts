import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { send } from '#tests/faults/faults.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { runUnderLoad, startSiteOn } from './under-load.ts';

const SLOWNESS_MS = 500;
const SLOW_FOR_MS = IS_LONG ? 30_000 : 4_000;
/** What is in flight when the database is fast again. */
const MAX_REST_MS = 5_000;

async function start() {
  const database = await createTestDatabase();
  onTestFinished(() => database.destroy());
  const proxy = await startDatabaseProxy(database.url);
  onTestFinished(() => proxy.stop());
  const place = await startSiteOn(proxy.url);
  onTestFinished(() => place.stop());
  return { proxy, place, db: database.db };
}

describe('a slow database', { retry: RETRY, timeout: IS_LONG ? 600_000 : 120_000 }, () => {
  it('still takes enquiries and shows pages, and nothing piles up', async () => {
    const { proxy, place, db } = await start();
    const { visitors } = await runUnderLoad({
      fault: `slow database (${SLOWNESS_MS} ms a statement)`,
      rounds: roundsOf({ short: 1, long: 3 }),
      place,
      db,
      async breakAndMend(load) {
        const since = performance.now();
        proxy.slowDown(SLOWNESS_MS);
        await pause(SLOW_FOR_MS);
        expect(load.acknowledgedSince(since + 1_000)).toBeGreaterThan(0);
        proxy.slowDown(0);
        const mendedAt = performance.now();
        await expect
          .poll(
            async () => {
              const page = { method: 'GET', path: `/faq?category=${Math.random()}` };
              const { status, ms } = await send(place.port, page);
              return status === 200 && ms < SLOWNESS_MS;
            },
            { timeout: MAX_REST_MS },
          )
          .toBe(true);
        return mendedAt;
      },
    });
    expect(visitors.counts['rendered 503']).toBeUndefined();
    expect(visitors.counts['form 503']).toBeUndefined();
    expect(place.process.output()).not.toContain('"msg":"overloaded"');
  });
});
