import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The processes of an installation, by what they do. */
export const ROLES = ['application', 'database', 'others'] as const;
export type Role = (typeof ROLES)[number];

/** `memory` in bytes: of programs all that is resident, of the database what is not its shared buffers, which fill as they are used. */
export type Use = { processes: number; memory: number; descriptors: number };

type Process = { pid: number; parent: number; command: string };

const KIB = 1024;

/** One that ends meanwhile is not there. */
async function readProcess(pid: number): Promise<Process | null> {
  const folder = join('/proc', String(pid));
  try {
    const [stat, command] = await Promise.all([
      readFile(join(folder, 'stat'), 'latin1'),
      readFile(join(folder, 'cmdline'), 'latin1'),
    ]);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, command };
  } catch {
    return null;
  }
}

async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const all = await Promise.all(pids.map(readProcess));
  return all.filter((each) => each !== null);
}

function roleOf({ pid, command }: Process, site: number): Role {
  if (pid === site) return 'application';
  // The database names its processes after what they do: `postgres: vitrin vitrin [local] idle`.
  return /(?:^|\/)postgres[:\0]/.test(command) ? 'database' : 'others';
}

async function measure({ pid }: Process, role: Role): Promise<Omit<Use, 'processes'>> {
  const folder = join('/proc', String(pid));
  try {
    const [status, descriptors] = await Promise.all([
      readFile(join(folder, 'status'), 'latin1'),
      readdir(join(folder, 'fd')),
    ]);
    const field = role === 'database' ? 'RssAnon' : 'VmRSS';
    const kib = Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
    return { memory: kib * KIB, descriptors: descriptors.length };
  } catch {
    // It has just ended.
    return { memory: 0, descriptors: 0 };
  }
}

/** What a process and all below it have at the moment. */
export async function readUse(site: number): Promise<Record<Role, Use>> {
  const all = await listProcesses();
  const family = new Set([site]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const nothing = () => ({ processes: 0, memory: 0, descriptors: 0 });
  const uses = Object.fromEntries(ROLES.map((role) => [role, nothing()])) as Record<Role, Use>;
  for (const each of all.filter(({ pid }) => family.has(pid))) {
    const role = roleOf(each, site);
    const { memory, descriptors } = await measure(each, role);
    const sum = uses[role];
    sum.processes += 1;
    sum.memory += memory;
    sum.descriptors += descriptors;
  }
  return uses;
}
