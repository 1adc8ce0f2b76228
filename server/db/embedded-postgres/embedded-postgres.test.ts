import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLog } from '#tests/support/log.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { isListening } from './endpoint.ts';
import type { Connection } from './types.ts';

const run = promisify(execFile);

type LogEntry = { level: string; message: string; fields?: Record<string, unknown> };

const MODULE_URL = new URL('./embedded-postgres.ts', import.meta.url).href;

// An application process of its own: it starts the database, reports a line, and lives on.
const APPLICATION = `
  import { startEmbeddedPostgres } from ${JSON.stringify(MODULE_URL)};
  const log = { info() {}, warn() {}, error() {} };
  const report = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
  try {
    const dataDir = process.env.TEST_DATA_DIR;
    const postgres = await startEmbeddedPostgres({ dataDir, database: 'vitrin', log });
    process.once('SIGTERM', async () => {
      await postgres.stop();
      process.exit(0);
    });
    report({ reattached: postgres.reattached });
    setInterval(() => {}, 1000);
  } catch (error) {
    report({ error: error.message });
  }
`;

const silent = { database: 'vitrin', log: createTestLog() };

const isRoot = process.getuid?.() === 0;

let template: string;
let root: string;
let dataDir: string;
let entries: LogEntry[];
let stops: (() => Promise<void>)[];
let isBorrowed: boolean;

// Most tests are not about the first start and borrow this cluster in turn.
beforeAll(async () => {
  template = await mkdtemp(path.join(os.tmpdir(), 'vitrin-template-'));
  await (await startEmbeddedPostgres({ ...silent, dataDir: template })).stop();
});

afterAll(async () => {
  await rm(template, { recursive: true, force: true });
});

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrin-test-'));
  dataDir = path.join(root, 'data');
  entries = [];
  stops = [];
  isBorrowed = false;
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.toReversed()) await stop();
  await stopOrphan();
  if (isBorrowed) await rename(path.join(dataDir, 'postgres'), path.join(template, 'postgres'));
  await rm(root, { recursive: true, force: true });
});

async function borrowCluster(): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of ['postgres.password', 'postgres.superuser-password']) {
    await cp(path.join(template, name), path.join(dataDir, name));
  }
  await rename(path.join(template, 'postgres'), path.join(dataDir, 'postgres'));
  isBorrowed = true;
}

async function stopOrphan(): Promise<void> {
  const pid = await serverPid().catch(() => undefined);
  if (pid === undefined || !(await isRunning(pid))) return;
  process.kill(pid, 'SIGINT');
  await waitFor(async () => !(await isRunning(pid)));
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: 'vitrin',
    log: createTestLog({
      info: (fields, message) => entries.push({ level: 'info', message, fields }),
      warn: (fields, message) => entries.push({ level: 'warn', message, fields }),
      error: (fields, message) => entries.push({ level: 'error', message, fields }),
    }),
  });
  stops.push(() => postgres.stop());
  return postgres;
}

type Application = { child: ChildProcess; report: { reattached?: boolean; error?: string } };

async function startApplication(): Promise<Application> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', APPLICATION], {
    env: { PATH: process.env.PATH, TEST_DATA_DIR: dataDir, TMPDIR: os.tmpdir() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(async () => end(child, 'SIGTERM'));
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, report: JSON.parse(line) };
  }
  throw new Error('The application reported nothing.');
}

/** Leaves a server behind whose application was killed. */
async function orphanServer(): Promise<number> {
  const { child } = await startApplication();
  const pid = await serverPid();
  await end(child, 'SIGKILL');
  return pid;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill(signal);
  await exit;
}

async function query<Row extends Record<string, unknown>>(
  connection: Connection,
  text: string,
): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function clusterDirectory(): string {
  return path.join(dataDir, 'postgres');
}

async function serverPid(): Promise<number> {
  const text = await readFile(path.join(clusterDirectory(), 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return status !== '' && !status.includes(') Z ');
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 8_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The expected state did not come.');
    await sleep(20);
  }
}

async function restarts(postgres: EmbeddedPostgres): Promise<void> {
  await waitFor(() => !postgres.isReady());
  await waitFor(() => postgres.isReady());
}

function messages(level: string): string[] {
  return entries.filter((entry) => entry.level === level).map((entry) => entry.message);
}

describe('starting', () => {
  it('creates a durable UTF-8 database that asks for a password', async () => {
    const postgres = await start();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const { connection } = postgres;
    expect(postgres.isReady()).toBe(true);
    expect(postgres.reattached).toBe(false);

    const [settings] = await query(
      connection,
      `SELECT current_setting('fsync') AS fsync,
        current_setting('full_page_writes') AS pages,
        current_setting('synchronous_commit') AS commit,
        current_setting('data_checksums') AS checksums,
        current_setting('server_encoding') AS encoding,
        current_setting('password_encryption') AS encryption,
        upper('çiğdem') AS upper`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      encryption: 'scram-sha-256',
      upper: 'ÇIĞDEM',
    });
    const wrong = query({ ...connection, password: 'wrong' }, 'SELECT 1');
    await expect(wrong).rejects.toThrow('password authentication failed');
    const administrator = { ...connection, user: 'postgres', password: '' };
    await expect(query(administrator, 'SELECT 1')).rejects.toThrow(/password/);
    const { mode } = await stat(path.join(dataDir, 'postgres.password'));
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);

    const [role] = await query(connection, 'SELECT usesuper FROM pg_user WHERE usename = user');
    expect(role).toEqual({ usesuper: false });
    await query(connection, 'CREATE EXTENSION pg_trgm');
    await query(connection, 'CREATE DATABASE other TEMPLATE vitrin');
  });

  it('keeps the data over a stop, leaves no process, and is quick the second time', async () => {
    await borrowCluster();
    const first = await start();
    await query(first.connection, 'CREATE TABLE kept AS SELECT 1 AS id');
    const pid = await serverPid();
    await first.stop();
    expect(first.isReady()).toBe(false);
    expect(await isRunning(pid)).toBe(false);
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT');

    const before = performance.now();
    const second = await start();
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(second.reattached).toBe(false);
    expect(second.connection).toEqual(first.connection);
    expect(await query(second.connection, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('clears away what an interrupted first start left and begins again', async () => {
    await mkdir(path.join(dataDir, 'postgres.init-x1', 'data'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres.init-x1', 'data', 'PG_VERSION'), '18\n');
    const { connection } = await start();
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(stat(path.join(dataDir, 'postgres.init-x1'))).rejects.toThrow('ENOENT');
  });

  it('survives being killed at any moment of the first start', async () => {
    for (const delay of [150, 250, 350, 500]) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', APPLICATION], {
        env: { PATH: process.env.PATH, TEST_DATA_DIR: dataDir, TMPDIR: os.tmpdir() },
        stdio: 'ignore',
      });
      await sleep(delay);
      await end(child, 'SIGKILL');
    }
    const { connection } = await start();
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses a folder with other things in it and leaves them alone', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'notes.txt'), 'mine');
    await expect(start()).rejects.toThrow('neither empty nor a PostgreSQL database');
    expect(await readFile(path.join(dataDir, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('refuses to run when a setting of the database makes commits unsafe', async () => {
    const first = await start();
    await query(first.connection, 'ALTER DATABASE vitrin SET synchronous_commit = off');
    const pid = await serverPid();
    await first.stop();
    await expect(start()).rejects.toThrow('synchronous_commit = off');
    expect(await isRunning(pid)).toBe(false);
    await expect(serverPid()).rejects.toThrow('ENOENT');
  });

  it('names the missing password file of an existing database', async () => {
    await borrowCluster();
    await (await start()).stop();
    await rm(path.join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow(/postgres\.password is missing/);
  });

  it('puts the socket elsewhere when the path is too long', async () => {
    dataDir = path.join(root, 'x'.repeat(60), 'y'.repeat(60));
    await borrowCluster();
    const { connection } = await start();
    expect(connection.host.startsWith(dataDir)).toBe(false);
    expect(connection.host.length).toBeLessThan(90);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('empties a server log that has grown large', async () => {
    await borrowCluster();
    const log = path.join(dataDir, 'postgres.log');
    await writeFile(log, '');
    await truncate(log, 11 * 1024 * 1024);
    await start();
    expect((await stat(log)).size).toBeLessThan(100_000);
  });
});

describe('one application for one data directory', () => {
  it('refuses a second one and names the first', async () => {
    await borrowCluster();
    await start();
    const second = await startApplication();
    expect(second.report.error).toContain(`is already in use by process ${process.pid}`);
    await expect(start()).rejects.toThrow(`already in use by process ${process.pid}`);
  });

  it('lets exactly one of several win that start at once', async () => {
    const applications = await Promise.all([1, 2, 3].map(() => startApplication()));
    const winners = applications.filter((application) => application.report.reattached === false);
    expect(winners).toHaveLength(1);
    for (const loser of applications.filter((application) => application !== winners[0])) {
      expect(loser.report.error).toContain(`in use by process ${winners[0]?.child.pid}`);
    }
  });

  it('is not held up by the owner file of a dead process', async () => {
    await borrowCluster();
    await writeFile(path.join(dataDir, 'postgres.owner'), `${process.pid}\n`);
    const { connection } = await start();
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('shows a command beside the application where the server is', async () => {
    await borrowCluster();
    const target = { dataDir, database: 'vitrin' };
    expect(await findRunningPostgres(target)).toBeUndefined();
    const postgres = await start();
    expect(await findRunningPostgres(target)).toEqual(postgres.connection);
    await postgres.stop();
    expect(await findRunningPostgres(target)).toBeUndefined();
  });
});

describe('after the application was killed', () => {
  it('reattaches to the server that lives on, with its sessions, and stops it in the end', async () => {
    await borrowCluster();
    const pid = await orphanServer();
    expect(await isRunning(pid)).toBe(true);

    const postgres = await start();
    expect(postgres.reattached).toBe(true);
    expect(await serverPid()).toBe(pid);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(await isRunning(pid)).toBe(false);
  });

  it('restarts a reattached server that dies', async () => {
    await borrowCluster();
    const pid = await orphanServer();
    const postgres = await start();
    process.kill(pid, 'SIGKILL');
    await restarts(postgres);
    expect(await serverPid()).not.toBe(pid);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('replaces a server that runs with another command line', async () => {
    await borrowCluster();
    const pid = await orphanServer();
    const options = path.join(clusterDirectory(), 'postmaster.opts');
    await writeFile(options, (await readFile(options, 'utf8')).replace('128MB', '64MB'));

    const postgres = await start();
    expect(postgres.reattached).toBe(false);
    expect(await isRunning(pid)).toBe(false);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts when an unrelated process has the pid of the dead server', async () => {
    await borrowCluster();
    const first = await start();
    await first.stop();
    const cluster = clusterDirectory();
    const { uid, gid } = await stat(cluster);
    const bystander = spawn('sleep', ['60'], { uid, gid });
    stops.push(async () => end(bystander, 'SIGKILL'));
    const lines = [bystander.pid, cluster, 1700000000, 5432, '', '', '1 1', 'ready'];
    const file = path.join(cluster, 'postmaster.pid');
    await writeFile(file, `${lines.join('\n')}\n`);
    const socketDirectory = first.connection.host;
    await mkdir(socketDirectory, { mode: 0o700 });
    await chown(socketDirectory, uid, gid);
    await writeFile(path.join(socketDirectory, '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);

    const postgres = await start();
    expect(postgres.reattached).toBe(false);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode).toBeNull();
  });
});

/** Removes the socket as a job that tidies temporary folders does. */
async function removeSocket({ host }: Connection): Promise<void> {
  await rm(host, { recursive: true });
}

describe('a server whose socket was removed', () => {
  it('is restarted, and says why', async () => {
    await borrowCluster();
    const postgres = await start();
    const pid = await serverPid();
    await query(postgres.connection, 'DROP TABLE IF EXISTS before; CREATE TABLE before (id int)');
    await removeSocket(postgres.connection);
    await restarts(postgres);
    expect(await serverPid()).not.toBe(pid);
    expect(await query(postgres.connection, 'SELECT id FROM before')).toEqual([]);
    expect(messages('error')).toContain('Stopping PostgreSQL, to start it again');
  });

  it('is replaced by the next start after the application was killed', async () => {
    await borrowCluster();
    const application = await startApplication();
    const pid = await serverPid();
    const running = await findRunningPostgres({ dataDir, database: 'vitrin' });
    await end(application.child, 'SIGKILL');
    if (running) await removeSocket(running);
    const postgres = await start();
    expect(postgres.reattached).toBe(false);
    expect(await isRunning(pid)).toBe(false);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('does not take a server that stands still for one without a socket', async () => {
  await borrowCluster();
  const { connection } = await start();
  const endpoint = { ...connection, kind: 'socket' } as const;
  const pid = await serverPid();
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await isListening(endpoint)).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await removeSocket(connection);
  expect(await isListening(endpoint)).toBe(false);
});

describe('supervision', () => {
  it('restarts a killed server and says so', async () => {
    await borrowCluster();
    const postgres = await start();
    await query(postgres.connection, 'CREATE TABLE committed AS SELECT 1 AS id');
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');
    await restarts(postgres);
    expect(await serverPid()).not.toBe(pid);
    expect(await query(postgres.connection, 'SELECT id FROM committed')).toEqual([{ id: 1 }]);
    expect(messages('error')).toContain('PostgreSQL ended unexpectedly');
    expect(messages('info')).toContain('PostgreSQL is running again');
  });

  it('waits longer before each further restart', async () => {
    await borrowCluster();
    const postgres = await start();
    for (let round = 0; round < 2; round++) {
      process.kill(await serverPid(), 'SIGKILL');
      await restarts(postgres);
    }
    const delays = entries
      .filter((entry) => entry.message === 'PostgreSQL ended unexpectedly')
      .map((entry) => Number(entry.fields?.restartInMs));
    expect(delays[0]).toBe(200);
    expect(delays[1]).toBe(400);
    expect(delays.toSorted((left, right) => left - right)).toEqual(delays);
  });

  it('stops for good while a restart is due', async () => {
    await borrowCluster();
    const postgres = await start();
    process.kill(await serverPid(), 'SIGKILL');
    await waitFor(() => !postgres.isReady());
    await postgres.stop();
    await sleep(400);
    expect(await findRunningPostgres({ dataDir, database: 'vitrin' })).toBeUndefined();
    expect(messages('info')).not.toContain('PostgreSQL is running again');
  });

  it('ends open sessions when it stops', async () => {
    await borrowCluster();
    const postgres = await start();
    const client = new Client(postgres.connection);
    client.on('error', () => undefined);
    await client.connect();
    const pending = client.query('SELECT pg_sleep(30)');
    const failure = expect(pending).rejects.toThrow(/terminat/);
    await sleep(50);
    await postgres.stop();
    await failure;
  });
});

/** Makes the socket's folder in /run, which only root has, read-only; returns how to release it. */
async function blockRunFolder(): Promise<() => Promise<void>> {
  if (!isRoot) return () => Promise.resolve();
  const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim();
  const identity = createHash('sha256').update(`${dataDir}\0${password}`).digest('hex');
  const folder = path.join('/run', `vitrin-${identity.slice(0, 16)}`);
  const { uid, gid } = await stat(clusterDirectory());
  await mkdir(folder);
  execFileSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `ro,mode=0700,uid=${uid},gid=${gid}`,
    'tmpfs',
    folder,
  ]);
  return async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  };
}

describe('without Unix sockets', () => {
  it('listens on loopback with a password, and is reattached to there', async () => {
    const tooLong = path.join(root, 'x'.repeat(100));
    await mkdir(tooLong);
    vi.stubEnv('TMPDIR', tooLong);
    dataDir = path.join(tooLong, 'data');
    await borrowCluster();
    const release = await blockRunFolder();
    stops.unshift(release);
    const application = await startApplication();
    await end(application.child, 'SIGKILL');

    const { reattached, connection } = await start();
    expect(reattached).toBe(true);
    expect(connection.host).toBe('127.0.0.1');
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const wrong = query({ ...connection, password: 'wrong' }, 'SELECT 1');
    await expect(wrong).rejects.toThrow('password authentication failed');
  });
});

describe.runIf(isRoot)(`as root${isRoot ? '' : ' (skipped: for root only)'}`, () => {
  it('runs as a user of its own, with a socket and programs that nothing else removes', async () => {
    await borrowCluster();
    const { connection } = await start();
    expect(connection.host.startsWith(os.tmpdir())).toBe(false);
    const pid = await serverPid();
    expect(await readlink(`/proc/${pid}/exe`)).toMatch(/^\/var\/lib\/vitrin-postgres\//);
    const { uid } = await stat(`/proc/${pid}`);
    expect(uid).not.toBe(0);
    expect((await stat(clusterDirectory())).uid).toBe(uid);
  });

  it('keeps the database in a data directory that the server cannot enter', async () => {
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    await borrowCluster();
    const first = await start();
    await query(first.connection, 'CREATE TABLE written AS SELECT 1 AS id');
    await first.stop();
    // On an empty machine there is nothing else.
    const copy = path.join(await mkdtemp(path.join(root, 'elsewhere-')), 'restored');
    await run('cp', ['-a', dataDir, copy]);
    await rm(dataDir, { recursive: true });
    dataDir = copy;
    expect((await stat(path.join(dataDir, 'postgres', 'PG_VERSION'))).isFile()).toBe(true);
    const second = await start();
    expect(await query(second.connection, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
  });

  describe('with a database that an earlier version has put elsewhere', () => {
    let home: string;

    /** What earlier versions left where the server could not enter the data directory. */
    async function putElsewhere(folder: string): Promise<void> {
      await borrowCluster();
      const first = await start();
      await query(first.connection, 'DROP TABLE IF EXISTS moved');
      await query(first.connection, 'CREATE TABLE moved AS SELECT 1 AS id');
      await first.stop();
      home = await mkdtemp(path.join(folder, 'vitrin-home-'));
      await chmod(home, 0o755);
      await run('mv', [clusterDirectory(), path.join(home, 'postgres')]);
      await writeFile(path.join(home, 'data-directory'), `${dataDir}\n`);
      await writeFile(path.join(dataDir, 'postgres.location'), `${home}\n`);
    }

    afterEach(() => rm(home, { recursive: true, force: true }));

    // The second one is another file system, where there is such.
    it.each([os.tmpdir(), '/dev/shm'])('brings it back from %s', async (folder) => {
      await putElsewhere(folder);
      const { connection } = await start();
      expect(await query(connection, 'SELECT id FROM moved')).toEqual([{ id: 1 }]);
      expect((await stat(clusterDirectory())).isDirectory()).toBe(true);
      await expect(stat(home)).rejects.toThrow('ENOENT');
      await expect(stat(path.join(dataDir, 'postgres.location'))).rejects.toThrow('ENOENT');
    });

    it('leaves it alone when a copy asks, and says what the copy lacks', async () => {
      await putElsewhere(os.tmpdir());
      const original = dataDir;
      dataDir = path.join(root, 'copy');
      await run('cp', ['-a', original, dataDir]);
      await expect(start()).rejects.toThrow(`is a copy of ${original} without its database`);
      dataDir = original;
      const { connection } = await start();
      expect(await query(connection, 'SELECT id FROM moved')).toEqual([{ id: 1 }]);
    });

    it('does not begin an empty database when that place is gone', async () => {
      await mkdir(dataDir);
      home = path.join(root, 'gone');
      await writeFile(path.join(dataDir, 'postgres.location'), `${home}\n`);
      await expect(start()).rejects.toThrow('no longer exists');
    });
  });
});

describe('a copy beside the original', () => {
  it('has a server of its own, though it was made while the original ran', async () => {
    await borrowCluster();
    const original = await start();
    const pid = await serverPid();
    const copy = path.join(root, 'copy');
    await run('cp', ['-a', dataDir, copy]);
    const second = await startEmbeddedPostgres({ ...silent, dataDir: copy });
    try {
      expect(second.reattached).toBe(false);
      await query(second.connection, 'CREATE TABLE of_the_copy AS SELECT 1 AS id');
      expect(await serverPid()).toBe(pid);
      const found = await query(original.connection, "SELECT to_regclass('of_the_copy') AS found");
      expect(found).toEqual([{ found: null }]);
    } finally {
      await second.stop();
    }
    expect(await isRunning(pid)).toBe(true);
  });

  it('neither runs nor stops a cluster that it only links to', async () => {
    await borrowCluster();
    const original = await start();
    const pid = await serverPid();
    const copy = path.join(root, 'copy');
    await mkdir(copy);
    for (const name of ['postgres.password', 'postgres.superuser-password']) {
      await cp(path.join(dataDir, name), path.join(copy, name));
    }
    await symlink(clusterDirectory(), path.join(copy, 'postgres'));
    const second = startEmbeddedPostgres({ ...silent, dataDir: copy });
    await expect(second).rejects.toThrow(`already in use by process ${process.pid}`);
    expect(await isRunning(pid)).toBe(true);
    expect(await query(original.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('the passwords', () => {
  async function signInAsSuperuser(connection: Connection, file: string) {
    const password = (await readFile(path.join(dataDir, file), 'utf8')).trim();
    const superuser = { ...connection, user: 'postgres', database: 'postgres', password };
    return query(superuser, 'SELECT current_user AS name');
  }

  it('of the application and of the superuser differ, and lie in private files', async () => {
    const { connection } = await start();
    await expect(signInAsSuperuser(connection, 'postgres.password')).rejects.toThrow(
      'password authentication failed',
    );
    const file = 'postgres.superuser-password';
    expect(await signInAsSuperuser(connection, file)).toEqual([{ name: 'postgres' }]);
    expect((await stat(path.join(dataDir, file))).mode & 0o777).toBe(0o600);
  });

  it('are separated in a database of an earlier version', async () => {
    const first = await start();
    const file = path.join(dataDir, 'postgres.superuser-password');
    const superuser = {
      ...first.connection,
      user: 'postgres',
      password: (await readFile(file, 'utf8')).trim(),
    };
    await query(superuser, `ALTER ROLE postgres PASSWORD '${first.connection.password}'`);
    await first.stop();
    await rm(file);
    const { connection } = await start();
    await expect(signInAsSuperuser(connection, 'postgres.password')).rejects.toThrow(
      'password authentication failed',
    );
    expect(await signInAsSuperuser(connection, 'postgres.superuser-password')).toEqual([
      { name: 'postgres' },
    ]);
  });
});
