import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSourceReader } from '#server/traffic/source.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createTraffic } from './traffic.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'], now: 5_000 }));
afterEach(() => vi.useRealTimers());

it('writes at most 20 lines a second about missing pages from memory, and says how many had none', () => {
  const lines: Record<string, unknown>[] = [];
  const counted: unknown[] = [];
  const traffic = createTraffic({
    guard: { observe: () => undefined },
    requestLog: { add: (request) => counted.push(request) },
    overload: { level: 0, logWeight: () => 1 },
    metrics: createMetrics(),
    log: createTestLog({ info: (fields) => lines.push(fields) }),
  });
  const source = createSourceReader([]).sourceOf('192.0.2.1');
  const miss = () =>
    traffic.finished({ source, method: 'GET', path: '/none', status: 404, kind: 'page' });
  for (let count = 0; count < 50; count += 1) miss();
  expect(lines).toHaveLength(20);
  expect(lines.at(-1)).toEqual({
    method: 'GET',
    path: '/none',
    status: 404,
    address: '192.0.2.1',
  });
  vi.advanceTimersByTime(1_000);
  miss();
  miss();
  expect(lines.slice(20).map(({ unlogged }) => unlogged)).toEqual([30, undefined]);
  expect(counted).toHaveLength(52);
});
