import { Hono } from 'hono';
import { ServiceError } from '../errors.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { HonoEnv } from '../http/request-context.ts';
import { LIMITS } from '../limits.ts';
import type { CurrentSettings } from '../services/site-settings/index.ts';

type Options = { settings: CurrentSettings; eventStreams: EventStreams };

const RECONNECT_AFTER_MS = 1_000;

/** Streams the settings as server-sent events: once at the start, then after every change. */
export function siteSettingsStream({ settings, eventStreams }: Options): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  const encoder = new TextEncoder();

  router.get('/stream', (c) => {
    c.set('routeKind', 'stream');
    let release: (() => void) | null = null;
    let stopListening = () => {};
    let heartbeat: NodeJS.Timeout | undefined;

    function end(): void {
      clearInterval(heartbeat);
      stopListening();
      release?.();
      release = null;
    }

    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const sendSettings = () => send(`event: settings\ndata: ${JSON.stringify(settings.get())}\n\n`);
        const close = () => {
          if (!release) return;
          end();
          controller.close();
        };
        release = eventStreams.open(c.get('clientAddress'), { close });
        if (!release) return;
        send(`retry: ${RECONNECT_AFTER_MS}\n`);
        sendSettings();
        stopListening = settings.subscribe(sendSettings);
        heartbeat = setInterval(() => send(': still here\n\n'), LIMITS.eventStreamHeartbeat);
      },
      cancel: end,
    });
    if (!release) throw new ServiceError('RATE_LIMITED', 'Too many open event streams.');
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    });
  });

  return router;
}
