import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createDatabase } from '../../server/db/client.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres/embedded-postgres.ts';
import { makeDataDir } from '../../tests/support/data-dir.ts';

export type BenchPostgres = Awaited<ReturnType<typeof startBenchPostgres>>;

/** Starts a PostgreSQL in a temporary folder with the product's settings. */
export async function startBenchPostgres() {
  const dataDir = await makeDataDir();
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir, database: 'postgres', log });
  const { host, port, user, password } = server.connection;
  const buildUrl = (database: string) =>
    `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
  const { db, destroy } = createDatabase({ connection: buildUrl('postgres'), poolSize: 1 });
  const { rows } = await sql<{ version: string; fsync: string; commit: string }>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit
  `.execute(db);
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') {
    throw new Error('the database does not keep what it has acknowledged');
  }
  return {
    version: rows[0].version,
    async create(database: string): Promise<string> {
      await sql`create database ${sql.id(database)}`.execute(db);
      return buildUrl(database);
    },
    async stop(): Promise<void> {
      await destroy();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
