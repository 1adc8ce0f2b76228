import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { findUnavailability } from '#server/core/errors.ts';
import type { Log } from '#server/lib/log.ts';
import { createClient, type DatabaseConnection } from './servers.ts';

type TableVersionsOptions = {
  connect: () => DatabaseConnection;
  onChange: (name: string, version: number) => void;
  onReconnect: () => void;
  onLost?: () => void;
  onTime?: (time: Date, askedAt: number) => void;
  log: Log;
  pollIntervalMs?: number;
};

const CHANNEL = 'table_versions';
// Together they bound how late a change shows on a silent connection: 5 s.
const POLL_INTERVAL_MS = 1_500;
const POLL_TIMEOUT_MS = 2_000;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
const CONNECTION_TIMEOUT_MS = 3_000;
const END_TIMEOUT_MS = 1_000;

type Version = { name: string; version: string; isStandby: boolean; time: Date };

const VERSIONS = `
  select name, version, pg_is_in_recovery() as "isStandby", clock_timestamp() as time from table_versions
`;

/** Also reports changes missed while disconnected, and every table once at the start. `onReconnect` runs after every connection. */
export function watchTableVersions({
  connect,
  onChange,
  onReconnect,
  onLost = () => undefined,
  onTime = () => undefined,
  log,
  pollIntervalMs = POLL_INTERVAL_MS,
}: TableVersionsOptions): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let retryMs = MIN_RETRY_MS;
  let isWithoutListening = false;
  // bounded by the number of tables in `table_versions`
  const versions = new Map<string, number>();

  function report(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      log.warn({ error }, 'a table change could not be handled');
    }
  }

  // Compared for difference: a restored backup may have older versions.
  function recordVersion(name: string, version: number): void {
    if (versions.get(name) === version) return;
    versions.set(name, version);
    report(() => onChange(name, version));
  }

  async function readVersions(client: Client): Promise<Map<string, number>> {
    const askedAt = performance.now();
    const { rows } = await client.query<Version>(VERSIONS);
    // After a failover, the old server may live on without notifications.
    if (rows[0]?.isStandby) throw new Error('the database is a standby');
    if (rows[0]) onTime(rows[0].time, askedAt);
    return new Map(rows.map(({ name, version }) => [name, Number(version)]));
  }

  async function watchOnce(): Promise<void> {
    const client = createClient(connect(), {
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
      await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
        if (findUnavailability(error) !== null) throw error;
        // Some databases do not support LISTEN; polling detects changes later.
        if (!isWithoutListening) log.warn({ error }, 'the database announces no changes');
        isWithoutListening = true;
      });
      const current = await readVersions(client);
      retryMs = MIN_RETRY_MS;
      report(onReconnect);
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
