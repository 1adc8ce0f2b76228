import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#tests/support/free-port.ts';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres'];

/** The folder of PostgreSQL's own programs, where they are installed. */
export const POSTGRES_PROGRAMS = (existsSync(ROOT) ? readdirSync(ROOT) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(ROOT, version, 'bin'))
  .find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));

/** PostgreSQL refuses to run as root. */
export async function findIdentity(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** The processes that this one has started and that still run. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

type Place = { data: string; port: number };

export type PostgresServer = {
  port: number;
  /** Sends a signal to the server and all processes that it has started. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again after a kill, as what it was. */
  restart(): Promise<void>;
  /** Has a standby take writes, and returns once it does. */
  promote(): Promise<void>;
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
};

export type ReplicatedPostgres = {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Names both servers, as an operator does. */
  url: string;
  /** From now on the standby hears nothing of its primary, which still waits for it. */
  loseLine(): void;
  stop(): Promise<void>;
};

/** What lies between standby and primary; once lost, it keeps all connections open and passes nothing on. */
async function startLine(port: number) {
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (chunk) => void far.write(chunk));
    far.on('data', (chunk) => void near.write(chunk));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    port: (line.address() as AddressInfo).port,
    lose: () => sockets.forEach((socket) => socket.pause()),
    stop() {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A primary with a database `vitrin`, and a streaming standby that the primary waits for when `isSynchronous`. */
export async function startReplicatedPostgres(isSynchronous: boolean): Promise<ReplicatedPostgres> {
  const identity = await findIdentity();
  // What has started ends also when the rest does not start.
  await using starting = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'vitrin-replicated-'));
  starting.defer(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o777);
  const options = { ...identity, cwd: home };
  const programs = POSTGRES_PROGRAMS ?? '';
  const children: ChildProcess[] = [];
  starting.defer(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGQUIT');
      await exited;
    }
  });

  async function start({ data, port }: Place): Promise<PostgresServer> {
    function launch(): ChildProcess {
      const launched = spawn(
        join(programs, 'postgres'),
        ['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'],
        { ...options, stdio: 'ignore' },
      );
      children.push(launched);
      return launched;
    }
    let child = launch();
    async function query(text: string, database = 'vitrin') {
      const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`);
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    }
    await waitFor(() => query('select 1', 'postgres'));
    return {
      port,
      query,
      signal(signal) {
        const pid = child.pid ?? 0;
        for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
      },
      async restart() {
        child = launch();
        await waitFor(() => {
          // It ends at once while the processes of the former one still die.
          if (child.exitCode !== null) child = launch();
          return query('select 1');
        });
      },
      async promote() {
        await run(join(programs, 'pg_ctl'), ['promote', '-w', '-D', data], options);
      },
    };
  }

  const one = { data: join(home, 'one'), port: await freePort() };
  await run(
    join(programs, 'initdb'),
    ['-D', one.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  const primary = await start(one);
  await primary.query('create database vitrin', 'postgres');
  const two = { data: join(home, 'two'), port: await freePort() };
  const line = await startLine(one.port);
  starting.defer(() => line.stop());
  const from = ['-h', '127.0.0.1', '-p', String(line.port), '-U', 'postgres'];
  await run(
    join(programs, 'pg_basebackup'),
    ['-D', two.data, ...from, '-R', '-c', 'fast'],
    options,
  );
  const standby = await start(two);
  await waitFor(async () => {
    const [row] = await primary.query('select state from pg_stat_replication');
    if (row?.['state'] !== 'streaming') throw new Error('the standby does not follow');
  });
  if (isSynchronous) {
    await primary.query(`alter system set synchronous_standby_names = '*'`);
    await primary.query('select pg_reload_conf()');
    await waitFor(async () => {
      const [row] = await primary.query('select sync_state from pg_stat_replication');
      if (row?.['sync_state'] !== 'sync') throw new Error('nobody waits for the standby');
    });
  }
  const started = starting.move();
  return {
    primary,
    standby,
    url: `postgres://postgres@127.0.0.1:${one.port},127.0.0.1:${two.port}/vitrin?target_session_attrs=read-write`,
    loseLine: line.lose,
    stop: () => started.disposeAsync(),
  };
}

const START_TIMEOUT_MS = 20_000;

async function waitFor(check: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}
