import type { Gauge } from 'prom-client';
import { LIMITS } from '../limits.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

type Stream = { close: () => void };

/** Counts the open event streams, refuses those above the limits and closes all when the process ends. */
export function createEventStreams(gauge: Gauge, isUnlimited: (address: string) => boolean) {
  const streams = new Map<Stream, string>();
  let isClosing = false;

  function countOf(address: string): number {
    let count = 0;
    for (const other of streams.values()) if (other === address) count += 1;
    return count;
  }

  return {
    /** Admits a stream, or answers null when there are too many; call the answer when it has ended. */
    open(address: string, stream: Stream): (() => void) | null {
      const isUnlimitedAddress = isUnlimited(address);
      if (isClosing) return null;
      if (!isUnlimitedAddress && streams.size >= LIMITS.eventStreams) return null;
      if (!isUnlimitedAddress && countOf(address) >= LIMITS.eventStreamsPerAddress) return null;
      streams.set(stream, address);
      gauge.set(streams.size);
      return () => {
        streams.delete(stream);
        gauge.set(streams.size);
      };
    },
    closeAll(): void {
      isClosing = true;
      for (const stream of streams.keys()) stream.close();
    },
  };
}
