import type { DB } from '#server/db/types.ts';
import type { LiveUpdates } from '#server/http/api/event-streams.ts';
import type { PageCache } from '#server/http/cache/page-cache.ts';
import type { Traffic } from '#server/http/guard/traffic.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Config } from './core/config.ts';
import { cachedTarget } from '#server/http/base/page-url.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';
import { createPages, type Pages } from '#server/http/pages/pages.ts';
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Log } from '#server/lib/log.ts';
import { mountApi } from '#server/api/index.ts';
import { reportFailure, type Resources, type ServiceContext } from './context/context.ts';
import { ServiceError, type Unavailability } from './core/errors.ts';
import { splitTarget } from '#server/http/base/canonical-path.ts';
import { acceptedEncodings } from '#server/http/base/encoding.ts';
import { errorResponse, publicError, statusOf } from '#server/http/base/error-response.ts';
import { readForeignUse } from '#server/http/base/fetch-metadata.ts';
import { serveMedia } from '#server/http/api/media.ts';
import { isShed, type Overload, shedResponse } from '#server/http/guard/overload.ts';
import { createHostCheck, describeUnknownHost } from '#server/http/guard/known-host.ts';
import { NOTICE_HEADERS, renderNotice } from '#server/http/guard/notice-page.ts';
import { createOriginCheck, FOREIGN_PAGE_MESSAGE } from '#server/http/guard/origin-check.ts';
import { toResponse } from '#server/http/base/cached-response.ts';
import { mountProbes } from '#server/http/probes.ts';
import { type App, type HonoEnv, readSource } from '#server/http/base/request-context.ts';
import { PRIVATE_HEADERS, securityHeadersOf } from '#server/http/base/security-headers.ts';
import { mountTrackingFiles } from '#server/http/tracking-files.ts';
import { isPrivatePath } from '#shared/routes.ts';
import { createFailedSubmissions, createTextMemory } from '#server/services/leads/index.ts';

export type AppDeps = {
  config: Config;
  log: Log;
  metrics: Metrics;
  resources: Resources;
  mailer: Mailer;
  /** The same database with statements that stay planned: for what visitors ask, and what most requests of the back office do. */
  preparedDb: Kysely<DB>;
  live: LiveUpdates;
  traffic: Traffic & {
    guard: Pick<Guard, 'record'>;
    sources: SourceReader;
    overload: Overload;
  };
  /** `cache` is null while the sources of the pages change. */
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

/** The whole middleware order on one screen; the canonical-path gate stands before it, in the listener. */
export function createApp(deps: AppDeps): App {
  const { config, log, metrics, resources, mailer, preparedDb, live, traffic, pages, isReady } =
    deps;
  const { guard, sources, overload } = traffic;
  const app: App = new Hono<HonoEnv>();
  const strings = createTextMemory();
  const failures = createFailedSubmissions(config.dataDir, resources.now);
  const failedSubmissions: ServiceContext['failedSubmissions'] = {
    add(kind) {
      metrics.failedLeads.inc({ kind });
      failures.add();
    },
    countLastDay: () => failures.countLastDay(),
  };
  const isKnownHost = createHostCheck(config);
  const unknownHost = describeUnknownHost(config);
  const isOwnPage = createOriginCheck(config);
  const securityHeaders = securityHeadersOf(config.publicUrl);
  const closedHeaders = [...securityHeaders, ['content-security-policy', CLOSED_POLICY] as const];

  const countUnavailable = (cause: Unavailability) => metrics.unavailable.inc({ cause });

  function servicesOf(c: Context<HonoEnv>): ServiceContext {
    const admin = c.get('admin');
    const { address, aggregationKey, wideKey, isExempt } = c.get('source');
    return {
      ...resources,
      db: admin ? resources.db : preparedDb,
      ...(admin && { preparedDb }),
      log: c.get('log'),
      requestId: c.get('requestId'),
      client: {
        address,
        aggregationKey,
        wideKey,
        isExempt,
        userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null,
      },
      officeHours: () => live.settings.get().officeHours,
      countLead: (kind) => metrics.leads.inc({ kind }),
      failedSubmissions,
      countDeniedUpload: (reason) => metrics.deniedUploads.inc({ reason }),
      countUnavailable,
      recordSignIn: () => c.set('hasSignedIn', true),
      recordSpam: () => guard.record(c.get('source'), 'form_spam'),
      countText: (text, submission) => strings.count(text, submission),
      actor: admin ?? { type: 'visitor' },
    };
  }

  app.onError((error, c) => {
    const { code } = publicError(error);
    if (statusOf(code) >= 500) {
      reportFailure({ log: c.get('log') ?? log, countUnavailable }, error, 'request failed');
    }
    return errorResponse(error);
  });

  app.use(async (c, next) => {
    await next();
    // Pages have a policy of their own, in development none.
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html');
    for (const [name, value] of isPage ? securityHeaders : closedHeaders) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });

  app.use(async (c, next) => {
    await next();
    if (!isPrivatePath(c.req.path)) return;
    for (const [name, value] of PRIVATE_HEADERS) c.res.headers.set(name, value);
  });

  mountProbes(app, { metricsToken: config.metricsToken, metrics, isReady, sources });

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    c.set('services', () => servicesOf(c));
    c.set('routeKind', 'page');
    const source = readSource(c, sources);
    c.set('source', source);
    const end = overload.begin(c.req.method);
    try {
      await next();
    } finally {
      end();
    }
    c.res.headers.set('x-request-id', requestId);
    traffic.finished({
      source,
      method: c.req.method,
      // As it was asked for: the router's own is decoded, and the guard has evaluated this one.
      path: splitTarget(targetOf(c.req.url)).path,
      status: c.res.status,
      kind: c.get('routeKind'),
      made: { requestId, durationMs: performance.now() - started },
      isAdmin: c.get('admin') !== undefined || c.get('hasSignedIn') === true,
      isForeign: readForeignUse(c.req.method, c.env?.incoming?.headers ?? {}) !== null,
    });
  });

  app.use(async (c, next) => {
    if (isKnownHost(c.req.header('host'))) return next();
    const { title, lines } = unknownHost;
    if (!c.req.path.startsWith('/api/'))
      return c.body(renderNotice(unknownHost), 400, NOTICE_HEADERS);
    throw new ServiceError('BAD_REQUEST', [`${title}.`, ...lines].join(' '));
  });

  app.use(async (c, next) => {
    if (!isOwnPage(c.req.method, (name) => c.req.header(name)))
      throw new ServiceError('FORBIDDEN', FOREIGN_PAGE_MESSAGE);
    await next();
  });

  app.get('/media/*', (c) => {
    c.set('routeKind', 'media');
    return serveMedia(resources.storage, c.req.path, c.req.raw);
  });

  app.use(async (c, next) => {
    const { method, path } = c.req;
    if (!isShed(overload.level, method, path)) return next();
    if (path.startsWith('/api/')) c.set('routeKind', 'api');
    return shedResponse(path);
  });

  mountTrackingFiles(app);
  const sessions = { db: preparedDb, now: resources.now };
  mountApi(app, { config, log, resources: sessions, mailer, live, sources });

  app.all('*', async (c) => {
    const { path } = c.req;
    if (path !== '/' && path.endsWith('/')) return c.redirect(path.slice(0, -1), 308);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const target = isRead && pages.cache ? cachedTarget(targetOf(c.req.url)) : null;
    if (pages.cache && target) {
      const [encoding = null] = acceptedEncodings(c.req.header('accept-encoding') ?? null);
      return toResponse(await pages.cache.get(target, encoding), c.req.raw);
    }
    return pages.respond(c.req.raw, { services: servicesOf(c), settings: live.settings.get() });
  });

  return app;
}

function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
