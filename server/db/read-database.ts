import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { findUnavailability } from '#server/errors.ts';
import { readServers } from '#server/lib/database-address.ts';
import { errorText } from '#server/lib/files.ts';
import type { Log } from '#server/lib/log.ts';
import { createDatabase, type Database, toKysely } from './client.ts';

const CHECK_INTERVAL_MS = 2_000;
const CHECK_TIMEOUT_MS = 1_500;
/** What is read may be older by so much. */
const MAX_LAG_MS = 10_000;
/** What a standby says of a column or function that a migration has just added: undefined_column, undefined_function. */
const OF_A_MIGRATION = new Set(['42703', '42883']);
const NO_TRANSACTION = /^\s*(?:begin|start|savepoint|commit|rollback)\b/i;

/** A standby, as it was when it was last asked. */
export type ReplicaState = {
  host: string;
  /** How old what it shows is at the most; null: nobody knows. */
  lagMs: number | null;
  /** Why nothing is read from it; null: it is as it should be. */
  reason: string | null;
};

type Replica = { database: Database; state: ReplicaState };
/** Where the log of the primary ended at a moment of `performance.now()`. */
type Sample = { at: number; position: bigint };

export type ReadDatabase = ReturnType<typeof createReadDatabase>;

type Options = {
  primary: Pick<Database, 'db' | 'clients'>;
  replicaUrl: string;
  pool: { poolSize: number; statementTimeoutMs: number; responseTimeoutMs: number };
  log?: Log;
  intervalMs?: number;
  maxLagMs?: number;
};

/**
 * A database for reads that may be some seconds old, and for single statements only: they go to the first standby that is near enough, and to
 * the primary when there is none or when one has just failed.
 */
export function createReadDatabase({
  primary,
  replicaUrl,
  pool,
  log,
  intervalMs = CHECK_INTERVAL_MS,
  maxLagMs = MAX_LAG_MS,
}: Options) {
  const replicas = readServers(replicaUrl).map((connection): Replica => ({
    database: createDatabase({
      connection,
      applicationName: 'vitrin-replica',
      ...pool,
    }),
    state: { host: URL.parse(connection)?.host ?? '', lagMs: null, reason: 'it was not asked yet' },
  }));
  // bounded by maxLagMs: one for each check of that time
  let samples: Sample[] = [];
  let isInUse = false;

  function choose(): Replica | null {
    return replicas.find(({ state }) => state.reason === null) ?? null;
  }

  function record(replica: Replica, state: Omit<ReplicaState, 'host'>): void {
    replica.state = { host: replica.state.host, ...state };
    const chosen = choose();
    if (isInUse === (chosen !== null)) return;
    isInUse = chosen !== null;
    if (isInUse)
      log?.info({ replica: chosen?.state }, 'reports and exports are read from a replica');
    else log?.warn({ replicas: readStates() }, 'reports and exports are read from the primary');
  }

  function readStates(): ReplicaState[] {
    return replicas.map(({ state }) => state);
  }

  async function ask(replica: Replica): Promise<void> {
    try {
      const { rows } = await within(
        sql<{ isStandby: boolean; position: string | null }>`
        select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() as position
      `.execute(replica.database.db),
      );
      const [found] = rows;
      if (!found?.isStandby) return record(replica, { lagMs: null, reason: 'it is no standby' });
      const position = parsePosition(found.position);
      const replayed = samples.findLast((sample) => sample.position <= position);
      const lagMs = replayed ? performance.now() - replayed.at : null;
      const isNear = lagMs !== null && lagMs <= maxLagMs;
      record(replica, { lagMs, reason: isNear ? null : 'it is too far behind' });
    } catch (error) {
      record(replica, { lagMs: null, reason: errorText(error) });
    }
  }

  async function check(): Promise<ReplicaState[]> {
    const at = performance.now();
    await within(
      sql<{ position: string }>`select pg_current_wal_lsn() as position`.execute(primary.db),
    )
      .then(({ rows }) => samples.push({ at, position: parsePosition(rows[0]?.position ?? null) }))
      // Without it, what they show grows old.
      .catch(() => undefined);
    samples = samples.filter((sample) => at - sample.at <= maxLagMs + intervalMs);
    await Promise.all(replicas.map(ask));
    return readStates();
  }

  async function query(text: string, values: readonly unknown[]) {
    if (NO_TRANSACTION.test(text)) throw new Error('the read database takes single statements');
    const replica = choose();
    if (replica) {
      try {
        return await runAlone(replica.database.clients, text, values);
      } catch (error) {
        const unavailability = findUnavailability(error);
        const isBehind = error instanceof DatabaseError && OF_A_MIGRATION.has(error.code ?? '');
        // What takes too long there would take as long on the primary.
        if (!isBehind && (unavailability === null || unavailability === 'timeout')) throw error;
        // A conflict with what it replays passes, and so does a migration that it has not yet replayed.
        if (!isBehind && unavailability !== 'conflict')
          record(replica, { lagMs: null, reason: errorText(error) });
      }
    }
    return runAlone(primary.clients, text, values);
  }

  const stopping = new AbortController();
  async function keepChecking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await check();
      await pause(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const checking = keepChecking();

  const client = { query, release: () => undefined } as unknown as PostgresPoolClient;
  return {
    db: toKysely({
      options: {},
      connect: () => Promise.resolve(client),
      end: () => Promise.resolve(),
    }),
    check,
    readStates,
    async stop(): Promise<void> {
      stopping.abort();
      await checking;
      await Promise.all(replicas.map(({ database }) => database.destroy()));
    },
  };
}

async function runAlone(pool: PostgresPool, text: string, values: readonly unknown[]) {
  const client = await pool.connect();
  try {
    return await client.query(text, values);
  } finally {
    client.release();
  }
}

function within<T>(work: Promise<T>): Promise<T> {
  const tooLate = pause(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('it does not respond');
  });
  return Promise.race([work, tooLate]);
}

/** A place in the log of the server, which PostgreSQL writes as two hexadecimal numbers: `16/B374D848`. */
function parsePosition(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/');
  return (BigInt(`0x${high || 0}`) << 32n) + BigInt(`0x${low}`);
}
