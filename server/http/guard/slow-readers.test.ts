import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutSlowReaders, type SlowReaders } from './slow-readers.ts';

const WINDOW_MS = 60_000;
const MIN_BYTES = 30_000;

let readers: SlowReaders;

/** A connection with as much to take as one likes. */
function openReader(bytes = 0) {
  const reader = Object.assign(new EventEmitter(), {
    writableLength: 0,
    _handle: { bytesWritten: 0, writeQueueSize: 0 },
    isCut: false,
    destroy() {
      reader.isCut = true;
      reader.emit('close');
    },
    write(bytes: number) {
      reader._handle.bytesWritten += bytes;
      reader._handle.writeQueueSize += bytes;
      reader.writableLength = reader._handle.writeQueueSize;
    },
    take(bytes: number) {
      reader._handle.writeQueueSize = Math.max(0, reader._handle.writeQueueSize - bytes);
      reader.writableLength = reader._handle.writeQueueSize;
    },
  });
  readers.watch(reader as unknown as Socket);
  reader.write(bytes);
  return reader;
}

function passTime(seconds: number, eachSecond: () => void = () => undefined): void {
  for (let second = 0; second < seconds; second += 1) {
    eachSecond();
    vi.advanceTimersByTime(1_000);
  }
}

describe('who reads', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    readers = cutSlowReaders({ windowMs: WINDOW_MS, minBytes: MIN_BYTES });
  });
  afterEach(() => {
    readers.stop();
    vi.useRealTimers();
  });

  it('nothing is cut after a while, but not at once', () => {
    const reader = openReader(1_000_000);
    passTime(WINDOW_MS / 1_000 - 1);
    expect(reader.isCut).toBe(false);
    passTime(WINDOW_MS / 2_000 + 1);
    expect(reader.isCut).toBe(true);
  });

  it.each([
    ['a few bytes at a time is cut as well', 100, 100, true, 990_000],
    ['as slowly as a bad network, but steadily, gets everything', 1_000, 1_000, false, 0],
  ])('%s', (_, seconds, bytes, isCut, left) => {
    const reader = openReader(1_000_000);
    passTime(seconds, () => reader.take(bytes));
    expect(reader).toMatchObject({ isCut, writableLength: left });
  });

  it('stands still in the middle for less than the time goes on', () => {
    const reader = openReader(500_000);
    passTime(20, () => reader.take(5_000));
    passTime(40);
    passTime(60, () => reader.take(10_000));
    expect(reader.isCut).toBe(false);
  });

  it('an event now and then is not slow, who leaves them all is', () => {
    const listening = openReader();
    const gone = openReader();
    passTime(300, () => {
      for (const reader of [listening, gone]) reader.write(20);
      listening.take(20);
    });
    expect(listening.isCut).toBe(false);
    expect(gone.isCut).toBe(true);
  });
});
