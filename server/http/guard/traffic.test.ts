import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSourceReader, type Source } from '#server/traffic/source.ts';
import { createMetrics } from '#server/http/base/metrics.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createTraffic } from './traffic.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'], now: 5_000 }));
afterEach(() => vi.useRealTimers());

type Options = Parameters<typeof createTraffic>[0];
const [here, elsewhere] = ['192.0.2.1', '192.0.2.2'].map((address) =>
  createSourceReader([]).sourceOf(address),
) as [Source, Source];

function createTestTraffic(add: Options['requestLog']['add'], log = createTestLog()) {
  return createTraffic({
    guard: { observe: () => undefined, hasAdminAtWork: (source) => source === here },
    requestLog: { add },
    overload: { level: 0, logWeight: () => 1 },
    metrics: createMetrics(),
    log,
  });
}

it('writes at most 20 lines a second about missing pages from memory, and says how many had none', () => {
  const lines: Record<string, unknown>[] = [];
  const counted: unknown[] = [];
  const log = createTestLog({ info: (fields) => lines.push(fields) });
  const traffic = createTestTraffic((request) => counted.push(request), log);
  const missing = { method: 'GET', path: '/none', status: 404 };
  const miss = () => traffic.finished({ ...missing, source: here, kind: 'page' });
  for (let count = 0; count < 50; count += 1) miss();
  expect(lines).toHaveLength(20);
  expect(lines.at(-1)).toEqual({ ...missing, address: '192.0.2.1' });
  vi.advanceTimersByTime(1_000);
  miss();
  miss();
  expect(lines.slice(20).map(({ unlogged }) => unlogged)).toEqual([30, undefined]);
  expect(counted).toHaveLength(52);
});

it('takes the document of the back office for its own only where an administrator works', () => {
  const logged: unknown[] = [];
  const traffic = createTestTraffic(({ path, isAdmin }) => logged.push([path, isAdmin]));
  const requests = [
    [here, '/admin', 200, true],
    [here, '/admin/orders', 200, true],
    [here, '/admin/phpinfo', 404, false],
    [here, '/blog', 200, false],
    [elsewhere, '/admin', 200, false],
  ] as const;
  for (const [source, path, status] of requests) {
    traffic.finished({ source, method: 'GET', path, status, kind: 'page' });
  }
  expect(logged).toEqual(requests.map(([, path, , isAdmin]) => [path, isAdmin]));
});
