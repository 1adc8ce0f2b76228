import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { SUPERUSER } from './connect.ts';
import { exists, readIfPresent, syncDirectory, writePrivateFile } from '#server/lib/files.ts';
import { isInitialised } from './place.ts';
import type { Place } from './types.ts';
import { pathForPrograms, programOptions } from './postmaster.ts';

const UNFINISHED_PREFIX = 'postgres.init-';

// Determines letters in search. A system that lacks a locale reports it immediately.
const CHARACTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

const run = promisify(execFile);

export async function ensurePassword(place: Place): Promise<string> {
  const existing = await readPassword(place.passwordFile);
  if (existing) return existing;
  if (await isInitialised(place.cluster)) {
    throw new Error(
      `${place.passwordFile} is missing, though the database in ${place.cluster} exists.`,
    );
  }
  return makePassword(place.passwordFile);
}

export async function ensureSuperuserPassword(place: Place): Promise<string> {
  const file = place.superuserPasswordFile;
  return (await readPassword(file)) ?? (await makePassword(file));
}

async function readPassword(file: string): Promise<string | undefined> {
  return (await readIfPresent(file))?.trim() || undefined;
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  await writePrivateFile(file, `${password}\n`);
  return password;
}

export async function ensureCluster(place: Place, password: string): Promise<boolean> {
  if (await isInitialised(place.cluster)) {
    await checkMajorVersion(place);
    return false;
  }
  await checkNothingInTheWay(place.cluster);
  await removeUnfinished(place.dataDir);
  const workspace = await mkdtemp(path.join(place.dataDir, UNFINISHED_PREFIX));
  try {
    if (place.user) await chown(workspace, place.user.uid, place.user.gid);
    const unfinished = await runInitdb(place, workspace, password);
    await rename(unfinished, place.cluster);
    await syncDirectory(place.dataDir);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
  return true;
}

async function checkMajorVersion(place: Place): Promise<void> {
  const version = (await readFile(path.join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (place.binaries.version.startsWith(`${version}.`)) return;
  throw new Error(
    `The database in ${place.cluster} was made by PostgreSQL ${version}, but ` +
      `${place.binaries.version} is installed. Restore a backup into a new DATA_DIR.`,
  );
}

async function checkNothingInTheWay(cluster: string): Promise<void> {
  if (!(await exists(cluster)) || (await readdir(cluster)).length === 0) return;
  throw new Error(`${cluster} is neither empty nor a PostgreSQL database; move it away.`);
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function runInitdb(place: Place, workspace: string, password: string): Promise<string> {
  const passwordFile = path.join(workspace, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.user) await chown(passwordFile, place.user.uid, place.user.gid);
  let output = '';
  for (const locale of CHARACTER_LOCALES) {
    const target = path.join(workspace, `data-${locale}`);
    await mkdir(target, { mode: 0o700 });
    if (place.user) await chown(target, place.user.uid, place.user.gid);
    const args = [
      `--pgdata=${pathForPrograms(place, target)}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${place.isInside ? path.join('..', path.basename(passwordFile)) : passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${locale}`,
      '--lc-messages=C',
      '--data-checksums',
      '--no-instructions',
    ];
    try {
      await run(place.binaries.initdb, args, programOptions(place, target));
      return target;
    } catch (error) {
      output = outputOf(error);
      if (!output.includes('invalid locale')) break;
    }
  }
  throw new Error(`initdb could not create the database in ${place.cluster}: ${output}`);
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return stderr || error.message;
}
