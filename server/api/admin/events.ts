import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Resources } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import type { LiveUpdates } from '#server/http/api/event-streams.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { LIMITS } from '#server/limits.ts';
import { authenticate } from '#server/services/admin-sessions/index.ts';
import { createNewLeadsWatch } from '#server/services/new-leads/index.ts';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
};

/**
 * Announces changes to the open screens of the back office: `changed` with the name of a table, no data. The public settings come
 * along as `settings`, so that a browser with pages of both kinds needs no second stream.
 */
export function eventsAdminApi(
  { db, now }: Pick<Resources, 'db' | 'now'>,
  { settings, eventStreams, onContentChange }: LiveUpdates,
  log: Logger,
) {
  const router = new Hono<HonoEnv>();
  const encoder = new TextEncoder();
  const newLeads = createNewLeadsWatch(db, (error) =>
    log.warn({ error }, 'new leads cannot be watched'),
  );

  router.get('/', (c) => {
    c.set('routeKind', 'stream');
    if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
    const token = c.req.header(SESSION_HEADER) ?? '';
    const sessionId = c.get('admin')?.sessionId ?? '';
    let release: (() => void) | null = null;
    const stops: (() => void)[] = [];

    function end(): void {
      for (const stop of stops.splice(0)) stop();
      release?.();
      release = null;
    }

    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const announce = (table: string) => send(`event: changed\ndata: ${table}\n\n`);
        const sendSettings = () =>
          send(`event: settings\ndata: ${JSON.stringify(settings.get())}\n\n`);
        const close = () => {
          if (!release) return;
          end();
          controller.close();
        };
        // An open stream must not outlive its session.
        async function beat() {
          const isAlive = await authenticate({ db, now }, token, { isBackground: true })
            .then(Boolean)
            .catch(() => true);
          if (!release) return;
          if (isAlive) send(': still here\n\n');
          else close();
        }
        // Ready is said last: whatever comes after it is announced.
        async function watch() {
          const stop = await newLeads.subscribe(announce);
          if (!release) return stop();
          stops.push(stop);
          send('event: ready\ndata: \n\n');
        }
        release = eventStreams.openForSession(sessionId, { close });
        if (!release) return;
        const heartbeat = setInterval(() => void beat(), LIMITS.eventStreamHeartbeat);
        sendSettings();
        stops.push(
          () => clearInterval(heartbeat),
          onContentChange(announce),
          settings.subscribe(sendSettings),
        );
        watch().catch((error: unknown) => {
          log.warn({ error }, 'an event stream could not start');
          close();
        });
      },
      cancel: end,
    });
    if (!release) throw new ServiceError('RATE_LIMITED', 'Too many open event streams.');
    return new Response(body, { headers: STREAM_HEADERS });
  });

  return router;
}
