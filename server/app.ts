import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { mountApi } from '#server/api/index.ts';
import { sendMedia } from '#server/http/api/media.ts';
import type { LiveUpdates } from '#server/http/api/event-streams.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import type { App, HonoEnv } from '#server/http/base/request-context.ts';
import { sendPrivateHeaders, sendSecurityHeaders } from '#server/http/base/security-headers.ts';
import type { PageCache } from '#server/http/cache/page-cache.ts';
import { rejectUnknownHosts } from '#server/http/guard/known-host.ts';
import { rejectForeignPages } from '#server/http/guard/origin-check.ts';
import { type Overload, shedLoad } from '#server/http/guard/overload.ts';
import type { Traffic } from '#server/http/guard/traffic.ts';
import { createPages, type Pages, servePages } from '#server/http/pages/pages.ts';
import { mountProbes } from '#server/http/probes.ts';
import { beginRequest, createContextBuilder, handleErrors } from '#server/http/request.ts';
import { mountTrackingFiles } from '#server/http/tracking-files.ts';
import type { Log } from '#server/lib/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import type { Resources } from './context/context.ts';
import type { Config } from './core/config.ts';
import type { DB } from './db/types.ts';

export type AppDeps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  resources: Resources;
  mailer: Mailer;
  /** Keeps statements planned; for statements of a fixed form, which visitors and most of the back office cause. */
  preparedDb: Kysely<DB>;
  live: LiveUpdates;
  traffic: Traffic & { guard: Pick<Guard, 'record'>; sources: SourceReader; overload: Overload };
  /** `cache` is null in development, where the sources of pages change. */
  pages: Pick<Pages, 'respond'> & { cache: Pick<PageCache, 'get'> | null };
  /** Whether the process can serve: the database takes writes, and it is not stopping. */
  isReady: () => Promise<boolean>;
};

export function createSitePages(publicUrl: string, mode: 'production' | 'development'): Pages {
  return createPages({
    loadBuild: () => import('virtual:react-router/server-build'),
    mode,
    publicUrl,
  });
}

/** The order of the middleware. The traffic guard and the check for canonical paths come before it, in the listener. */
export function createApp(deps: AppDeps): App {
  const { config, log, metrics, resources, mailer, preparedDb, live, traffic, pages, isReady } =
    deps;
  const { sources, overload } = traffic;
  const sessions = { db: preparedDb, now: resources.now };
  const app: App = new Hono<HonoEnv>();

  app.onError(handleErrors(log, metrics));
  app.use(sendSecurityHeaders(config.publicUrl));
  app.use(sendPrivateHeaders);
  mountProbes(app, { metricsToken: config.metricsToken, metrics, isReady, sources });
  app.use(beginRequest({ log, traffic, buildContext: createContextBuilder(deps) }));
  app.use(rejectUnknownHosts(config));
  app.use(rejectForeignPages(config));
  app.get('/media/*', sendMedia(resources.storage));
  app.use(shedLoad(overload));
  mountTrackingFiles(app);
  mountApi(app, { config, log, resources: sessions, mailer, live, sources });
  app.all('*', servePages(pages, live.settings));

  return app;
}
