import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from './logger.ts';

const INTERVAL_MS = 10_000;

type Entry = { msg: string; requestId?: string; repeated?: number; error?: { stack?: string } };

function createTestLog() {
  let text = '';
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void (text += line) });
  const entries = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry);
  return { log, entries, size: () => text.length };
}

function rejection(port: number): Error {
  const error = new Error(`connect ECONNREFUSED 127.0.0.1:${port}`);
  return Object.assign(error, { code: 'ECONNREFUSED' });
}

describe('failures that repeat themselves', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are logged whole once and then counted, one line per kind and interval with an example', () => {
    const { log, entries } = createTestLog();
    for (let request = 1; request <= 5_000; request += 1) {
      const own = log.child({ requestId: `r${request}` });
      own.error({ error: rejection(request) }, 'request failed');
      own.warn({ error: new TypeError(`for request ${request}`) }, 'a page could not be loaded');
    }
    expect(entries().map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['request failed', 'r1'],
      ['a page could not be loaded', 'r1'],
    ]);
    expect(entries()[0]?.error?.stack).toContain('ECONNREFUSED');
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(entries().slice(2)).toMatchObject([
      { msg: 'request failed', requestId: 'r5000', repeated: 4_999, level: 50 },
      { msg: 'a page could not be loaded', requestId: 'r5000', repeated: 4_999, level: 40 },
    ]);
    expect(entries()[2]?.error).toEqual({
      name: 'Error',
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED 127.0.0.1:5000',
    });
    // Whole again after an interval without any.
    vi.advanceTimersByTime(INTERVAL_MS);
    log.error({ error: rejection(1) }, 'request failed');
    expect(entries()).toHaveLength(5);
    expect(entries()[4]).not.toHaveProperty('repeated');
    expect(entries()[4]?.error?.stack).toContain('ECONNREFUSED');
  });

  it('are told apart by what failed, and in a bounded number', () => {
    const { log, entries, size } = createTestLog();
    log.error({ error: rejection(1) }, 'request failed');
    log.error({ error: rejection(1) }, 'a form could not be accepted');
    log.error({ error: Object.assign(rejection(1), { code: '57014' }) }, 'request failed');
    log.error({ error: new Error('elsewhere') }, 'request failed');
    expect(entries()).toHaveLength(4);
    for (let kind = 0; kind < 1_000; kind += 1) {
      const error = Object.assign(new Error('of many kinds'), { code: `E${kind % 300}` });
      log.error({ error }, 'request failed');
    }
    const before = size();
    vi.advanceTimersByTime(INTERVAL_MS * 3);
    expect(size() - before).toBeLessThan(200 * 300);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave all other lines alone', () => {
    const { log, entries } = createTestLog();
    for (let time = 0; time < 3; time += 1) {
      log.info({ path: '/' }, 'responded');
      log.warn({ level: 2 }, 'overloaded');
      log.error('a job has failed');
    }
    expect(entries()).toHaveLength(9);
  });
});
