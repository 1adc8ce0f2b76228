import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 as uuidV7 } from 'uuid';
import type { AppDeps, createApp as CreateApp } from './app.ts';
import { loadAuditKey } from './audit-key.ts';
import { readConfig, type Config } from './config.ts';
import { createDatabase, type DatabaseConnection, toClientConfig } from './db/client.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './db/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from './db/migrate.ts';
import { loadSampleContent } from './db/sample-content/load.ts';
import { watchTableVersions } from './db/table-versions.ts';
import { makeLogPartitions } from './db/traffic-history.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { createEventStreams } from './http/event-streams.ts';
import { createHttpServer, endHttpServer, type ListenerOptions } from './http/listener.ts';
import { createLogger } from './http/logger.ts';
import { createMetrics } from './http/metrics.ts';
import { createOverload } from './http/overload.ts';
import { createTrafficGate } from './http/traffic-gate.ts';
import { startJobs } from './jobs/runner.ts';
import { LIMITS } from './limits.ts';
import { ensureFirstAdmin } from './services/admin-users/index.ts';
import { createCurrentSettings } from './services/site-settings/index.ts';
import { createStorage } from './storage/storage.ts';
import { createProtection } from './traffic/protection.ts';
import { createRequestLog } from './traffic/request-log.ts';
import { createSourceReader } from './traffic/source.ts';

const root = join(import.meta.dirname, '..');
const isDevelopment = process.argv.includes('--dev');

type Interface = {
  createApp: typeof CreateApp;
  before?: ListenerOptions['before'];
  close(): Promise<void>;
};

/** The application as built, or from its sources with hot reload. */
async function loadApplication(): Promise<Interface> {
  if (!isDevelopment) {
    const built = await import(pathToFileURL(join(root, 'build/server/index.js')).href);
    return { createApp: built.createApp, close: async () => {} };
  }
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite ends the process on this signal by itself; the stop at the end of this file closes it in order.
  process.removeAllListeners('SIGTERM');
  const { createApp } = await vite.ssrLoadModule('/server/app.ts');
  return {
    createApp: createApp as typeof CreateApp,
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}

function fail(lines: string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function connectDatabase(
  config: Config,
  log: ReturnType<typeof createLogger>,
): Promise<{ connection: DatabaseConnection; embedded: EmbeddedPostgres | null }> {
  if (config.databaseUrl) return { connection: config.databaseUrl, embedded: null };
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    database: 'vitrin',
    log: (level, message, fields) => log[level](fields ?? {}, message),
  });
  return { connection: embedded.connection, embedded };
}

async function main(): Promise<void> {
  const result = readConfig();
  if ('problems' in result) return fail(result.problems);
  const { config } = result;
  const log = createLogger(config);
  const metrics = createMetrics();

  const [application, { connection, embedded }] = await Promise.all([
    loadApplication(),
    connectDatabase(config, log),
  ]);
  const { db, destroy } = createDatabase({
    connection,
    poolSize: LIMITS.databasePool,
    statementTimeoutMs: LIMITS.statementTimeout,
    answerTimeoutMs: LIMITS.databaseAnswer,
    log: { warn: (fields, message) => log.warn(fields, message) },
  });
  const storage = await createStorage(config);
  // A migration may wait for that of another process, longer than a request may wait for an answer.
  const setup = createDatabase({ connection, poolSize: 2, applicationName: 'vitrin-setup' });
  await migrateToLatest(setup.db);
  await makeLogPartitions(setup.db, new Date()).catch((error: unknown) => {
    log.warn({ error }, 'the partitions of the request log could not be made; the job tries again');
  });
  if (config.hasSampleContent) await loadSampleContent(setup.db, storage);
  const firstAdmin = await ensureFirstAdmin(setup.db, config.admin);
  await setup.destroy();

  const auditKey = await loadAuditKey(config);
  const logDatabase = createDatabase({
    connection,
    poolSize: LIMITS.logPool,
    statementTimeoutMs: LIMITS.statementTimeout,
    answerTimeoutMs: LIMITS.databaseAnswer,
    applicationName: 'vitrin-log',
  });
  const requestLog = createRequestLog(logDatabase.db, log);
  const sources = createSourceReader(config.trustedProxies);
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
  const contentListeners = new Set<(table: string) => void>();
  const settings = createCurrentSettings(db, log);
  await settings.reload();
  const versions = watchTableVersions({
    connect: () => toClientConfig(connection),
    onChange: (table) => {
      if (table === 'site_settings') void settings.reload();
      if (table === 'ip_security_rules' || table === 'traffic_protection') void protection.reload();
      for (const listener of contentListeners) listener(table);
    },
    onReconnect() {
      void settings.reload();
      void protection.reload();
    },
    log: { warn: (fields, message) => log.warn(fields, message) },
  });

  const isUnlimited = (address: string) => sources.sourceOf(address).isExempt;
  const eventStreams = createEventStreams(metrics.eventStreams, isUnlimited);
  let isStopping = false;
  const deps: AppDeps = {
    config,
    db,
    storage,
    settings,
    log,
    metrics,
    eventStreams,
    auditKey,
    requestLog,
    guard: protection.guard,
    sources,
    overload,
    onContentChange(listener) {
      contentListeners.add(listener);
      return () => contentListeners.delete(listener);
    },
    now: () => new Date(),
    clientFolder: isDevelopment ? null : join(root, 'build/client'),
    async isReady() {
      if (isStopping || (embedded && !embedded.isReady())) return false;
      return db
        .selectFrom('siteSettings')
        .select('id')
        .executeTakeFirst()
        .then(
          () => true,
          () => false,
        );
    },
  };
  const app = application.createApp(deps);
  const server = createHttpServer({
    fetch: (request, env) => app.fetch(request, env),
    isUnlimited,
    gate: createTrafficGate({ guard: protection.guard, sources, requestLog }),
    ...(application.before ? { before: application.before } : {}),
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;

  process.stdout.write(
    [
      '',
      `  Vitrin is ready at ${config.isPublicUrlGiven ? config.publicUrl : `http://localhost:${port}`}`,
      ...(firstAdmin
        ? [
            `  Administrator: ${firstAdmin.username}`,
            ...(firstAdmin.generatedPassword
              ? [`  Password (shown only this once): ${firstAdmin.generatedPassword}`]
              : []),
            `  Sign in at ${config.publicUrl}/adminloginpage`,
          ]
        : []),
      '',
      '',
    ].join('\n'),
  );

  const jobsDatabase = createDatabase({
    connection,
    poolSize: LIMITS.jobsPool,
    applicationName: 'vitrin-jobs',
  });
  const jobs = startJobs({
    pool: jobsDatabase.pool,
    log,
    contextOf: (job) => ({
      db,
      storage,
      log: log.child({ job }),
      actor: { type: 'system', job },
      now: () => new Date(),
      requestId: uuidV7(),
      client: { address: null, userAgent: null },
      auditKey,
      countLead: () => {},
    }),
  });

  async function stop(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), LIMITS.shutdown).unref();
    overload.stop();
    eventStreams.closeAll();
    await endHttpServer(server);
    await Promise.all([requestLog.stop(), protection.stop()]);
    await logDatabase.destroy();
    await Promise.all([versions.stop(), jobs.stop(), application.close()]);
    await jobsDatabase.destroy();
    await destroy();
    await embedded?.stop();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  // The starter is gone without a word (killed): nothing would ever stop this process properly.
  process.on('disconnect', () => void stop('starter ended'));
}

main().catch((error: unknown) => {
  const message = error instanceof Error && error.message ? error.message : String(error);
  fail([isDatabaseUnavailable(error) ? `The database cannot be reached: ${message}` : message]);
});
