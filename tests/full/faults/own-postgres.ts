import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensureCluster } from '#server/db/embedded-postgres/initialise.ts';
import { preparePlace } from '#server/db/embedded-postgres/place.ts';
import { pathForPrograms, programOptions } from '#server/db/embedded-postgres/postmaster.ts';
import { childrenOf } from '#tests/full/machines/replicated-postgres.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';

const START_TIMEOUT_MS = 30_000;
/** Little more than a site needs; three more are PostgreSQL's own reserve for superusers. */
export const CONNECTIONS_FOR_ALL = 37;
const PASSWORD = 'a-password-of-the-test';

export type OwnPostgres = {
  /** Of the database of the site, as its owner, who is no superuser. */
  url: string;
  start(): Promise<void>;
  /** As an operator does: sessions are ended, everything is written. */
  stop(): Promise<void>;
  /** To the server and all processes that it has started. */
  signal(signal: NodeJS.Signals): void;
  /** As superuser, in the database of the site unless another one is named. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
};

/** A PostgreSQL that one test alone uses, and may stop. */
export async function startOwnPostgres(
  environment: Record<string, string> = {},
): Promise<OwnPostgres> {
  const home = await makeDataDir();
  const place = await preparePlace(home);
  await ensureCluster(place, PASSWORD);
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function query(text: string, database = 'vitrin') {
    const client = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function start(): Promise<void> {
    const settings = {
      port,
      max_connections: CONNECTIONS_FOR_ALL + 3,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const options = programOptions(place, place.cluster);
    const launch = () =>
      spawn(place.binaries.postgres, ['-D', pathForPrograms(place, place.cluster), ...given], {
        ...options,
        env: { ...options.env, ...environment },
        stdio: 'ignore',
      });
    child = launch();
    for (const end = Date.now() + START_TIMEOUT_MS; ; await pause(20)) {
      // It does not start beside what is left of one that was killed.
      if (child.exitCode !== null) child = launch();
      try {
        await query('select 1', 'postgres');
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  }

  await start();
  await query(`create role vitrin login password '${PASSWORD}'`, 'postgres');
  await query('create database vitrin owner vitrin', 'postgres');
  return {
    url: `postgres://vitrin:${PASSWORD}@127.0.0.1:${port}/vitrin`,
    start,
    stop,
    query,
    signal(signal) {
      const pid = child?.pid ?? 0;
      for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
    },
    async remove() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
