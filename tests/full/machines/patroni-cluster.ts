import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { signalAll } from '#tests/full/faults/killed-site.ts';
import { freePort } from '#tests/support/free-port.ts';
import { findIdentity, POSTGRES_PROGRAMS } from './postgres-server.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/patroni');
const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';
const PASSWORD = 'PASSWORD-OF-POSTGRES';
const START = { timeout: 60_000, interval: 200 };

/** The first missing program; null when all are installed. */
export const MISSING_OF_PATRONI =
  [PATRONI, ETCD].find((program) => !existsSync(program)) ??
  (POSTGRES_PROGRAMS ? null : 'PostgreSQL below /usr/lib/postgresql');

type Role = 'leader' | 'sync_standby' | 'replica';

export type Node = {
  name: string;
  port: number;
  kill(): void;
  start(): void;
};

type Ports = { database: number; api: number };

/** The file for operators, for one of the machines of a test, which has one address for all. */
async function readConfiguration(name: string, home: string, ports: Ports, etcd: number) {
  const text = await readFile(join(FOLDER, 'patroni.yml'), 'utf8');
  const replaced: [string, string][] = [
    ['\nname: one\n', `\nname: ${name}\n`],
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `127.0.0.1:${etcd}`],
    ['10.0.0.1:8008', `127.0.0.1:${ports.api}`],
    ['10.0.0.1:5432', `127.0.0.1:${ports.database}`],
    ['/var/lib/postgresql/15/vitrin', join(home, name)],
    ['/usr/lib/postgresql/15/bin', POSTGRES_PROGRAMS ?? ''],
    ['/var/lib/postgresql/patroni.pgpass', join(home, `${name}.pgpass`)],
    ['10.0.0.0/24', '127.0.0.0/8'],
  ];
  for (const [from] of replaced) expect(text).toContain(from);
  return replaced.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

async function readEtcdSettings(home: string, port: number, peerPort: number) {
  const text = await readFile(join(FOLDER, 'etcd'), 'utf8');
  const all = text
    .replaceAll('10.0.0.1:2380', `127.0.0.1:${peerPort}`)
    .replaceAll('10.0.0.1:2379', `127.0.0.1:${port}`)
    .replace('/var/lib/etcd/vitrin', join(home, 'etcd'))
    // One member is enough to tell who leads.
    .replace(/,two=.*/, '');
  return Object.fromEntries(
    Array.from(all.matchAll(/^(\w+)=(.*)$/gm), ([, key, value]) => [key, value]),
  );
}

/** Two nodes of Patroni with a synchronous standby and one member of etcd, configured by the files for operators, and an empty database `vitrin`. */
export async function startPatroniCluster() {
  const identity = await findIdentity();
  await using starting = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'vitrin-patroni-'));
  starting.defer(() => rm(home, { recursive: true, force: true }));
  if (identity.uid !== undefined) await chown(home, identity.uid, identity.gid ?? 0);
  await chmod(home, 0o755);
  const children = new Set<ChildProcess>();
  function launch(program: string, args: string[], environment: Record<string, string> = {}) {
    const log = openSync(join(home, 'log'), 'a');
    const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, ...environment };
    const child = spawn(program, args, {
      ...identity,
      cwd: home,
      env,
      stdio: ['ignore', log, log],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }
  starting.defer(async () => {
    for (const child of children) {
      const exited = once(child, 'exit');
      // Patroni stops its server when it is told to end.
      child.kill('SIGTERM');
      await exited;
    }
  });

  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  launch(ETCD, [], await readEtcdSettings(home, etcdPort, peerPort));

  async function makeNode(name: string): Promise<Node & { api: number }> {
    const ports = { database: await freePort(), api: await freePort() };
    const file = join(home, `${name}.yml`);
    await writeFile(file, await readConfiguration(name, home, ports, etcdPort));
    let patroni: ChildProcess | null = null;
    return {
      name,
      port: ports.database,
      api: ports.api,
      start: () => void (patroni = launch(PATRONI, [file])),
      kill() {
        patroni?.kill('SIGKILL');
        const pid = readFileSync(join(home, name, 'postmaster.pid'), 'utf8');
        signalAll(Number.parseInt(pid, 10), 'SIGKILL');
      },
    };
  }
  const nodes = [await makeNode('one'), await makeNode('two')] as const;

  type Member = { name: string; role: string; state: string };
  async function readMembers(): Promise<Member[]> {
    const responses = nodes.map(async ({ api }) => {
      const response = await fetch(`http://127.0.0.1:${api}/cluster`);
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(responses);
  }
  /** Throws while no node has the role. */
  async function find(role: Role): Promise<Node> {
    const members = await readMembers();
    const member = members.find(
      (each) => each.role === role && /running|streaming/.test(each.state),
    );
    const node = nodes.find(({ name }) => name === member?.name);
    if (!node)
      throw new Error(
        `nobody is ${role}: ${JSON.stringify(members)} ${readFileSync(join(home, 'log'), 'utf8').slice(-2_000)}`,
      );
    return node;
  }

  for (const node of nodes) node.start();
  const leader = await vi.waitFor(() => find('leader'), START);
  const admin = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${leader.port}/postgres`);
  await vi.waitFor(() => find('sync_standby'), START);
  await admin.connect();
  await admin.query(`create role vitrin login password 'secret'`);
  await admin.query('create database vitrin owner vitrin');
  await admin.end();
  const running = starting.move();
  return {
    nodes,
    url: `postgres://vitrin:secret@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/vitrin?target_session_attrs=read-write`,
    find,
    /** Has the synchronous standby take over in order. */
    async switchOver() {
      const [from, to] = [await find('leader'), await find('sync_standby')];
      const { api } = nodes.find(({ name }) => name === from.name) ?? nodes[0];
      const body = JSON.stringify({ leader: from.name, candidate: to.name });
      const response = await fetch(`http://127.0.0.1:${api}/switchover`, { method: 'POST', body });
      expect(response.status, await response.text()).toBe(200);
    },
    stop: () => running.disposeAsync(),
  };
}
