import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { send } from '#tests/faults/faults.ts';
import { makeTestDatabase, startTestPlace } from '#tests/faults/place.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { runUnderLoad } from './under-load.ts';

const SLOWNESS_MS = 500;
const SLOW_FOR_MS = IS_LONG ? 30_000 : 4_000;
const MAX_REST_MS = 5_000;

describe('a slow database', { retry: RETRY, timeout: IS_LONG ? 600_000 : 120_000 }, () => {
  it('still takes enquiries and shows pages, and nothing piles up', async () => {
    const proxy = await startDatabaseProxy((await makeTestDatabase()).url);
    onTestFinished(() => proxy.stop());
    const place = await startTestPlace({ DATABASE_URL: proxy.url, SAMPLE_CONTENT: 'on' });
    const { counts } = await runUnderLoad({
      fault: `slow database (${SLOWNESS_MS} ms a statement)`,
      rounds: roundsOf({ short: 1, long: 3 }),
      place,
      hasVisitors: true,
      async breakAndMend(load) {
        const startedAt = performance.now();
        proxy.slowDown(SLOWNESS_MS);
        await pause(SLOW_FOR_MS);
        expect(load.acknowledgedSince(startedAt + 1_000)).toBeGreaterThan(0);
        proxy.slowDown(0);
        const since = performance.now();
        const isFast = async () => {
          const page = { method: 'GET', path: `/faq?category=${Math.random()}` };
          const { status, ms } = await send(place.port, page);
          return status === 200 && ms < SLOWNESS_MS;
        };
        await expect.poll(isFast, { timeout: MAX_REST_MS }).toBe(true);
        return { since };
      },
    });
    expect([counts['rendered 503'], counts['form 503']]).toEqual([undefined, undefined]);
    expect(place.process.output()).not.toContain('"msg":"overloaded"');
  });
});
