import { closeSync, openSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runtimeEnvironment } from '../../scripts/runtime.mjs';
import { freePort } from '../../tests/support/free-port.ts';
import { startSite } from '../../tests/support/site-process.ts';
import { pinTo, type Tools } from './machine.ts';

export const ROOT = join(import.meta.dirname, '../..');

export type BenchSite = {
  port: number;
  pid: number;
  /** The log since it was last emptied. */
  readLog(): Promise<string>;
  emptyLog(): void;
  end(): Promise<unknown>;
};

export type SiteOptions = {
  tools: Tools;
  core: number | null;
  databaseUrl: string;
  dataDir: string;
  logFile: string;
  environment?: Record<string, string>;
};

export function plainEnvironment(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  const runtime = runtimeEnvironment(ROOT);
  return { PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', ...runtime, ...more };
}

/** Starts the built application behind a trusted proxy, with its log in a file, as on a server. */
export async function startBenchSite(options: SiteOptions): Promise<BenchSite> {
  const { tools, core, databaseUrl, dataDir, logFile, environment } = options;
  const port = await freePort();
  // Opened for appending, so that it can be emptied at any time.
  const stdout = openSync(logFile, 'a');
  const site = await startSite({
    port,
    dataDir,
    stdout,
    launcher: pinTo(core, tools),
    environment: {
      DATABASE_URL: databaseUrl,
      TRUSTED_PROXIES: '127.0.0.1/32',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
      ...environment,
    },
  });
  closeSync(stdout);
  return {
    port,
    pid: site.pid,
    readLog: () => readFile(logFile, 'utf8'),
    emptyLog: () => truncateSync(logFile),
    end: () => site.end('SIGTERM'),
  };
}
