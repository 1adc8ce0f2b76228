import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '#server/lib/log.ts';

type TableVersionsOptions = {
  connect: () => ClientConfig;
  onChange: (name: string, version: number) => void;
  onReconnect: () => void;
  /** Changes cannot be seen from now on, until `onReconnect`. */
  onLost?: () => void;
  log: Log;
  pollIntervalMs?: number;
};

const CHANNEL = 'table_versions';
// Together they say how late a change may show when the connection has fallen silent: less than 5 s.
const POLL_INTERVAL_MS = 1_500;
const POLL_TIMEOUT_MS = 2_000;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
const CONNECTION_TIMEOUT_MS = 3_000;
const END_TIMEOUT_MS = 1_000;

/**
 * Reports each change of a versioned table, also one that happened while the connection was lost; every table is reported once at
 * the start, since what was read before may be older. `onReconnect` runs after every connection, the first one included.
 */
export function watchTableVersions({
  connect,
  onChange,
  onReconnect,
  onLost = () => undefined,
  log,
  pollIntervalMs = POLL_INTERVAL_MS,
}: TableVersionsOptions): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let retryMs = MIN_RETRY_MS;
  // bounded by the number of tables in `table_versions`
  const versions = new Map<string, number>();

  function report(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      log.warn({ error }, 'a table change could not be handled');
    }
  }

  // Versions are compared for difference, not for order: a restored backup may bring older ones.
  function recordVersion(name: string, version: number): void {
    if (versions.get(name) === version) return;
    versions.set(name, version);
    report(() => onChange(name, version));
  }

  async function watchOnce(): Promise<void> {
    const client = new Client({
      ...connect(),
      application_name: 'vitrin-table-versions',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: POLL_TIMEOUT_MS,
      keepAlive: true,
    });
    const closing = new AbortController();
    client.on('error', (error) => closing.abort(error));
    client.on('end', () => closing.abort(new Error('the connection was closed')));
    const ended = AbortSignal.any([signal, closing.signal]);
    try {
      await client.connect();
      client.on('notification', ({ payload }) => {
        const change = /^([a-z_]+):(\d+)$/.exec(payload ?? '');
        if (change?.[1]) recordVersion(change[1], Number(change[2]));
      });
      await client.query(`listen ${CHANNEL}`);
      const current = await readVersions(client);
      retryMs = MIN_RETRY_MS;
      report(onReconnect);
      // What changed while nobody listened.
      for (const [name, version] of current) recordVersion(name, version);
      while (!ended.aborted) {
        await delay(pollIntervalMs, undefined, { signal: ended }).catch(() => undefined);
        if (ended.aborted) break;
        for (const [name, version] of await readVersions(client)) recordVersion(name, version);
      }
      if (!signal.aborted) {
        throw new Error('the connection was lost', { cause: closing.signal.reason });
      }
    } finally {
      await Promise.race([
        client.end().catch(() => undefined),
        delay(END_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        await watchOnce();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error, retryMs }, 'the connection that watches table changes was lost');
        report(onLost);
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

async function readVersions(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: string; isStandby: boolean }>(
    'select name, version, pg_is_in_recovery() as "isStandby" from table_versions',
  );
  // After a failover the old server may live on: nobody notifies there.
  if (rows[0]?.isStandby) throw new Error('the database is a standby');
  return new Map(rows.map(({ name, version }) => [name, Number(version)]));
}
