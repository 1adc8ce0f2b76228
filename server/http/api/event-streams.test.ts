import { Gauge } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { createEventStreams } from './event-streams.ts';

const { sourceOf } = createSourceReader([]);
const STREAM = { close: () => undefined };

function createStreams() {
  return createEventStreams(new Gauge({ name: 'streams', help: 'streams', registers: [] }));
}

/** A visitor with a network of its own. */
const strangerOf = (serial: number) => sourceOf(`100.64.${serial >> 8}.${serial & 255}`);

/** How many of `count` streams are admitted. */
function countAdmitted(count: number, open: (serial: number) => unknown): number {
  return Array.from({ length: count }, (_, serial) => open(serial)).filter(Boolean).length;
}

describe('the event streams of visitors', () => {
  it.each([
    ['an IPv4 address', LIMITS.eventStreamsPerAddress, () => '203.0.113.9'],
    ['a /64', LIMITS.eventStreamsPerAddress, (serial: number) => `2001:db8:1:1::${serial}`],
    ['a /48', LIMITS.eventStreamsPerNetwork, (serial: number) => `2001:db8:1:${serial}::1`],
  ])('from %s are at most %i', (_, max, addressOf) => {
    const streams = createStreams();
    const open = (serial: number) => streams.open(sourceOf(addressOf(serial)), { ...STREAM });
    expect(countAdmitted(LIMITS.eventStreams, open)).toBe(max);
    expect(streams.open(sourceOf('2001:db8:2::1'), STREAM)).not.toBeNull();
  });

  it('are at most so many from all together, and from this machine as many as it likes', () => {
    const streams = createStreams();
    const open = (serial: number) => streams.open(strangerOf(serial), { ...STREAM });
    expect(countAdmitted(LIMITS.eventStreams + 9, open)).toBe(LIMITS.eventStreams);
    expect(streams.open(sourceOf('127.0.0.1'), STREAM)).not.toBeNull();
  });

  it('make room when they end, and once each', () => {
    const streams = createStreams();
    const source = sourceOf('203.0.113.9');
    const releases = Array.from({ length: LIMITS.eventStreamsPerAddress }, () =>
      streams.open(source, { ...STREAM }),
    );
    releases[0]?.();
    releases[0]?.();
    expect(countAdmitted(3, () => streams.open(source, { ...STREAM }))).toBe(1);
  });
});

describe('the event streams of the back office', () => {
  it('are bounded for each session and in all, and take none of the visitors', () => {
    const streams = createStreams();
    const openOne = () => streams.openForSession('one', { ...STREAM });
    expect(countAdmitted(40, openOne)).toBe(LIMITS.eventStreamsPerSession);
    const open = (serial: number) => streams.openForSession(`session ${serial}`, { ...STREAM });
    expect(countAdmitted(LIMITS.adminEventStreams, open)).toBe(
      LIMITS.adminEventStreams - LIMITS.eventStreamsPerSession,
    );
    const visit = (serial: number) => streams.open(strangerOf(serial), { ...STREAM });
    expect(countAdmitted(LIMITS.eventStreams, visit)).toBe(LIMITS.eventStreams);
  });

  it('close with all others when the process ends, and no new one is opened', () => {
    const streams = createStreams();
    const closed: string[] = [];
    streams.openForSession('one', { close: () => closed.push('admin') });
    streams.open(sourceOf('203.0.113.9'), { close: () => closed.push('visitor') });
    streams.closeAll();
    expect(closed.toSorted()).toEqual(['admin', 'visitor']);
    expect(streams.openForSession('two', STREAM)).toBeNull();
    expect(streams.open(sourceOf('203.0.113.10'), STREAM)).toBeNull();
  });
});
