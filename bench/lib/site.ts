import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';
import { NODE_FLAGS, runtimeEnvironment } from '../../scripts/runtime.mjs';
import { onCore, type Tools } from './machine.ts';

export const root = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

export type BenchSite = {
  port: number;
  pid: number;
  /** What it has logged since the log was emptied. */
  readLog(): Promise<string>;
  emptyLog(): void;
  end(): Promise<void>;
};

export type BenchSiteOptions = {
  tools: Tools;
  core: number | null;
  databaseUrl: string;
  dataDir: string;
  logFile: string;
  logLevel: string;
  environment?: Record<string, string>;
};

/** What a program of the application gets to know of this process's environment. */
export function plainEnvironment(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  const runtime = runtimeEnvironment(root);
  return { PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', ...runtime, ...more };
}

/** The built application as its own process, behind a trusted proxy and with its log in a file, as on a server. */
export async function startBenchSite(options: BenchSiteOptions): Promise<BenchSite> {
  const { tools, core, databaseUrl, dataDir, logFile, logLevel, environment } = options;
  const port = await freePort();
  const [command, args] = onCore(tools, core, process.execPath, [
    ...NODE_FLAGS,
    join(root, 'server/main.ts'),
  ]);
  // Opened for appending: it can be emptied at any time.
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd: root,
    env: plainEnvironment({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1/32',
      ADMIN_PASSWORD: 'nine lanterns at dawn',
      LOG_LEVEL: logLevel,
      ...environment,
    }),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the application ended while starting: ${await readFile(logFile, 'utf8')}`);
    }
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) break;
    if (Date.now() > end) throw new Error('the application did not become ready');
    await pause(50);
  }
  return {
    port,
    pid: child.pid ?? 0,
    readLog: () => readFile(logFile, 'utf8'),
    emptyLog: () => truncateSync(logFile),
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
