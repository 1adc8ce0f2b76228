import { once } from 'node:events';
import type { Config } from '#server/core/config.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createDatabase } from '#server/db/client.ts';
import { watchTableVersions } from '#server/db/table-versions.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import { SETTINGS_TABLES } from '#server/services/site-settings/index.ts';
import { buildSecurityHeaders } from '#server/http/base/security-headers.ts';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import type { readStaticFiles } from '#server/http/cache/static-files.ts';
import { createHostCheck } from '#server/http/guard/known-host.ts';
import { createOverload } from '#server/http/guard/overload.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import {
  createHttpServer,
  endHttpServer,
  leaveHttpServer,
  type ListenerOptions,
} from '#server/http/listener.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import type { Log } from '#server/lib/log.ts';
import { createMailer, type DrawMail, type Mailer } from '#server/mail/mailer.ts';
import { readConnections, resolveMail } from '#server/services/connections/index.ts';
import { createReadinessCheck } from '#server/services/readiness/index.ts';
import { createProtection, type Protection } from '#server/traffic/protection.ts';
import { createRequestLog, type RequestLog } from '#server/traffic/request-log.ts';
import type { AppDeps, createApp } from './app.ts';
import { type ComposedSite, composeSite } from './compose-site.ts';
import type { Installation } from './install.ts';
import { findPassedSocket } from './startup/systemd.ts';

export type Application = {
  createApp: typeof createApp;
  createPages: (publicUrl: string) => Pages;
  /** Null in development: Vite serves them, and no page is cached. */
  readFiles:
    | ((headers: ReturnType<typeof buildSecurityHeaders>) => ReturnType<typeof readStaticFiles>)
    | null;
  drawMail: DrawMail;
  before?: ListenerOptions['before'];
  close(): Promise<void>;
};

type ServeOptions = {
  application: Application;
  installation: Pick<Installation, 'connection' | 'resources' | 'clock'>;
  config: Config;
  log: Log;
  metrics: Metrics;
};

export type Serving = Awaited<ReturnType<typeof serve>>;

export async function serve({ application, installation, config, log, metrics }: ServeOptions) {
  const { connection, clock } = installation;
  const timeouts = {
    connection,
    statementTimeoutMs: LIMITS.statementTimeout,
    lockTimeoutMs: LIMITS.lockTimeout,
    responseTimeoutMs: LIMITS.databaseResponse,
  };
  const database = createDatabase({ ...timeouts, poolSize: LIMITS.databasePool, log });
  const logDatabase = createDatabase({
    ...timeouts,
    poolSize: LIMITS.logPool,
    applicationName: 'vitrin-log',
  });
  const resources = { db: database.db, ...installation.resources };
  const mailer = await createMailer(config, application.drawMail);
  const reloadMail = createReload(mailer, { config, log, resources });
  await reloadMail();
  const requestLog = createRequestLog(logDatabase.db, log, { now: clock.now });
  const protection = await createProtection({
    db: logDatabase.db,
    log: log.child({ part: 'guard' }),
    configuredMode: config.protection,
    now: clock.now,
  });
  const site = await composeSite({
    config,
    log,
    metrics,
    resources,
    mailer,
    preparedDb: database.preparedDb,
    createApp: application.createApp,
    pages: application.createPages(config.publicUrl),
    hasPageCache: application.readFiles !== null,
    guard: protection.guard,
    overload: createOverload({
      onLevel(level, load) {
        metrics.overloadLevel.set(level);
        log.warn({ level, ...load }, level === 0 ? 'no longer overloaded' : 'overloaded');
      },
    }),
    requestLog,
    isDatabaseReady: createReadinessCheck({ database, options: timeouts, resources, log }),
  });
  const changes = watchTableVersions({
    ...followChanges(site, { protection, reloadMail }, metrics),
    connect: () => connection,
    log,
    onTime: clock.follow,
  });
  const server = createListener(application, site, config, requestLog);
  const passed = findPassedSocket();
  server.listen(passed === null ? { port: config.port, host: config.host } : { fd: passed });
  await once(server, 'listening');
  site.pageCache?.warmUp();
  const address = server.address();

  return {
    mailer,
    port: typeof address === 'object' && address ? address.port : config.port,
    async stop(): Promise<void> {
      site.leave();
      if (config.trustedProxies.length > 0 || passed !== null) {
        await leaveHttpServer(server, LIMITS.leaving, passed !== null);
      }
      site.stop();
      await endHttpServer(server);
      await Promise.all([requestLog.stop(), protection.stop()]);
      await logDatabase.destroy();
      await Promise.all([changes.stop(), application.close()]);
      await database.destroy();
    },
  };
}

/** Runs reloads one after another, so that the newest state remains. */
function createReload(
  mailer: Mailer,
  { config, log, resources }: Pick<AppDeps, 'config' | 'log' | 'resources'>,
): () => Promise<void> {
  let loading = Promise.resolve();
  async function load(before: Promise<void>): Promise<void> {
    await before;
    try {
      const stored = await readConnections(resources.db, resources.totpKey);
      const mail = resolveMail(config.mail, stored, config.backupTarget);
      for (const { kind, reason } of mail.unreadable) {
        log.warn({ connection: kind, reason }, 'a stored connection has to be entered again');
      }
      mailer.use(mail);
    } catch (error) {
      log.error({ error }, 'the connections could not be read; the former ones stay');
    }
  }
  return () => (loading = load(loading));
}

function createListener(
  { readFiles, before }: Application,
  { app, traffic, pageCache }: ComposedSite,
  config: Config,
  requestLog: RequestLog,
) {
  const { guard, sources } = traffic;
  const securityHeaders = buildSecurityHeaders(config.publicUrl);
  const cached =
    pageCache &&
    readFiles &&
    createCachedResponses({
      files: readFiles(securityHeaders),
      pages: pageCache,
      isKnownHost: createHostCheck(config),
      sources,
      traffic,
    });
  return createHttpServer({
    fetch: (request, env) => app.fetch(request, env),
    sources,
    gate: createTrafficGate({ guard, sources, requestLog, securityHeaders }),
    securityHeaders,
    ...(cached && { cached }),
    ...(before && { before }),
  });
}

function followChanges(
  { settings, pageCache, announce }: ComposedSite,
  { protection, reloadMail }: { protection: Protection; reloadMail: () => Promise<void> },
  metrics: Metrics,
) {
  return {
    onChange(table: string, version: number): void {
      const follow = () => {
        pageCache?.invalidate(table);
        metrics.tableVersion.set({ name: table }, version);
      };
      // Pages render the settings in memory, which must be new first.
      if (SETTINGS_TABLES.includes(table)) void settings.reload().then(follow);
      else follow();
      if (table === 'connections') void reloadMail();
      if (table === 'ip_security_rules' || table === 'traffic_protection') void protection.reload();
      announce(table);
    },
    onReconnect(): void {
      void settings.reload();
      void protection.reload();
      void reloadMail();
      pageCache?.changesBack();
    },
    onLost: () => pageCache?.changesLost(),
  };
}
