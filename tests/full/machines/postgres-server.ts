import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { signalAll } from '#tests/full/faults/killed-site.ts';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres'];
const START = { timeout: 30_000, interval: 20 };

/** The folder of PostgreSQL's own programs, where they are installed. */
export const POSTGRES_PROGRAMS = (existsSync(ROOT) ? readdirSync(ROOT) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(ROOT, version, 'bin'))
  .find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));

/** The user of PostgreSQL, which does not run as root. */
export async function findIdentity(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

export type PostgresServer = ReturnType<typeof createPostgresServer>;

/** A server that can be stopped or killed, and started again; `superuser` with its password, if it has one. */
export function createPostgresServer(port: number, superuser: string, launch: () => ChildProcess) {
  let child: ChildProcess | null = null;

  async function query(text: string, database = 'vitrin') {
    const client = new pg.Client(`postgres://${superuser}@127.0.0.1:${port}/${database}`);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    port,
    query,
    async start(): Promise<void> {
      child = launch();
      await vi.waitFor(() => {
        // It ends while processes of a killed one are still there.
        if (child?.exitCode !== null) child = launch();
        return query('select 1', 'postgres');
      }, START);
    },
    async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    signal: (signal: NodeJS.Signals) => signalAll(child?.pid ?? 0, signal),
  };
}

/** A server of Debian's PostgreSQL on a folder that `initdb` or a backup has filled. */
export async function createDebianServer(data: string, port: number): Promise<PostgresServer> {
  const home = dirname(data);
  const options = { ...(await findIdentity()), cwd: home, stdio: 'ignore' } as const;
  const args = ['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'];
  const program = join(POSTGRES_PROGRAMS ?? '', 'postgres');
  return createPostgresServer(port, 'postgres', () => spawn(program, args, options));
}

export async function runPostgresProgram(home: string, program: string, ...args: string[]) {
  const options = { ...(await findIdentity()), cwd: home };
  return run(join(POSTGRES_PROGRAMS ?? '', program), args, options);
}
