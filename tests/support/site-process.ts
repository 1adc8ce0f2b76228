import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createDatabase } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import type { DB } from '#server/db/types.ts';
import { exists } from '#server/lib/files.ts';
import { NODE_FLAGS, runtimeEnvironment } from '../../scripts/runtime.mjs';
import { makeDataDir } from './data-dir.ts';
import { freePort } from './free-port.ts';

export type SiteProcess = {
  url: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Waits until the process has heard of these versions of its tables. */
  follow(versions: { name: string; version: number }[]): Promise<void>;
  /** Ends the process with a signal and waits until it is gone; returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

const ownRoot = join(import.meta.dirname, '../..');
/** What `npm` gives every program of ours. */
export const RUNTIME = runtimeEnvironment(ownRoot);
export const SITE_PASSWORD = 'seven lanterns at dusk';

const START_TIMEOUT_MS = 60_000;
const FOLLOW_TIMEOUT_MS = 10_000;

type Options = {
  port: number;
  dataDir: string;
  environment?: Record<string, string>;
  /** The folder of another version. */
  root?: string;
  /** An open file that takes what is printed, instead of `output`. */
  stdout?: number;
  /** A command that runs the process, such as `taskset`. */
  launcher?: readonly string[];
  /** Called as soon as there is a process, which may never become ready. */
  onSpawn?: (pid: number) => void;
};

const TEST_KEYS = { 'audit-key': 7, 'totp-key': 5, 'track-key': 3 };

/** Gives a new data folder the keys of `buildServiceContext`, so that it fits a database that a test or another folder's site has filled. */
async function addTestKeys(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'secrets');
  if (await exists(folder)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, byte] of Object.entries(TEST_KEYS)) {
    const text = Buffer.alloc(32, byte).toString('hex');
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
}

/** Starts the built application as its own process and waits until it is ready. */
export async function startSite(options: Options): Promise<SiteProcess> {
  const { port, dataDir, environment, root = ownRoot, stdout, launcher = [], onSpawn } = options;
  if (environment?.['DATABASE_URL']) await addTestKeys(dataDir);
  const [command = '', ...args] = [...launcher, process.execPath, ...NODE_FLAGS];
  const child: ChildProcess = spawn(command, [...args, join(root, 'server/main.ts')], {
    cwd: root,
    env: {
      ...runtimeEnvironment(root),
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: SITE_PASSWORD,
      ...environment,
    },
    stdio: ['ignore', stdout ?? 'pipe', stdout ?? 'pipe'],
  });
  if (child.pid !== undefined) onSpawn?.(child.pid);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://localhost:${port}`;
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the site ended while starting:\n${output}`);
    }
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) break;
    if (Date.now() > end) throw new Error(`the site did not become ready:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async follow(versions) {
      const lines = versions.map(({ name, version }) => `{name="${name}"} ${version}`);
      const until = Date.now() + FOLLOW_TIMEOUT_MS;
      for (;;) {
        const statistics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        if (lines.every((line) => statistics.includes(`vitrin_table_version${line}`))) return;
        if (Date.now() > until)
          throw new Error(`the site does not follow its tables:\n${statistics}`);
        await new Promise((done) => setTimeout(done, 5));
      }
    },
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** Runs a program of `server/cli` until it ends. */
export function runCommand(
  name: 'admin' | 'backup' | 'doctor' | 'restore',
  args: string[],
  environment: Record<string, string>,
  cwd?: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...RUNTIME, PATH: process.env.PATH, ...environment };
  return new Promise((resolve) => {
    const program = [join(ownRoot, `server/cli/${name}.ts`), ...args];
    execFile(process.execPath, program, { env, cwd }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Runs a program on a new installation with its own database and sample content, and removes it. */
export async function withInstallation(
  use: (site: { url: string; db: Kysely<DB> }) => Promise<void>,
): Promise<void> {
  const dataDir = await makeDataDir();
  const site = await startSite({ port: await freePort(), dataDir });
  try {
    const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
    if (!connection) throw new Error("the site's database was not found");
    const { db, destroy } = createDatabase({ connection, poolSize: 1 });
    try {
      await use({ url: site.url, db });
    } finally {
      await destroy();
    }
  } finally {
    await site.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
