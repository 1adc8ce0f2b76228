import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import {
  type Client,
  DatabaseError,
  Pool,
  type PoolClient,
  types,
  type ClientConfig,
  type QueryConfig,
} from 'pg';
import { findUnavailability, type Unavailability } from '#server/core/errors.ts';
import { type DatabaseConnection, findServers, type Servers, toClientConfig } from './servers.ts';
import { runWithinLimit } from './statement-limit.ts';
import type { Log } from '#server/lib/log.ts';
import type { DB } from './types.ts';

export type { DatabaseConnection } from './servers.ts';

export type Database = ReturnType<typeof createDatabase>;

type DatabaseOptions = {
  connection: DatabaseConnection;
  poolSize?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Must exceed the statement timeout. */
  responseTimeoutMs?: number;
  applicationName?: string;
  log?: Log;
};

const CONNECTION_TIMEOUT_MS = 3_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/** By default `pg` returns other types for these. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: parseInt8,
  [types.builtins.DATE]: String,
};

const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format);

const MAX_PREPARED = 500;
const FEATURE_NOT_SUPPORTED = '0A000';

type Query = (text: string, values: readonly unknown[]) => QueryConfig;

const asText: Query = (text, values) => ({ text, values: [...values] });

function createNaming(): Query {
  // bounded by MAX_PREPARED
  const names = new Map<string, string>();
  return (text, values) => {
    let name = names.get(text);
    if (name === undefined && names.size < MAX_PREPARED) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return { text, values: [...values], ...(name === undefined ? {} : { name }) };
  };
}

/** Connections opened before the last failover lead to the old server. */
type Failover = { last: number; openedAt: WeakMap<PoolClient, number> };

// Limits how often all connections are replaced.
const FAILOVER_INTERVAL_MS = 500;

function isFromBefore(client: PoolClient, { last, openedAt }: Failover): boolean {
  return (openedAt.get(client) ?? 0) < last;
}

function recordFailover(failover: Failover): void {
  const now = performance.now();
  if (now - failover.last > FAILOVER_INTERVAL_MS) failover.last = now;
}

async function connectAfter(
  pool: Pool,
  failover: Failover,
  servers: Servers | null,
): Promise<PoolClient> {
  for (let tries = servers ? 2 : 1; ;) {
    const client = await pool.connect().catch((error: unknown) => {
      tries -= 1;
      if (tries === 0) throw error;
      return null;
    });
    if (client === null) continue;
    if (!isFromBefore(client, failover)) return client;
    client.release(true);
  }
}

const DEADLOCK_DETECTED = '40P01';

/** Repeats a single statement that was chosen to end a deadlock: it had no effect, and now waits behind the others. */
async function runTwiceIfDeadlocked<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  const isAlone = client.getTransactionStatus() === 'I';
  try {
    return await run();
  } catch (error) {
    const isVictim = error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
    if (!isAlone || !isVictim) throw error;
    return run();
  }
}

type Connections = {
  pool: Pool;
  servers: Servers | null;
  failover: Failover;
  /** Connections whose last commit may not be replicated. */
  atRisk: WeakSet<PoolClient>;
};

/** Discards connections that are silent, whose prepared statements no longer fit, or that predate a failover. */
function withoutLostClients(
  { pool, servers, failover, atRisk }: Connections,
  queryOf: Query,
  onFailure: (unavailability: Unavailability | null) => void,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connectAfter(pool, failover, servers);
      let isSilent = false;
      let isOutdated = false;
      async function query(sql: string, parameters: readonly unknown[]) {
        if (isSilent) throw silence();
        try {
          const result = await runTwiceIfDeadlocked(client, () =>
            runWithinLimit(client, () => client.query(queryOf(sql, parameters))),
          );
          if (atRisk.delete(client)) throw unreplicated();
          return result;
        } catch (error) {
          isSilent = error instanceof Error && error.message === 'Query read timeout';
          isOutdated ||= error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED;
          onFailure(findUnavailability(error));
          throw isSilent ? silence() : error;
        }
      }
      const release = (isDiscarded = false) =>
        client.release(isDiscarded || isSilent || isOutdated || isFromBefore(client, failover));
      // Kysely's other form of `query` takes a cursor, which nothing here uses.
      return { query, release } as unknown as PostgresPoolClient;
    },
  };
}

const QUERY_CANCELED = '57014';

/** PostgreSQL only warns about a commit that is cancelled while it waits for a standby. It may be lost, so it counts as failed. */
function watchReplication(client: PoolClient, atRisk: WeakSet<PoolClient>): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') atRisk.add(client);
  });
}

function unreplicated(): Error {
  return Object.assign(new Error('it was written, but may be on no standby'), {
    code: QUERY_CANCELED,
  });
}

function silence(): Error {
  return Object.assign(new Error('the database does not respond'), {
    code: 'ETIMEDOUT',
    syscall: 'read',
  });
}

function toConstructor(servers: Servers): new () => Client {
  return function open(config: ClientConfig) {
    return servers.createClient(config);
  } as unknown as new () => Client;
}

function toKysely(pool: PostgresPool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

export async function withDatabase<T>(
  options: Parameters<typeof createDatabase>[0],
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { db, destroy } = createDatabase(options);
  try {
    return await work(db);
  } finally {
    await destroy();
  }
}

/** Instants arrive as Date, bigint and count() as number; unsafe numbers throw. */
export function createDatabase({
  connection,
  poolSize = 10,
  statementTimeoutMs = 5_000,
  lockTimeoutMs,
  responseTimeoutMs,
  applicationName = 'vitrin',
  log,
}: DatabaseOptions) {
  const servers = findServers(connection);
  const pool = new Pool({
    ...(servers ? { Client: toConstructor(servers) } : toClientConfig(connection)),
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    ...(responseTimeoutMs === undefined ? {} : { query_timeout: responseTimeoutMs }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without listeners, a lost connection would end the process.
  const failover: Failover = { last: 0, openedAt: new WeakMap() };
  const atRisk = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    watchReplication(client, atRisk);
    failover.openedAt.set(client, performance.now());
    client.on('error', () => undefined);
  });
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log?.warn({ error }, 'an idle database connection was lost');
  });

  let fullDiskAt: number | null = null;
  function onFailure(unavailability: Unavailability | null): void {
    if (unavailability === 'read_only' || unavailability === 'unreachable') {
      recordFailover(failover);
      servers?.forget();
    }
    if (unavailability === 'disk_full') fullDiskAt = performance.now();
  }

  const clientsFor = (queryOf: Query) =>
    withoutLostClients({ pool, servers, failover, atRisk }, queryOf, onFailure);
  const clients = clientsFor(asText);
  const db = toKysely(clients);
  return {
    db,
    clients,
    /** Keeps statements planned. Not for searches, whose best plan depends on their values. */
    preparedDb: toKysely(clientsFor(createNaming())),
    pool,
    lastFullDisk: () => fullDiskAt,
    destroy: (): Promise<void> => {
      isClosing = true;
      return db.destroy();
    },
  };
}
