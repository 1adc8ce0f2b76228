import type { Gauge } from 'prom-client';
import { LIMITS } from '#server/limits.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import type { Source } from '#server/traffic/source.ts';
import { createSourceLimit } from '#server/traffic/source-limit.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

/** What open pages and screens are told of. */
export type LiveUpdates = {
  settings: CurrentSettings;
  eventStreams: EventStreams;
  /** Calls back with the name of each table of content that changed; returns how to stop. */
  onContentChange: (listener: (table: string) => void) => () => void;
};

type Stream = { close: () => void };

/**
 * Counts the open event streams, rejects those above the limits and closes all when the process ends. Visitors and administrators have room of
 * their own, so that neither keeps the others out.
 */
export function createEventStreams(gauge: Gauge) {
  const sources = createSourceLimit({
    max: LIMITS.eventStreamsPerAddress,
    maxWide: LIMITS.eventStreamsPerNetwork,
  });
  // bounded by LIMITS.eventStreams, not counting those of this machine and of trusted proxies
  const visitors = new Set<Stream>();
  // bounded by LIMITS.adminEventStreams
  const admins = new Map<Stream, string>();
  let isClosing = false;

  function count(): void {
    gauge.set(visitors.size + admins.size);
  }

  function countOf(sessionId: string): number {
    let streams = 0;
    for (const other of admins.values()) if (other === sessionId) streams += 1;
    return streams;
  }

  return {
    /** Admits a visitor's stream, or returns null when there are too many; call what it returns when the stream has ended. */
    open(source: Source, stream: Stream): (() => void) | null {
      const isFull = visitors.size >= LIMITS.eventStreams && !source.isExempt;
      const release = isClosing || isFull ? null : sources.take(source);
      if (!release) return null;
      visitors.add(stream);
      count();
      return () => {
        release();
        visitors.delete(stream);
        count();
      };
    },
    /** The same for a screen of the back office, whose session is what counts, wherever it comes from. */
    openForSession(sessionId: string, stream: Stream): (() => void) | null {
      if (isClosing || admins.size >= LIMITS.adminEventStreams) return null;
      if (countOf(sessionId) >= LIMITS.eventStreamsPerSession) return null;
      admins.set(stream, sessionId);
      count();
      return () => {
        admins.delete(stream);
        count();
      };
    },
    closeAll(): void {
      isClosing = true;
      for (const stream of [...visitors, ...admins.keys()]) stream.close();
    },
  };
}
