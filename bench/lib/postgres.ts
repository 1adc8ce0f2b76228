import { pino } from 'pino';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres/embedded-postgres.ts';
import { makeDataDir } from '../../tests/support/data-dir.ts';

export type BenchPostgres = {
  version: string;
  /** Makes an empty database and returns its address. */
  create(database: string): Promise<string>;
  stop(): Promise<void>;
};

/** Its own PostgreSQL in a temporary folder, with the settings of the product. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const dataDir = await makeDataDir();
  const server = await startEmbeddedPostgres({
    dataDir,
    database: 'postgres',
    log: pino({ level: 'silent' }),
  });
  const { host, port, user, password } = server.connection;
  const urlOf = (database: string) =>
    `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;

  async function run(statement: string): Promise<Record<string, string>[]> {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, string>>(statement);
      return rows;
    } finally {
      await client.end();
    }
  }

  const [settings] = await run(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`,
  );
  if (settings?.['fsync'] !== 'on' || settings['commit'] !== 'on') {
    throw new Error('the database does not keep what it has acknowledged');
  }
  return {
    version: settings['version'] ?? 'unknown',
    async create(database) {
      await run(`create database ${database}`);
      return urlOf(database);
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
