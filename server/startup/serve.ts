import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { AppDeps } from '#server/app-deps.ts';
import type { createApp as CreateApp, createSitePages as CreateSitePages } from '#server/app.ts';
import { loadAuditKey } from './audit-key.ts';
import type { Config } from '#server/config.ts';
import { NO_CLIENT, type ServiceContext } from '#server/context.ts';
import { createDatabase, type DatabaseConnection, toClientConfig } from '#server/db/client.ts';
import { canWrite } from '#server/db/readiness.ts';
import { recordTables } from '#server/db/recorded-tables.ts';
import { watchTableVersions } from '#server/db/table-versions.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { createEventStreams } from '#server/http/api/event-streams.ts';
import { createKeptAnswers } from '#server/http/fast-path/serve-cached.ts';
import { createHostCheck } from '#server/http/guard/known-host.ts';
import { createHttpServer, endHttpServer, type ListenerOptions } from '#server/http/listener.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { createOverload } from '#server/http/guard/overload.ts';
import { createPageCache } from '#server/http/cache/page-cache.ts';
import { isKnownSegment } from '#server/http/pages/page-url.ts';
import { securityHeadersOf } from '#server/http/security-headers.ts';
import { shareCheck } from '#server/http/shared-check.ts';
import { readStaticFiles } from '#server/http/cache/static-files.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { createTraffic } from '#server/http/guard/traffic.ts';
import { loadTotpKey } from './secret-key.ts';
import { LIMITS } from '#server/limits.ts';
import { countPendingUploads } from '#server/services/orders/index.ts';
import { createCurrentSettings } from '#server/services/site-settings/index.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { createProtection } from '#server/traffic/protection.ts';
import { createRequestLog } from '#server/traffic/request-log.ts';
import { createSourceReader } from '#server/traffic/source.ts';

const root = join(import.meta.dirname, '../..');

export type Application = {
  createApp: typeof CreateApp;
  createSitePages: typeof CreateSitePages;
  /** The folder of the built browser files; none while Vite serves them. */
  clientFolder: string | null;
  before?: ListenerOptions['before'];
  close(): Promise<void>;
};

/** The application as built, or from its sources with hot reload. */
export async function loadApplication(isDevelopment: boolean): Promise<Application> {
  if (!isDevelopment) {
    const built = await import(pathToFileURL(join(root, 'build/server/index.js')).href);
    return {
      createApp: built.createApp,
      createSitePages: built.createSitePages,
      clientFolder: join(root, 'build/client'),
      close: async () => {},
    };
  }
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite ends the process on this signal by itself; the one who started this closes it in order.
  process.removeAllListeners('SIGTERM');
  const { createApp, createSitePages } = await vite.ssrLoadModule('/server/app.ts');
  return {
    createApp: createApp as typeof CreateApp,
    createSitePages: createSitePages as typeof CreateSitePages,
    clientFolder: null,
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}

type ServeOptions = {
  application: Application;
  config: Config;
  connection: DatabaseConnection;
  log: Logger;
  metrics: Metrics;
};

export type Serving = {
  /** Where it listens. */
  port: number;
  /** Lets requests under way finish, then closes everything that it opened. */
  stop(): Promise<void>;
};

/** Serves in this process, which may be one of several, with a database that is ready for it. */
export async function serve({
  application,
  config,
  connection,
  log,
  metrics,
}: ServeOptions): Promise<Serving> {
  const database = createDatabase({
    connection,
    poolSize: LIMITS.databasePool,
    statementTimeoutMs: LIMITS.statementTimeout,
    lockTimeoutMs: LIMITS.lockTimeout,
    answerTimeoutMs: LIMITS.databaseAnswer,
    log: { warn: (fields, message) => log.warn(fields, message) },
  });
  const { db, preparedDb, destroy } = database;
  const storage = await createStorage(config);
  const documents = createDocuments({ log });
  const auditKey = await loadAuditKey(config);
  const totpKey = await loadTotpKey(config);
  const logDatabase = createDatabase({
    connection,
    poolSize: LIMITS.logPool,
    statementTimeoutMs: LIMITS.statementTimeout,
    lockTimeoutMs: LIMITS.lockTimeout,
    answerTimeoutMs: LIMITS.databaseAnswer,
    applicationName: 'vitrin-log',
  });
  const requestLog = createRequestLog(logDatabase.db, log);
  const sources = createSourceReader(config.trustedProxies, () =>
    log.error(PROTECTION_MESSAGES.unconfiguredProxy),
  );
  const protection = await createProtection({
    db: logDatabase.db,
    log: log.child({ part: 'guard' }),
    configuredMode: config.protection,
  });
  const overload = createOverload({
    onLevel(level, load) {
      metrics.overloadLevel.set(level);
      log.warn({ level, ...load }, level === 0 ? 'no longer overloaded' : 'overloaded');
    },
  });
  // bounded by LIMITS.adminEventStreams: each listens for its stream
  const contentListeners = new Set<(table: string) => void>();
  const settings = createCurrentSettings(db, log);
  await settings.reload();
  const now = () => new Date();
  const pages = application.createSitePages(
    config.publicUrl,
    application.clientFolder === null ? 'development' : 'production',
  );
  const pageCache = application.clientFolder === null ? null : cachePages();

  /** Cached pages are nobody's: what renders them knows no request. */
  function cachePages() {
    const cache = createPageCache({
      isKnownSegment,
      log,
      metrics,
      async render(target) {
        const tables = new Set<string>();
        const services: ServiceContext = {
          db: preparedDb.withPlugin(recordTables(tables)),
          storage,
          documents,
          auditKey,
          totpKey,
          now,
          log: log.child({ page: target }),
          requestId: randomUUID(),
          actor: { type: 'visitor' },
          client: NO_CLIENT,
          countLead: () => undefined,
          countUnavailable: (cause) => metrics.unavailable.inc({ cause }),
        };
        const page = await pages.render(target, { services, settings: settings.get() });
        return { ...page, tables };
      },
    });
    settings.subscribe(() => cache.drop('site_settings'));
    return cache;
  }

  const versions = watchTableVersions({
    connect: () => toClientConfig(connection),
    onChange: (table, version) => {
      const follow = () => {
        pageCache?.drop(table);
        metrics.tableVersion.set({ name: table }, version);
      };
      // Pages are made from the settings in memory: they follow when those are new.
      if (table === 'site_settings') void settings.reload().then(follow);
      else follow();
      if (table === 'ip_security_rules' || table === 'traffic_protection') void protection.reload();
      for (const listener of contentListeners) listener(table);
    },
    onReconnect() {
      void settings.reload();
      void protection.reload();
      pageCache?.changesBack();
    },
    onLost: () => pageCache?.changesLost(),
    log: { warn: (fields, message) => log.warn(fields, message) },
  });

  const eventStreams = createEventStreams(metrics.eventStreams);
  const traffic = createTraffic({ guard: protection.guard, requestLog, overload, metrics, log });
  let isStopping = false;
  const isDatabaseReady = shareCheck(() => canWrite(database));
  const deps: AppDeps = {
    config,
    db,
    visitorDb: preparedDb,
    storage,
    documents,
    settings,
    log,
    metrics,
    eventStreams,
    auditKey,
    totpKey,
    traffic,
    guard: protection.guard,
    sources,
    overload,
    onContentChange(listener) {
      contentListeners.add(listener);
      return () => contentListeners.delete(listener);
    },
    now,
    pages,
    pageCache,
    isReady: async () => !isStopping && (await isDatabaseReady()),
  };
  metrics.watchDatabase(deps.isReady);
  metrics.watchUploads(async () => ({
    ...(await countPendingUploads(db)),
    free: await storage.freeBytes(),
  }));
  const app = application.createApp(deps);
  const securityHeaders = securityHeadersOf(config.publicUrl);
  const server = createHttpServer({
    fetch: (request, env) => app.fetch(request, env),
    sources,
    gate: createTrafficGate({ guard: protection.guard, sources, requestLog, securityHeaders }),
    securityHeaders,
    hasFastPath: config.hasFastPath,
    ...(pageCache && application.clientFolder !== null
      ? {
          kept: createKeptAnswers({
            files: readStaticFiles(
              application.clientFolder,
              join(root, '.cache/former-assets'),
              securityHeaders,
            ),
            pages: pageCache,
            isKnownHost: createHostCheck(config),
            sources,
            traffic,
          }),
        }
      : {}),
    ...(application.before ? { before: application.before } : {}),
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  pageCache?.warmUp();
  const address = server.address();

  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    async stop() {
      isStopping = true;
      overload.stop();
      pageCache?.stop();
      eventStreams.closeAll();
      await endHttpServer(server);
      await documents.stop();
      await Promise.all([requestLog.stop(), protection.stop()]);
      await logDatabase.destroy();
      await Promise.all([versions.stop(), application.close()]);
      await destroy();
    },
  };
}
