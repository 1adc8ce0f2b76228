import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type ClientConfig } from 'pg';
import type { DB } from './types.ts';

/** A `postgres://` address, or the connection settings of the embedded server. */
export type DatabaseConnection = string | ClientConfig;

/** The part of the process's logger that the database layer uses. */
export type DatabaseLog = { warn(fields: Record<string, unknown>, message: string): void };

export type Database = { db: Kysely<DB>; pool: Pool; destroy: () => Promise<void> };

type DatabaseOptions = {
  connection: DatabaseConnection;
  poolSize?: number;
  statementTimeoutMs?: number;
  applicationName?: string;
  log?: DatabaseLog;
};

const CONNECTION_TIMEOUT_MS = 3_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/** Connection settings for a client outside the pool, such as the one that listens for changes. */
export function toClientConfig(connection: DatabaseConnection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection;
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format);

/** Opens a pool. Instants arrive as Date, bigint and count() as number (an unsafe one is an error). */
export function createDatabase({
  connection,
  poolSize = 10,
  statementTimeoutMs = 5_000,
  applicationName = 'vitrin',
  log,
}: DatabaseOptions): Database {
  const pool = new Pool({
    ...toClientConfig(connection),
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without a listener the loss of an idle connection would end the process.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log?.warn({ error }, 'an idle database connection was lost');
  });

  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    pool,
    destroy() {
      isClosing = true;
      return db.destroy();
    },
  };
}
