import type { Context } from 'hono';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import type { Log } from '#server/lib/log.ts';
import { requireAdmin, type Resources } from '#server/context/context.ts';
import { eventStreamResponse, type LiveUpdates } from '#server/http/api/event-streams.ts';
import { authenticate } from '#server/services/accounts/index.ts';
import { createNewLeadsWatch } from '#server/services/new-leads/index.ts';
import { mayAccess } from '#shared/admin-users/values.ts';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { endpoint, file, routerOf } from '#server/api/base/endpoint.ts';

/** Streams `changed` with the name of a table and no data, and the public settings, so that a browser needs one stream only. */
export function eventsAdminApi(
  { db, now }: Pick<Resources, 'db' | 'now'>,
  { settings, eventStreams, onContentChange }: LiveUpdates,
  log: Log,
) {
  const newLeads = createNewLeadsWatch(db, (error) =>
    log.warn({ error }, 'new leads cannot be watched'),
  );

  function open(c: Context<HonoEnv>): Response {
    c.set('routeKind', 'stream');
    const token = c.req.header(SESSION_HEADER) ?? '';
    const { sessionId, role } = requireAdmin(contextOf(c));
    const isAlive = () => authenticate({ db, now }, token, { isBackground: true }).then(Boolean);
    return eventStreamResponse(c.req.method, {
      settings,
      admit: (stream) => eventStreams.openForSession(sessionId, stream),
      isAlive,
      begin({ send, isOpen, close }) {
        // Auditors see the audit only, whose changes are not announced.
        const hears = mayAccess(role, 'work');
        const announce = (table: string) => send(`event: changed\ndata: ${table}\n\n`);
        async function endIfOver() {
          if (!(await isAlive().catch(() => true))) close();
        }
        const stops = [
          onContentChange((table) => {
            if (table === 'admin_users') void endIfOver();
            if (hears) announce(table);
          }),
        ];
        // Sent last: later changes are announced.
        async function watch() {
          if (hears) {
            const stop = await newLeads.subscribe(announce);
            if (!isOpen()) return stop();
            stops.push(stop);
          }
          send('event: ready\ndata: \n\n');
        }
        watch().catch((error: unknown) => {
          log.warn({ error }, 'an event stream could not start');
          close();
        });
        return () => {
          for (const stop of stops) stop();
        };
      },
    });
  }

  return routerOf('dashboard', {
    'GET /': endpoint({
      summary: 'Changes, as server-sent events',
      access: 'own',
      description:
        'The event `changed` carries the name of a table, `settings` the public settings; `ready` comes once, and what changes after it is announced.',
      response: file('The stream of events', 'text/event-stream'),
      run: (_ctx, _input, c) => open(c),
    }),
  });
}
