import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { mountApi } from './api/index.ts';
import type { Config } from './config.ts';
import type { AuditKey } from './audit-key.ts';
import type { ServiceContext } from './context.ts';
import type { DB } from './db/types.ts';
import { ServiceError } from './errors.ts';
import { errorResponse, publicError, statusOf } from './http/error-response.ts';
import type { EventStreams } from './http/event-streams.ts';
import { serveMedia } from './http/media.ts';
import type { Metrics } from './http/metrics.ts';
import { isShed, type Overload, shedAnswer } from './http/overload.ts';
import { createPageHandler } from './http/pages.ts';
import { type HonoEnv, peerOf } from './http/request-context.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './http/security-headers.ts';
import { readStaticFiles, serveStaticFile } from './http/static-files.ts';
import { createTextMemory } from './services/leads/index.ts';
import type { CurrentSettings } from './services/site-settings/index.ts';
import type { FileStorage } from './storage/storage.ts';
import { isLoopback } from './traffic/client-address.ts';
import type { Guard } from './traffic/guard.ts';
import type { RequestLog } from './traffic/request-log.ts';
import type { SourceReader } from './traffic/source.ts';

export type AppDeps = {
  config: Config;
  db: Kysely<DB>;
  storage: FileStorage;
  settings: CurrentSettings;
  log: Logger;
  metrics: Metrics;
  eventStreams: EventStreams;
  auditKey: AuditKey;
  requestLog: RequestLog;
  /** The traffic guard; it stands before the application and learns here how requests end. */
  guard: Guard;
  sources: SourceReader;
  overload: Overload;
  /** Calls back with the name of each table of content that changed; answers how to stop. */
  onContentChange: (listener: (table: string) => void) => () => void;
  /** Whether the process can serve: database reachable and not shutting down. */
  isReady: () => Promise<boolean>;
  now: () => Date;
  /** The folder of the built browser files; none while Vite serves them. */
  clientFolder: string | null;
};

export type App = Hono<HonoEnv>;

/** The whole middleware order on one screen; the canonical-path gate stands before it, in the listener. */
export function createApp(deps: AppDeps): App {
  const { config, settings, metrics } = deps;
  const app: App = new Hono<HonoEnv>();
  const staticFiles = deps.clientFolder ? readStaticFiles(deps.clientFolder) : new Map();
  const renderPage = createPageHandler({
    loadBuild: () => import('virtual:react-router/server-build'),
    mode: deps.clientFolder ? 'production' : 'development',
    publicUrl: config.publicUrl,
  });
  const texts = createTextMemory();
  const allowedHosts = new Set([new URL(config.publicUrl).host]);

  function contextOf(c: Context<HonoEnv>): ServiceContext {
    const { db, storage, now, auditKey } = deps;
    return {
      db,
      storage,
      now,
      auditKey,
      log: c.get('log'),
      requestId: c.get('requestId'),
      client: {
        address: c.get('clientAddress'),
        userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null,
      },
      countLead: (kind) => metrics.leads.inc({ kind }),
      noteSuspect: () =>
        deps.guard.note(deps.sources.sourceOf(c.get('clientAddress')), 'form_spam'),
      countText: (text, submission) => texts.count(text, submission),
      actor: c.get('admin') ?? { type: 'visitor' },
    };
  }

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = uuidV7();
    const log = deps.log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', log);
    c.set('routeKind', 'page');
    const source = deps.sources.read(peerOf(c.env?.incoming), c.req.header('x-forwarded-for'));
    c.set('clientAddress', source.address);
    const end = deps.overload.begin(c.req.method);
    try {
      await next();
    } finally {
      end();
    }
    for (const [name, value] of SECURITY_HEADERS) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    if (config.publicUrl.startsWith('https:')) c.res.headers.set(...STRICT_TRANSPORT);
    c.res.headers.set('x-request-id', requestId);
    const seconds = (performance.now() - started) / 1_000;
    const kind = c.get('routeKind');
    metrics.requests.inc({ kind, status: c.res.status });
    metrics.requestSeconds.observe({ kind }, seconds);
    const { method, path } = c.req;
    const { status } = c.res;
    const weight = deps.overload.logWeight();
    if (weight > 0) deps.requestLog.add({ address: source.address, path, status, kind, weight });
    deps.guard.observe(source, { method, path, status, isAdmin: c.get('admin') !== undefined });
    if (deps.overload.level > 0) return;
    log.info(
      {
        method: c.req.method,
        path: c.req.path.slice(0, 200),
        status: c.res.status,
        ms: Math.round(seconds * 10_000) / 10,
        address: c.get('clientAddress'),
      },
      c.res.status === 404 ? 'not found' : 'answered',
    );
  });

  app.onError((error, c) => {
    const { code } = publicError(error);
    if (statusOf(code) >= 500) c.get('log').error({ error }, 'request failed');
    return errorResponse(error);
  });

  app.use(async (c, next) => {
    const host = c.req.header('host') ?? '';
    const isKnown =
      !config.isPublicUrlGiven ||
      allowedHosts.has(host) ||
      /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
    if (!isKnown)
      throw new ServiceError('BAD_REQUEST', 'This server does not answer for that host.');
    await next();
  });

  app.get('/healthz', (c) => {
    c.set('routeKind', 'health');
    return c.json({ status: 'ok' });
  });
  app.get('/readyz', async (c) => {
    c.set('routeKind', 'health');
    const isReady = await deps.isReady();
    metrics.isDatabaseReady.set(isReady ? 1 : 0);
    return c.json({ status: isReady ? 'ready' : 'not ready' }, isReady ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    c.set('routeKind', 'metrics');
    const bearer = c.req.header('authorization');
    const isAllowed = config.metricsToken
      ? bearer === `Bearer ${config.metricsToken}`
      : isLoopback(c.get('clientAddress'));
    if (!isAllowed) throw new ServiceError('FORBIDDEN', 'Metrics are not public.');
    return c.body(await metrics.registry.metrics(), 200, {
      'content-type': metrics.registry.contentType,
    });
  });

  app.use(async (c, next) => {
    const file = staticFiles.get(c.req.path);
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    c.set('routeKind', 'asset');
    return serveStaticFile(file, c.req.raw);
  });
  app.get('/media/*', (c) => {
    c.set('routeKind', 'media');
    return serveMedia(deps.storage, c.req.path, c.req.raw);
  });

  app.use(async (c, next) => {
    const { method, path } = c.req;
    if (!isShed(deps.overload.level, method, path)) return next();
    if (path.startsWith('/api/')) c.set('routeKind', 'api');
    return shedAnswer(path);
  });

  mountApi(app, { ...deps, contextOf });

  app.all('*', async (c) => {
    const { path } = c.req;
    if (path !== '/' && path.endsWith('/')) return c.redirect(path.slice(0, -1), 308);
    return renderPage(c.req.raw, {
      services: contextOf(c),
      settings: settings.get(),
    });
  });

  return app;
}
