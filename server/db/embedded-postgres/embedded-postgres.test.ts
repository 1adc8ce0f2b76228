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
let entries: { level: string; message: string; fields?: Record<string, unknown> }[];
let stops: (() => Promise<void>)[];

// Most tests are not about the first start and copy this cluster.
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
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.toReversed()) await stop();
  const orphan = await serverPid().catch(() => undefined);
  if (orphan !== undefined && (await isRunning(orphan))) {
    process.kill(orphan, 'SIGINT');
    await waitFor(async () => !(await isRunning(orphan)));
  }
  await rm(root, { recursive: true, force: true });
});

const PASSWORD_FILES = ['postgres.password', 'postgres.superuser-password'];

async function copyPasswords(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of PASSWORD_FILES) await cp(path.join(from, name), path.join(to, name));
}

async function copyCluster(): Promise<void> {
  await copyPasswords(template, dataDir);
  await run('cp', ['-a', path.join(template, 'postgres'), clusterDirectory()]);
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: 'vitrin',
    log: createTestLog({
      info: (fields, message) => entries.push({ level: 'info', message, fields }),
      error: (fields, message) => entries.push({ level: 'error', message, fields }),
    }),
  });
  stops.push(() => postgres.stop());
  return postgres;
}

async function startCopy(): Promise<EmbeddedPostgres> {
  await copyCluster();
  return start();
}

function spawnApplication() {
  return spawn(process.execPath, ['--input-type=module', '--eval', APPLICATION], {
    env: { PATH: process.env.PATH, TEST_DATA_DIR: dataDir, TMPDIR: os.tmpdir() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function startApplication() {
  const child = spawnApplication();
  stops.push(async () => end(child, 'SIGTERM'));
  for await (const line of createInterface({ input: child.stdout })) {
    const report = JSON.parse(line) as { reattached?: boolean; error?: string };
    return { child, report };
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

async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function expectResponse({ connection }: EmbeddedPostgres): Promise<void> {
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
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

function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  return expect.poll(condition, { interval: 20 }).toBe(true);
}

async function restarts(postgres: EmbeddedPostgres): Promise<void> {
  await waitFor(() => !postgres.isReady());
  await waitFor(() => postgres.isReady());
}

function messages(level: string): string[] {
  return entries.filter((entry) => entry.level === level).map((entry) => entry.message);
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

async function signInAsSuperuser(connection: Connection, file: string) {
  const password = (await readFile(path.join(dataDir, file), 'utf8')).trim();
  const superuser = { ...connection, user: 'postgres', database: 'postgres', password };
  return query(superuser, 'SELECT current_user AS name');
}

async function expectOwnSuperuserPassword(connection: Connection): Promise<void> {
  await expect(signInAsSuperuser(connection, 'postgres.password')).rejects.toThrow(
    'password authentication failed',
  );
  const rows = await signInAsSuperuser(connection, 'postgres.superuser-password');
  expect(rows).toEqual([{ name: 'postgres' }]);
}

describe('starting', () => {
  it('creates a durable UTF-8 database that asks for a password', async () => {
    const postgres = await start();
    const { connection } = postgres;
    expect(postgres.isReady()).toBe(true);
    expect(postgres.reattached).toBe(false);

    const expected = {
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      password_encryption: 'scram-sha-256',
    };
    for (const [name, value] of Object.entries(expected)) {
      expect(await query(connection, `SHOW ${name}`)).toEqual([{ [name]: value }]);
    }
    expect(await query(connection, `SELECT upper('çiğdem')`)).toEqual([{ upper: 'ÇIĞDEM' }]);
    const wrong = query({ ...connection, password: 'wrong' }, 'SELECT 1');
    await expect(wrong).rejects.toThrow('password authentication failed');
    const administrator = { ...connection, user: 'postgres', password: '' };
    await expect(query(administrator, 'SELECT 1')).rejects.toThrow(/password/);
    for (const name of PASSWORD_FILES) {
      expect(await modeOf(path.join(dataDir, name)), name).toBe(0o600);
    }
    for (const folder of [dataDir, connection.host]) expect(await modeOf(folder)).toBe(0o700);
    await expectOwnSuperuserPassword(connection);

    const [role] = await query(connection, 'SELECT usesuper FROM pg_user WHERE usename = user');
    expect(role).toEqual({ usesuper: false });
    await query(connection, 'CREATE EXTENSION pg_trgm');
    await query(connection, 'CREATE DATABASE other TEMPLATE vitrin');
  });

  it('keeps the data over a stop, leaves no process or session, and is quick the second time', async () => {
    const first = await startCopy();
    await query(first.connection, 'CREATE TABLE kept AS SELECT 1 AS id');
    const pid = await serverPid();
    const client = new Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    const session = expect(client.query('SELECT pg_sleep(30)')).rejects.toThrow(/terminat/);
    await sleep(50);
    await first.stop();
    await session;
    expect(first.isReady()).toBe(false);
    expect(await isRunning(pid)).toBe(false);
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT');

    const before = performance.now();
    const second = await start();
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(second.reattached).toBe(false);
    expect(second.connection).toEqual(first.connection);
    expect(await query(second.connection, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
    await second.stop();
    await rm(path.join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow(/postgres\.password is missing/);
  });

  it('survives being killed at any moment of the first start, and clears away what is left', async () => {
    const interrupted = path.join(dataDir, 'postgres.init-x1');
    await mkdir(path.join(interrupted, 'data'), { recursive: true });
    await writeFile(path.join(interrupted, 'data', 'PG_VERSION'), '18\n');
    for (const delay of [150, 250, 350, 500]) {
      const child = spawnApplication();
      await sleep(delay);
      await end(child, 'SIGKILL');
    }
    await expectResponse(await start());
    await expect(stat(interrupted)).rejects.toThrow('ENOENT');
  });

  it('refuses a folder with other things in it and leaves them alone', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'notes.txt'), 'mine');
    await expect(start()).rejects.toThrow('neither empty nor a PostgreSQL database');
    expect(await readFile(path.join(dataDir, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('puts the socket elsewhere when the path is too long', async () => {
    dataDir = path.join(root, 'x'.repeat(60), 'y'.repeat(60));
    const postgres = await startCopy();
    const { host } = postgres.connection;
    expect(host.startsWith(dataDir)).toBe(false);
    expect(host.length).toBeLessThan(90);
    expect(await modeOf(host)).toBe(0o700);
    await expectResponse(postgres);
  });

  it('empties a server log that has grown large, and ignores the owner file of a dead process', async () => {
    await copyCluster();
    await writeFile(path.join(dataDir, 'postgres.owner'), `${process.pid}\n`);
    const log = path.join(dataDir, 'postgres.log');
    await writeFile(log, '');
    await truncate(log, 11 * 1024 * 1024);
    await expectResponse(await start());
    expect((await stat(log)).size).toBeLessThan(100_000);
  });
});

describe('one application for one data directory', () => {
  it('rejects a second one and names the first, and shows a command where the server is', async () => {
    await copyCluster();
    const find = () => findRunningPostgres({ dataDir, database: 'vitrin' });
    expect(await find()).toBeUndefined();
    const postgres = await start();
    expect(await find()).toEqual(postgres.connection);
    const second = await startApplication();
    expect(second.report.error).toContain(`is already in use by process ${process.pid}`);
    await expect(start()).rejects.toThrow(`already in use by process ${process.pid}`);
    await postgres.stop();
    expect(await find()).toBeUndefined();
  });

  it('lets exactly one of several win that start at once', async () => {
    const applications = await Promise.all([1, 2, 3].map(() => startApplication()));
    const winners = applications.filter((application) => application.report.reattached === false);
    expect(winners).toHaveLength(1);
    for (const loser of applications.filter((application) => application !== winners[0])) {
      expect(loser.report.error).toContain(`in use by process ${winners[0]?.child.pid}`);
    }
  });
});

describe('after the application was killed', () => {
  it('reattaches to the orphaned server, restarts it when it dies, and stops it in the end', async () => {
    await copyCluster();
    const pid = await orphanServer();
    expect(await isRunning(pid)).toBe(true);

    const postgres = await start();
    expect(postgres.reattached).toBe(true);
    expect(await serverPid()).toBe(pid);
    await expectResponse(postgres);
    process.kill(pid, 'SIGKILL');
    await restarts(postgres);
    const next = await serverPid();
    expect(next).not.toBe(pid);
    await expectResponse(postgres);
    await postgres.stop();
    expect(await isRunning(next)).toBe(false);
  });

  it.each<[how: string, change: () => Promise<void>]>([
    [
      'runs with another command line',
      async () => {
        const options = path.join(clusterDirectory(), 'postmaster.opts');
        await writeFile(options, (await readFile(options, 'utf8')).replace('128MB', '64MB'));
      },
    ],
    [
      'has lost its socket',
      async () => {
        const running = await findRunningPostgres({ dataDir, database: 'vitrin' });
        if (!running) throw new Error('the server has no address');
        await removeSocket(running);
      },
    ],
  ])('replaces a server that %s', async (_, change) => {
    await copyCluster();
    const pid = await orphanServer();
    await change();
    const postgres = await start();
    expect(postgres.reattached).toBe(false);
    expect(await isRunning(pid)).toBe(false);
    await expectResponse(postgres);
  });

  it('starts when an unrelated process has the pid of the dead server', async () => {
    const first = await startCopy();
    await first.stop();
    const cluster = clusterDirectory();
    const { uid, gid } = await stat(cluster);
    const bystander = spawn('sleep', ['60'], { uid, gid });
    stops.push(async () => end(bystander, 'SIGKILL'));
    const socketDirectory = first.connection.host;
    await mkdir(socketDirectory, { mode: 0o700 });
    await chown(socketDirectory, uid, gid);
    const lines = [bystander.pid, cluster, 1700000000, 5432, '', '', '1 1', 'ready', ''].join('\n');
    await writeFile(path.join(cluster, 'postmaster.pid'), lines);
    await writeFile(path.join(socketDirectory, '.s.PGSQL.5432.lock'), lines);

    const postgres = await start();
    expect(postgres.reattached).toBe(false);
    await expectResponse(postgres);
    expect(bystander.exitCode).toBeNull();
  });
});

/** Removes the socket as a job that tidies temporary folders does. */
async function removeSocket({ host }: Connection): Promise<void> {
  await rm(host, { recursive: true });
}

it('a server whose socket was removed is restarted, and one that stands still is not', async () => {
  const postgres = await startCopy();
  const endpoint = { ...postgres.connection, kind: 'socket' } as const;
  const pid = await serverPid();
  await query(postgres.connection, 'CREATE TABLE before (id int)');
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await isListening(endpoint)).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await removeSocket(postgres.connection);
  expect(await isListening(endpoint)).toBe(false);
  await restarts(postgres);
  expect(await serverPid()).not.toBe(pid);
  expect(await query(postgres.connection, 'SELECT id FROM before')).toEqual([]);
  expect(messages('error')).toContain('Stopping PostgreSQL, to start it again');
});

it('a killed server is restarted, after a longer pause each time, until the application stops', async () => {
  const postgres = await startCopy();
  await query(postgres.connection, 'CREATE TABLE committed AS SELECT 1 AS id');
  for (let round = 0; round < 2; round++) {
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');
    await restarts(postgres);
    expect(await serverPid()).not.toBe(pid);
  }
  expect(await query(postgres.connection, 'SELECT id FROM committed')).toEqual([{ id: 1 }]);
  process.kill(await serverPid(), 'SIGKILL');
  await waitFor(() => !postgres.isReady());
  await postgres.stop();
  const ended = entries.filter(({ message }) => message === 'PostgreSQL ended unexpectedly');
  expect(ended.map(({ fields }) => fields?.restartInMs)).toEqual([200, 400, 800]);
  await sleep(900);
  expect(await findRunningPostgres({ dataDir, database: 'vitrin' })).toBeUndefined();
  expect(messages('info').filter((text) => text === 'PostgreSQL is running again')).toHaveLength(2);
});

/** Makes the socket's folder in /run, which only root has, read-only; returns how to release it. */
async function blockRunFolder(): Promise<() => Promise<void>> {
  if (!isRoot) return () => Promise.resolve();
  const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim();
  const identity = createHash('sha256').update(`${dataDir}\0${password}`).digest('hex');
  const folder = path.join('/run', `vitrin-${identity.slice(0, 16)}`);
  const { uid, gid } = await stat(clusterDirectory());
  await mkdir(folder);
  const options = `ro,mode=0700,uid=${uid},gid=${gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  return async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  };
}

it('without Unix sockets the server listens on loopback with a password, and is reattached to there', async () => {
  const tooLong = path.join(root, 'x'.repeat(100));
  await mkdir(tooLong);
  vi.stubEnv('TMPDIR', tooLong);
  dataDir = path.join(tooLong, 'data');
  await copyCluster();
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

describe.runIf(isRoot)(`as root${isRoot ? '' : ' (skipped: for root only)'}`, () => {
  it('runs as a user of its own, with a socket and programs that nothing else removes, and keeps the database in a data directory that this user cannot enter', async () => {
    expect(await modeOf(root)).toBe(0o700);
    const first = await startCopy();
    const { connection } = first;
    expect(connection.host.startsWith(os.tmpdir())).toBe(false);
    const pid = await serverPid();
    expect(await readlink(`/proc/${pid}/exe`)).toMatch(/^\/var\/lib\/vitrin-postgres\//);
    const { uid } = await stat(`/proc/${pid}`);
    expect(uid).not.toBe(0);
    expect((await stat(clusterDirectory())).uid).toBe(uid);
    await query(connection, 'CREATE TABLE written AS SELECT 1 AS id');
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
      const first = await startCopy();
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
    it.each([os.tmpdir(), '/dev/shm'])(
      'brings it back from %s, but no copy does',
      async (folder) => {
        await putElsewhere(folder);
        const original = dataDir;
        dataDir = path.join(root, 'copy');
        await run('cp', ['-a', original, dataDir]);
        await expect(start()).rejects.toThrow(`is a copy of ${original} without its database`);
        dataDir = original;
        const { connection } = await start();
        expect(await query(connection, 'SELECT id FROM moved')).toEqual([{ id: 1 }]);
        expect((await stat(clusterDirectory())).isDirectory()).toBe(true);
        await expect(stat(home)).rejects.toThrow('ENOENT');
        await expect(stat(path.join(dataDir, 'postgres.location'))).rejects.toThrow('ENOENT');
      },
    );

    it('does not begin an empty database when that place is gone', async () => {
      await mkdir(dataDir);
      home = path.join(root, 'gone');
      await writeFile(path.join(dataDir, 'postgres.location'), `${home}\n`);
      await expect(start()).rejects.toThrow('no longer exists');
    });
  });
});

it('a copy beside the original has a server of its own, and stops no cluster that it links to', async () => {
  const original = await startCopy();
  const pid = await serverPid();
  const copy = path.join(root, 'copy');
  await run('cp', ['-a', dataDir, copy]);
  const second = await startEmbeddedPostgres({ ...silent, dataDir: copy });
  stops.push(() => second.stop());
  expect(second.reattached).toBe(false);
  await query(second.connection, 'CREATE TABLE of_the_copy AS SELECT 1 AS id');
  expect(await serverPid()).toBe(pid);
  const found = await query(original.connection, "SELECT to_regclass('of_the_copy') AS found");
  expect(found).toEqual([{ found: null }]);
  await second.stop();
  expect(await isRunning(pid)).toBe(true);

  const linked = path.join(root, 'linked');
  await copyPasswords(dataDir, linked);
  await symlink(clusterDirectory(), path.join(linked, 'postgres'));
  const third = startEmbeddedPostgres({ ...silent, dataDir: linked });
  await expect(third).rejects.toThrow(`already in use by process ${process.pid}`);
  expect(await isRunning(pid)).toBe(true);
  await expectResponse(original);
});

it('an older database gets two passwords, and none runs whose commits are unsafe', async () => {
  const first = await startCopy();
  const file = path.join(dataDir, 'postgres.superuser-password');
  const password = (await readFile(file, 'utf8')).trim();
  const superuser = { ...first.connection, user: 'postgres', password };
  await query(superuser, `ALTER ROLE postgres PASSWORD '${first.connection.password}'`);
  await first.stop();
  await rm(file);
  const second = await start();
  await expectOwnSuperuserPassword(second.connection);

  await query(second.connection, 'ALTER DATABASE vitrin SET synchronous_commit = off');
  const pid = await serverPid();
  await second.stop();
  await expect(start()).rejects.toThrow('synchronous_commit = off');
  expect(await isRunning(pid)).toBe(false);
  await expect(serverPid()).rejects.toThrow('ENOENT');
});
