import type { Gauge } from 'prom-client';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import type { Source } from '#server/traffic/source.ts';
import { createSourceLimit } from '#server/traffic/source-limit.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

export type LiveUpdates = {
  settings: CurrentSettings;
  eventStreams: EventStreams;
  onContentChange: (listener: (table: string) => void) => () => void;
};

type Stream = { close: () => void };

/** Separate limits for visitors and administrators, so that neither locks out the other. */
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

  function hold(streams: typeof visitors | typeof admins, stream: Stream, release?: () => void) {
    const count = () => gauge.set(visitors.size + admins.size);
    count();
    return () => {
      release?.();
      streams.delete(stream);
      count();
    };
  }

  return {
    /** Returns how to release the stream; null when there are too many. */
    open(source: Source, stream: Stream): (() => void) | null {
      const isFull = visitors.size >= LIMITS.eventStreams && !source.isExempt;
      const release = isClosing || isFull ? null : sources.take(source);
      if (!release) return null;
      visitors.add(stream);
      return hold(visitors, stream, release);
    },
    openForSession(sessionId: string, stream: Stream): (() => void) | null {
      if (isClosing || admins.size >= LIMITS.adminEventStreams) return null;
      const own = [...admins.values()].filter((other) => other === sessionId);
      if (own.length >= LIMITS.eventStreamsPerSession) return null;
      admins.set(stream, sessionId);
      return hold(admins, stream);
    },
    closeAll(): void {
      isClosing = true;
      for (const stream of [...visitors, ...admins.keys()]) stream.close();
    },
  };
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

type OpenStream = { send: (text: string) => void; isOpen: () => boolean; close: () => void };

type Options = {
  settings: CurrentSettings;
  admit: (stream: Stream) => (() => void) | null;
  begin: (stream: OpenStream) => (() => void) | void;
  /** Checked at each heartbeat: a stream must not outlive its session. */
  isAlive?: () => Promise<boolean>;
};

export function eventStreamResponse(
  method: string,
  { settings, admit, begin, isAlive }: Options,
): Response {
  // A HEAD request has no body whose end could close the stream.
  if (method === 'HEAD') return new Response(null, { headers: HEADERS });
  const encoder = new TextEncoder();
  const stops: (() => void)[] = [];
  let release: (() => void) | null = null;

  function end(): void {
    for (const stop of stops.splice(0)) stop();
    release?.();
    release = null;
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const sendSettings = () =>
        send(`event: settings\ndata: ${JSON.stringify(settings.get())}\n\n`);
      const isOpen = () => release !== null;
      const close = () => {
        if (!isOpen()) return;
        end();
        controller.close();
      };
      async function beat() {
        const mayGoOn = (await isAlive?.().catch(() => true)) ?? true;
        if (!mayGoOn) close();
        else if (isOpen()) send(': still here\n\n');
      }
      release = admit({ close });
      if (!release) return;
      const stop = begin({ send, isOpen, close });
      sendSettings();
      const heartbeat = setInterval(() => void beat(), LIMITS.eventStreamHeartbeat);
      stops.push(() => clearInterval(heartbeat), settings.subscribe(sendSettings));
      if (stop) stops.push(stop);
    },
    cancel: end,
  });
  if (!release) throw new ServiceError('RATE_LIMITED', 'Too many open event streams.');
  return new Response(body, { headers: HEADERS });
}
