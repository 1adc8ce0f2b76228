import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where the server runs and where the load comes from. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const TICKS_PER_SECOND = 100;

export type Tools = {
  nginx: string | null;
  wrk: string | null;
  autocannon: string | null;
  /** Holds a process to one core; null where there is no second core. */
  taskset: string | null;
};

function findTool(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

export function findTools(): Tools {
  const taskset = findTool('taskset');
  const canPin =
    taskset !== null &&
    [SERVER_CORE, LOAD_CORE].every(
      (core) => spawnSync(taskset, ['-c', String(core), 'true']).status === 0,
    );
  return {
    nginx: findTool('nginx'),
    wrk: findTool('wrk'),
    autocannon: findTool('autocannon'),
    taskset: canPin ? taskset : null,
  };
}

/** A command that runs on one core where that is possible. */
export function onCore(
  { taskset }: Tools,
  core: number | null,
  command: string,
  args: string[],
): [string, string[]] {
  return taskset === null || core === null
    ? [command, args]
    : [taskset, ['-c', String(core), command, ...args]];
}

/** The processor time that a process has used, its threads included; null where that cannot be read. */
export function cpuMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/** Resident memory of a process in bytes, now and at its highest. */
export function memoryOf(pid: number): { now: number; max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024;
  return { now: read('VmRSS'), max: read('VmHWM') };
}

function versionOf(command: string | null, argument: string, pattern: RegExp): string | null {
  if (command === null) return null;
  const { stdout, stderr } = spawnSync(command, [argument], { encoding: 'utf8' });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown version';
}

/** What the figures were taken on and with. */
export function describeMachine(tools: Tools, postgres: string) {
  const loadTool = tools.wrk
    ? `wrk ${versionOf(tools.wrk, '-v', /wrk (?:debian\/)?([\d.]+)/)}`
    : tools.autocannon
      ? `autocannon ${versionOf(tools.autocannon, '--version', /([\d.]+)/)}`
      : null;
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
    nginx: versionOf(tools.nginx, '-v', /nginx\/([\d.]+)/),
    loadTool,
    isPinned: tools.taskset !== null,
  };
}

export type MachineFacts = ReturnType<typeof describeMachine>;

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? [] : Number(line)));
  } catch {
    return [];
  }
}
