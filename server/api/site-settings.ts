import { Hono } from 'hono';
import * as z from 'zod';
import { siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { contentResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { eventStreamResponse, type LiveUpdates } from '#server/http/api/event-streams.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { getPolicyMarkdown } from '#server/services/site-settings/index.ts';
import { describeEndpoint } from './base/describe.ts';

const wire = wireOf(
  siteSettingsSchema.extend({ termsOfService: z.string(), privacyPolicy: z.string() }),
);

const RECONNECT_AFTER_MS = 1_000;

export function siteSettingsApi({
  settings,
  eventStreams,
}: Pick<LiveUpdates, 'settings' | 'eventStreams'>) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    describeEndpoint({
      part: 'settings',
      summary: 'The public settings of the site',
      description:
        'Answered during maintenance as well. A blank policy stands for the built-in text.',
      response: { status: 200, description: 'The settings', schema: wire.schema },
    }),
    async (c) => {
      const policies = await getPolicyMarkdown(contextOf(c));
      return contentResponse(c.req.raw, wire.encode({ ...settings.get(), ...policies }));
    },
  );

  const describeStream = describeEndpoint({
    part: 'settings',
    summary: 'Changes of the settings, as server-sent events',
    description:
      'The event `settings` carries the settings in camelCase, without the policies: once at the start, then after every change.',
    response: {
      status: 200,
      description: 'The stream of events',
      schema: z.string(),
      mediaTypes: ['text/event-stream'],
    },
  });

  router.get('/stream', describeStream, (c) => {
    c.set('routeKind', 'stream');
    return eventStreamResponse(c.req.method, {
      settings,
      admit: (stream) => eventStreams.open(c.get('source'), stream),
      begin: ({ send }) => send(`retry: ${RECONNECT_AFTER_MS}\n`),
    });
  });

  return router;
}
