import type { Logger } from 'pino';
import type { Kysely } from 'kysely';
import { createApp, createSitePages } from '#server/app.ts';
import type { App } from '#server/http/base/request-context.ts';
import { composeSite } from '#server/compose-site.ts';
import { readConfig } from '#server/core/config.ts';
import type { DB } from '#server/db/types.ts';
import type { Overload } from '#server/http/guard/overload.ts';
import { createMetrics } from '#server/http/base/metrics.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { drawMail } from '#server/mail/templates/layout.tsx';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { RequestLog } from '#server/traffic/request-log.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { storeSampleOptions } from '#tests/support/samples/sample-options.ts';
import { createTestLog } from '#tests/support/log.ts';
import { buildServiceContext, createTestStorage } from './leads.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestGuard } from './traffic.ts';

/** The application's time: the machine's until it is stopped or set. */
export type TestClock = { now: Date; stop(): void; advance(ms: number): void; release(): void };

export type TestApp = {
  app: App;
  db: Kysely<DB>;
  clock: TestClock;
  settings: CurrentSettings;
  storage: FileStorage;
  guard: Guard;
  sources: SourceReader;
  /** Notifies open screens that a table has changed, as what follows the database does. */
  announce: (table: string) => void;
  /** The folder of the stored files and of those still being received. */
  folder: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

export const TEST_TOTP_KEY = Buffer.alloc(32, 5);

const CALM: Overload = {
  level: 0,
  begin: () => () => undefined,
  logWeight: () => 1,
  stop: () => undefined,
};

export type TestAppOptions = {
  environment?: NodeJS.ProcessEnv;
  /** How busy the process is, as far as the application knows. */
  overload?: Overload;
  requestLog?: Pick<RequestLog, 'add'>;
  log?: Logger;
  /** Another database than a fresh one of the application's own. */
  database?: Pick<TestDatabase, 'db' | 'destroy'>;
};

function createClock(): TestClock {
  let stopped: Date | null = null;
  return {
    get now() {
      return stopped ?? new Date();
    },
    set now(now) {
      stopped = now;
    },
    stop() {
      stopped = new Date();
    },
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms);
    },
    release() {
      stopped = null;
    },
  };
}

/** The whole application over its own database and folder; pages need a build, the API does not. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { environment, database = await createTestDatabase() } = options;
  const files = await createTestStorage();
  const clock = createClock();
  const { storage, folder } = files;
  const result = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  const { guard } = createTestGuard();
  if (!options.database) await storeSampleOptions(database.db);
  const site = await composeSite({
    config: result.config,
    log: options.log ?? createTestLog(),
    metrics: createMetrics(),
    resources: buildServiceContext(database.db, storage, () => clock.now),
    mailer: await createMailer(result.config, drawMail),
    preparedDb: database.db,
    createApp,
    pages: createSitePages(result.config.publicUrl, 'production'),
    hasPageCache: false,
    guard,
    overload: options.overload ?? CALM,
    requestLog: options.requestLog ?? { add: () => undefined },
    isDatabaseReady: () => Promise.resolve(true),
  });
  const { app, settings } = site;
  return {
    app,
    db: database.db,
    clock,
    settings,
    storage,
    guard,
    sources: site.traffic.sources,
    announce: site.announce,
    folder,
    request: async (path, init) => {
      const { body, headers } = await encodeForm(init);
      return app.request(path, {
        ...init,
        ...(body === undefined ? {} : { body }),
        headers: { host: 'localhost', ...headers },
      });
    },
    async close() {
      site.stop();
      await database.destroy();
      await files.destroy();
    },
  };
}

// Node's own writer of forms goes on after an application that rejects has released the body, and its failure belongs to
// nobody (nodejs/undici#5835): forms are sent as bytes.
async function encodeForm(init: RequestInit = {}) {
  const headers = Object.fromEntries(new Headers(init.headers));
  if (!(init.body instanceof FormData)) return { body: init.body, headers };
  const encoded = new Response(init.body);
  const type = encoded.headers.get('content-type') ?? '';
  return { body: await encoded.arrayBuffer(), headers: { 'content-type': type, ...headers } };
}
