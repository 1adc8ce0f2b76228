import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const TICKS_PER_SECOND = 100;

export type Tools = {
  nginx: string | null;
  wrk: string | null;
  /** Pins a process to one core; null where there is no second core. */
  taskset: string | null;
};

function findTool(name: string): string | null {
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { env, encoding: 'utf8' });
  return stdout.trim() || null;
}

export function findTools(): Tools {
  const taskset = findTool('taskset');
  const canPin =
    taskset !== null &&
    [SERVER_CORE, LOAD_CORE].every(
      (core) => spawnSync(taskset, ['-c', String(core), 'true']).status === 0,
    );
  return { nginx: findTool('nginx'), wrk: findTool('wrk'), taskset: canPin ? taskset : null };
}

/** The words in front of a command that pin it to a core, where that is possible. */
export function pinTo(core: number | null, { taskset }: Tools): string[] {
  return taskset === null || core === null ? [] : [taskset, '-c', String(core)];
}

/** A file of Linux about a process; empty elsewhere, and once the process has ended. */
function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** Processor time of a process and its threads; NaN where it cannot be read. */
export function readCpuMs(pid: number): number {
  const stat = readProcess(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Resident memory of a process in bytes, now and at its highest; NaN where it cannot be read. */
export function readMemory(pid: number): { now: number; max: number } {
  const status = readProcess(pid, 'status');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024;
  return { now: read('VmRSS'), max: read('VmHWM') };
}

function readVersion(command: string | null, pattern: RegExp): string | null {
  if (command === null) return null;
  const { stdout, stderr } = spawnSync(command, ['-v'], { encoding: 'utf8' });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown version';
}

export function describeMachine({ nginx, wrk, taskset }: Tools, postgres: string) {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
    nginx: readVersion(nginx, /nginx\/([\d.]+)/),
    wrk: readVersion(wrk, /wrk (?:debian\/)?([\d.]+)/),
    isPinned: taskset !== null,
  };
}

export type MachineFacts = ReturnType<typeof describeMachine>;

export function listChildren(pid: number): number[] {
  return readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}
