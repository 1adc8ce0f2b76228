import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createDebianServer, type PostgresServer, runPostgresProgram } from './postgres-server.ts';

const START = { timeout: 20_000, interval: 50 };

export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>;

/** A primary with a database `vitrin`, and a streaming standby that the primary waits for when `isSynchronous`. */
export async function startReplicatedPostgres(isSynchronous: boolean) {
  await using starting = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'vitrin-replicated-'));
  starting.defer(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o777);
  const call = (program: string, ...args: string[]) => runPostgresProgram(home, program, ...args);

  async function start(data: string): Promise<PostgresServer> {
    const server = await createDebianServer(data, await freePort());
    // An orderly end would wait for a standby that hears nothing.
    starting.defer(() => server.stop('SIGQUIT'));
    await server.start();
    return server;
  }

  const [one, two] = [join(home, 'one'), join(home, 'two')];
  const initial = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await call('initdb', '-D', one, ...initial);
  const primary = await start(one);
  await primary.query('create database vitrin', 'postgres');
  const line = await startDatabaseProxy(`postgres://postgres@127.0.0.1:${primary.port}/`);
  starting.defer(() => line.stop());
  const from = `host=127.0.0.1 port=${new URL(line.url).port} user=postgres sslmode=disable gssencmode=disable`;
  await call('pg_basebackup', '-D', two, '-d', from, '-R', '-c', 'fast');
  const standby = await start(two);
  const follow = () => primary.query('select state, sync_state from pg_stat_replication');
  await expect.poll(follow, START).toMatchObject([{ state: 'streaming' }]);
  if (isSynchronous) {
    await primary.query(`alter system set synchronous_standby_names = '*'`);
    await primary.query('select pg_reload_conf()');
    await expect.poll(follow, START).toMatchObject([{ sync_state: 'sync' }]);
  }
  const started = starting.move();
  return {
    primary,
    standby: { ...standby, promote: () => call('pg_ctl', 'promote', '-w', '-D', two) },
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/vitrin?target_session_attrs=read-write`,
    /** From now on the standby hears nothing of its primary, which still waits for it. */
    loseLine: () => line.swallow(),
    stop: () => started.disposeAsync(),
  };
}
