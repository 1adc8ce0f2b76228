import { Hono } from 'hono';
import * as z from 'zod';
import { siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { ServiceError } from '#server/errors.ts';
import { contentAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import type { LiveUpdates } from '#server/http/api/event-streams.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { LIMITS } from '#server/limits.ts';
import { getPolicyTexts } from '#server/services/site-settings/index.ts';
import { describeCall } from './describe.ts';

const wire = wireOf(
  siteSettingsSchema.extend({ termsOfService: z.string(), privacyPolicy: z.string() }),
);

const RECONNECT_AFTER_MS = 1_000;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

export function siteSettingsApi(
  contextOf: ContextOf,
  { settings, eventStreams }: Pick<LiveUpdates, 'settings' | 'eventStreams'>,
) {
  const router = new Hono<HonoEnv>();
  const encoder = new TextEncoder();

  router.get(
    '/',
    describeCall({
      tag: 'Settings',
      summary: 'The public settings of the site',
      description:
        'Answered during maintenance as well. A blank policy stands for the built-in text.',
      answer: { status: 200, description: 'The settings', schema: wire.schema },
      errors: ['UNAVAILABLE'],
    }),
    async (c) => {
      const policies = await getPolicyTexts(contextOf(c));
      return contentAnswer(c.req.raw, wire.encode({ ...settings.get(), ...policies }));
    },
  );

  const describeStream = describeCall({
    tag: 'Settings',
    summary: 'Changes of the settings, as server-sent events',
    description:
      'The event `settings` carries the settings in camelCase, without the policies: once at the start, then after every change.',
    answer: {
      status: 200,
      description: 'The stream of events',
      schema: z.string(),
      mediaType: 'text/event-stream',
    },
    errors: ['RATE_LIMITED'],
  });

  router.get('/stream', describeStream, (c) => {
    c.set('routeKind', 'stream');
    // Nobody would ever read, and so end, the stream of a HEAD request.
    if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
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
        const sendSettings = () =>
          send(`event: settings\ndata: ${JSON.stringify(settings.get())}\n\n`);
        const close = () => {
          if (!release) return;
          end();
          controller.close();
        };
        release = eventStreams.open(c.get('source'), { close });
        if (!release) return;
        send(`retry: ${RECONNECT_AFTER_MS}\n`);
        sendSettings();
        stopListening = settings.subscribe(sendSettings);
        heartbeat = setInterval(() => send(': still here\n\n'), LIMITS.eventStreamHeartbeat);
      },
      cancel: end,
    });
    if (!release) throw new ServiceError('RATE_LIMITED', 'Too many open event streams.');
    return new Response(body, { headers: STREAM_HEADERS });
  });

  return router;
}
