import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChildren } from '../killed-site.ts';

export const ROLES = ['application', 'database', 'others'] as const;
export type Role = (typeof ROLES)[number];

/** `memory` in bytes: of programs all that is resident, of the database what is not its shared buffers, which fill as they are used. */
export type Use = { processes: number; memory: number; descriptors: number };

const KIB = 1024;

const listFamily = (pid: number): number[] => [pid, ...findChildren(pid).flatMap(listFamily)];

async function readProcess(
  pid: number,
  site: number,
): Promise<{ role: Role } & Omit<Use, 'processes'>> {
  const folder = join('/proc', String(pid));
  const [command, status, descriptors] = await Promise.all([
    readFile(join(folder, 'cmdline'), 'latin1'),
    readFile(join(folder, 'status'), 'latin1'),
    readdir(join(folder, 'fd')),
  ]);
  // The database names its processes after what they do: `postgres: vitrin vitrin [local] idle`.
  const isDatabase = /(?:^|\/)postgres[:\0]/.test(command);
  const field = isDatabase ? 'RssAnon' : 'VmRSS';
  const kib = Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  const other = isDatabase ? 'database' : 'others';
  const role = pid === site ? 'application' : other;
  return { role, memory: kib * KIB, descriptors: descriptors.length };
}

/** Returns the use of a process and all below it. */
export async function readUse(site: number): Promise<Record<Role, Use>> {
  const nothing = () => ({ processes: 0, memory: 0, descriptors: 0 });
  const uses = Object.fromEntries(ROLES.map((role) => [role, nothing()])) as Record<Role, Use>;
  for (const pid of listFamily(site)) {
    // Some end meanwhile.
    const found = await readProcess(pid, site).catch(() => null);
    if (found === null) continue;
    const sum = uses[found.role];
    sum.processes += 1;
    sum.memory += found.memory;
    sum.descriptors += found.descriptors;
  }
  return uses;
}
