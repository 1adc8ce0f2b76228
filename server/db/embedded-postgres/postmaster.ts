import { execFile, spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode, readIfPresent } from '#server/lib/files.ts';
import type { Endpoint, Place, ServerTask } from './types.ts';

export type Postmaster = {
  pid: number;
  hasExited: () => Promise<boolean>;
  exited: Promise<string>;
};

/** Not certain where the system does not identify the process. */
export type Orphan = {
  pid: number;
  host: string;
  port: number;
  isCertain: boolean;
  isReady: boolean;
};

type ProcessMatch = 'ours' | 'foreign' | 'gone' | 'unknown';

const WORKING_FOLDER = '/proc/self/cwd';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const REATTACHED_POLL_MS = 1_000;
const STOP_POLL_MS = 20;
const SHUTDOWNS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 8_000],
] as const;
const PASSED_ENVIRONMENT = ['PATH', 'TZDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];

const run = promisify(execFile);

/** Contains no secrets and no PG* variables. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of PASSED_ENVIRONMENT) {
    // oxlint-disable-next-line node/no-process-env -- handed on to a program, not configuration
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

export function programOptions({ user, isInside }: Place, cluster: string) {
  const cwd = isInside ? cluster : path.parse(cluster).root;
  return { ...user, cwd, env: serverEnvironment(), windowsHide: true };
}

export function pathForPrograms({ isInside }: Place, cluster: string): string {
  return isInside ? WORKING_FOLDER : cluster;
}

export async function syncCluster(place: Place, cluster: string): Promise<void> {
  const args = ['--sync-only', `--pgdata=${pathForPrograms(place, cluster)}`];
  await run(place.binaries.initdb, args, programOptions(place, cluster));
}

function serverArguments({ place, endpoint, maxConnections }: ServerTask): string[] {
  const isSocket = endpoint.kind === 'socket';
  const settings = {
    listen_addresses: isSocket ? '' : endpoint.host,
    port: String(endpoint.port),
    unix_socket_directories: isSocket ? `"${endpoint.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', pathForPrograms(place, place.cluster), ...options];
}

async function readPidFile(cluster: string): Promise<Omit<Orphan, 'isCertain'> | undefined> {
  const text = await readIfPresent(path.join(cluster, 'postmaster.pid'));
  const [pid, , , port, socketDirectory, address, , status] = (text ?? '').split('\n');
  if (!pid || !Number.isInteger(Number(pid)) || Number(pid) <= 0) return undefined;
  const host = socketDirectory?.trim() || address?.trim() || '';
  return { pid: Number(pid), host, port: Number(port), isReady: status?.trim() === 'ready' };
}

export async function hasSameCommand(task: ServerTask, pid: number): Promise<boolean> {
  const { place } = task;
  const text = await readIfPresent(path.join(place.cluster, 'postmaster.opts'));
  const program = await realpath(place.binaries.postgres);
  // Linux adds ' (deleted)' to the path of a file that was removed.
  const running = await readlink(`/proc/${pid}/exe`).catch(() => program);
  if (running !== program) return false;
  const args = serverArguments(task).map((argument) => ` "${argument}"`);
  return text?.trimEnd() === `${program}${args.join('')}`;
}

export async function findOrphan(cluster: string): Promise<Orphan | undefined> {
  const pidFile = await readPidFile(cluster);
  if (!pidFile) return undefined;
  const match = await matchProcess(pidFile.pid, cluster);
  if (match === 'gone' || match === 'foreign') return undefined;
  return { ...pidFile, isCertain: match === 'ours' };
}

async function matchProcess(pid: number, cluster: string): Promise<ProcessMatch> {
  if (!canSignal(pid)) return 'gone';
  if (process.platform === 'linux') return matchByProc(pid, cluster);
  if (process.platform === 'win32') return 'unknown';
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    if (!stdout.includes('postgres')) return 'foreign';
    return stdout.includes(`-D ${cluster} `) ? 'ours' : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function matchByProc(pid: number, cluster: string): Promise<ProcessMatch> {
  if ((await readProcessStart(pid)) === undefined) return 'gone';
  const command = (await readIfPresent(`/proc/${pid}/cmdline`).catch(() => undefined)) ?? '';
  const [program, ...args] = command.split('\0');
  if (!program) return 'unknown';
  if (path.basename(program) !== 'postgres') return 'foreign';
  try {
    return (await worksInside(pid, cluster)) ? 'ours' : 'foreign';
  } catch {
    return args.includes(cluster) ? 'ours' : 'foreign';
  }
}

export async function servesCluster(
  directory: string,
  pid: number,
  cluster: string,
): Promise<boolean> {
  if (directory === WORKING_FOLDER) return worksInside(pid, cluster);
  return (await realpath(directory).catch(() => directory)) === (await realpath(cluster));
}

/** PostgreSQL's processes work inside the cluster, also after it was renamed. */
async function worksInside(pid: number, cluster: string): Promise<boolean> {
  const [actual, expected] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
  return actual.ino === expected.ino && actual.dev === expected.dev;
}

/** Kernel start time; distinguishes processes with the same pid. */
async function readProcessStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const isDead = fields[0] === 'Z' || fields[0] === 'X';
    return isDead ? undefined : fields[19];
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}

/** Also true for other users' processes. */
export function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export async function spawnPostmaster(task: ServerTask): Promise<Postmaster> {
  const { place, endpoint } = task;
  await disarmStaleLocks(place.cluster, endpoint);
  const log = await open(place.logFile, 'a', 0o600);
  try {
    const child = spawn(place.binaries.postgres, serverArguments(task), {
      ...programOptions(place, place.cluster),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let isGone = false;
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, signalName) => {
        isGone = true;
        resolve(signalName ? `signal ${signalName}` : `exit code ${code}`);
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    return { pid: child.pid ?? 0, hasExited: async () => isGone, exited };
  } finally {
    await log.close();
  }
}

export async function watchPostmaster(pid: number): Promise<Postmaster> {
  const isLinux = process.platform === 'linux';
  const start = isLinux ? await readProcessStart(pid) : undefined;
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  async function hasExited(): Promise<boolean> {
    const now = isLinux ? await readProcessStart(pid) : undefined;
    if (isLinux ? now !== undefined && now === start : canSignal(pid)) return false;
    clearInterval(timer);
    resolve('cause unknown');
    return true;
  }
  const timer = setInterval(() => void hasExited().catch(() => false), REATTACHED_POLL_MS).unref();
  return { pid, hasExited, exited };
}

/**
 * PostgreSQL does not start while a process of its user has the pid in a lock file. It treats its parent's pid as stale, and still
 * checks for leftover backends, which deleting the file would prevent.
 */
async function disarmStaleLocks(cluster: string, endpoint: Endpoint): Promise<void> {
  const files = [path.join(cluster, 'postmaster.pid')];
  if (endpoint.kind === 'socket') {
    files.push(path.join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`));
  }
  for (const file of files) {
    const text = await readIfPresent(file);
    const pid = Number(text?.split('\n')[0]);
    if (!text || !Number.isInteger(pid) || pid <= 0) continue;
    const match = await matchProcess(pid, cluster);
    if (match === 'foreign' || match === 'gone') {
      await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    }
  }
}

export async function shutDown(postmaster: Postmaster, place: Place): Promise<void> {
  if (await postmaster.hasExited()) return;
  if (process.platform === 'win32') {
    const args = ['stop', '-D', place.cluster, '-m', 'fast', '-w'];
    await run(place.binaries.pgCtl, args, { env: serverEnvironment(), windowsHide: true });
    return;
  }
  for (const [signal, waitMs] of SHUTDOWNS) {
    try {
      process.kill(postmaster.pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (await postmaster.hasExited()) return;
      await sleep(STOP_POLL_MS);
    }
  }
  throw new Error(
    `PostgreSQL (process ${postmaster.pid}) does not stop. End it with "kill -9 ${postmaster.pid}", then start again.`,
  );
}

export async function trimLog(logFile: string): Promise<void> {
  const status = await stat(logFile).catch(() => undefined);
  if (status && status.size > MAX_LOG_BYTES) await truncate(logFile, 0);
}
