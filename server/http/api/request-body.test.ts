import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import type { SourceKeys } from '#server/traffic/source-rate.ts';
import { type MultipartFile, readMultipart } from './multipart.ts';
import { readBody } from './request-body.ts';

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body that goes on for ever, a piece after each pause. */
async function* drip(pauseMs: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  for (;;) {
    await new Promise((done) => setTimeout(done, pauseMs));
    yield Buffer.from(' ');
  }
}

/** Seconds until a body that drips is given up, and with which code. */
async function secondsUntilEnd(read: () => Promise<unknown>): Promise<[number, string]> {
  let code: string | undefined;
  read().catch((error: { code: string }) => {
    code = error.code;
  });
  for (let second = 0; second <= 200; second += 1) {
    if (code !== undefined) return [second, code];
    await vi.advanceTimersByTimeAsync(1_000);
  }
  throw new Error('it goes on');
}

describe('the rate of a source', () => {
  const piece = Buffer.alloc(LIMITS.bodyRate.own.burst);
  const limits = { maxBytes: 10 * piece.length, tooLarge: '', totalMs: 60_000 };

  async function* threePieces() {
    for (let pieces = 0; pieces < 3; pieces += 1) yield piece;
  }

  /** Seconds until all three have been read. */
  async function secondsOf(source?: SourceKeys): Promise<number> {
    const headers = new Headers();
    const started = Date.now();
    const read = readBody({ headers, body: threePieces(), ...(source && { source }) }, limits);
    const seconds = read.then(() => (Date.now() - started) / 1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    return seconds;
  }

  it('holds a body back, and nobody else', async () => {
    const { perSecond, burst } = LIMITS.bodyRate.own;
    const visitor = { aggregationKey: '203.0.113.9', wideKey: '203.0.113.9' };
    expect(await secondsOf(visitor)).toBeCloseTo((2 * burst) / perSecond, 1);
    expect(await secondsOf()).toBe(0);
    expect(await secondsOf({ ...visitor, isExempt: true })).toBe(0);
  });
});

describe('a body that comes byte by byte', () => {
  const limits = { maxBytes: 1_000, tooLarge: '' };

  it.each([
    ['ends after 30 seconds', 3_000, 30],
    ['ends earlier when nothing comes', 100_000, 10],
  ])('%s', async (_, pauseMs, seconds) => {
    const request = { headers: new Headers(), body: drip(pauseMs) };
    expect(await secondsUntilEnd(() => readBody(request, limits))).toEqual([seconds, 'TIMEOUT']);
  });

  it('may take two minutes with files', async () => {
    const request = { headers: new Headers(FORM), body: drip(3_000) };
    const onFile = async ({ content }: MultipartFile) => {
      for await (const _ of content);
    };
    const reading = () => readMultipart(request, { onFile });
    expect(await secondsUntilEnd(reading)).toEqual([120, 'TIMEOUT']);
  });
});
