import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { createDatabase, type Database, type DatabaseConnection } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import type { Config } from '#server/core/config.ts';
import type { DB } from '#server/db/types.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { storeSampleOptions } from '#tests/support/samples/sample-options.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

type Environment = Record<string, string>;
type Options = Partial<Omit<Parameters<typeof startSite>[0], 'environment'>>;

export type Place = Awaited<ReturnType<typeof makePlace>>;

/** A port and a data folder in which the built site can be started, by default without sample content. A given folder is not removed. */
export async function makePlace(environment: Environment = {}, options: Options = {}) {
  const { port = await freePort(), dataDir = await makeDataDir() } = options;
  const all: Environment = { SAMPLE_CONTENT: 'off', ...environment };
  let process: SiteProcess | null = null;

  /** URL of the embedded database once it runs, unless the environment names another database. */
  async function connection(): Promise<DatabaseConnection> {
    if (all['DATABASE_URL'] !== undefined) return all['DATABASE_URL'];
    const find = () => findRunningPostgres({ dataDir, database: 'vitrin' });
    return vi.waitUntil(find, { timeout: 60_000, interval: 100 });
  }

  /** Orders of the tests choose from the sample options. */
  async function offerOptions(site: SiteProcess): Promise<void> {
    const { db, destroy } = createDatabase({ connection: await connection(), poolSize: 1 });
    await storeSampleOptions(db);
    const versions = await readRows(db, 'tableVersions', ['name', 'version'], {
      name: 'site_content',
    });
    await destroy();
    await site.follow(versions);
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    /** The process that was started last. */
    get process(): SiteProcess {
      if (process === null) throw new Error('the site was not started');
      return process;
    },
    async start(changes: Options = {}): Promise<SiteProcess> {
      process = await startSite({ ...options, port, dataDir, ...changes, environment: all });
      const isOlder = (changes.root ?? options.root) !== undefined;
      if (all['SAMPLE_CONTENT'] === 'off' && !isOlder) await offerOptions(process);
      return process;
    },
    connection,
    openDatabase: async (): Promise<Database> =>
      createDatabase({
        connection: await connection(),
        poolSize: 2,
        applicationName: 'test',
      }),
    async stop(): Promise<void> {
      await process?.end('SIGTERM');
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startPlace(...given: Parameters<typeof makePlace>): Promise<Place> {
  const place = await makePlace(...given);
  await place.start();
  return place;
}

export async function makeTestPlace(...given: Parameters<typeof makePlace>): Promise<Place> {
  const place = await makePlace(...given);
  onTestFinished(() => place.stop());
  return place;
}

export async function startTestPlace(...given: Parameters<typeof makePlace>): Promise<Place> {
  const place = await makeTestPlace(...given);
  await place.start();
  return place;
}

export async function makeTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.destroy());
  return database;
}

export async function inDatabase<T>(
  { openDatabase }: Pick<Place, 'openDatabase'>,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { db, destroy } = await openDatabase();
  try {
    return await work(db);
  } finally {
    await destroy();
  }
}

export const mailSettings = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'hello@vitrin.example',
  NOTIFY_EMAIL: 'team@vitrin.example',
});

export const s3Settings = (s3: NonNullable<Config['s3']>) => ({
  S3_ENDPOINT: s3.endpoint ?? '',
  S3_REGION: s3.region,
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});
