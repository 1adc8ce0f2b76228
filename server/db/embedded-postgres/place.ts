import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode, errorText, exists, readIfPresent, syncDirectory } from '#server/lib/files.ts';
import { type Binaries, copyBinaries, locateBinaries } from './binaries.ts';
import { checkAccess, ensureServerUser, isRoot, type ServerUser } from './server-user.ts';
import type { Place } from './types.ts';
import { findOrphan, shutDown, syncCluster, watchPostmaster } from './postmaster.ts';

const run = promisify(execFile);

const SYSTEM_DIR = '/var/lib/vitrin-postgres';

const PROGRAMS_FOLDER = 'postgres-programs';

/** Names the folder where earlier versions kept a cluster whose user could not enter the data directory. */
const LOCATION_FILE = 'postgres.location';

const OWNER_FILE = 'data-directory';

/** As root, where the server's user cannot be handed a folder, it must be able to pass through. */
export const DATA_DIR_MODE =
  process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;

export function clusterOf(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

export function passwordFileOf(dataDir: string): string {
  return path.join(dataDir, 'postgres.password');
}

export async function isInitialised(cluster: string): Promise<boolean> {
  return exists(path.join(cluster, 'PG_VERSION'));
}

export async function hasDatabase(dataDir: string): Promise<boolean> {
  return (
    (await isInitialised(clusterOf(dataDir))) || (await exists(path.join(dataDir, LOCATION_FILE)))
  );
}

export async function preparePlace(dataDir: string): Promise<Place> {
  const cluster = clusterOf(dataDir);
  const shared = {
    dataDir,
    cluster,
    passwordFile: passwordFileOf(dataDir),
    superuserPasswordFile: path.join(dataDir, 'postgres.superuser-password'),
    logFile: path.join(dataDir, 'postgres.log'),
  };
  const home = await findOldHome(dataDir);
  if (!isRoot()) {
    if (home !== undefined) {
      throw new Error(
        `The database of ${dataDir} lies in ${home}: start once as root to bring it back.`,
      );
    }
    await repairPermissions(cluster);
    const binaries = await findPrograms({ dataDir, user: undefined });
    return { ...shared, binaries, user: undefined, isInside: false };
  }

  const user =
    (home === undefined ? undefined : await ownerOf(clusterOf(home))) ??
    (await ownerOf(cluster)) ??
    (await ensureServerUser());
  const isInside = process.platform === 'linux';
  const [canEnter] = await checkAccess(user, [{ test: '-x', path: dataDir }]);
  if (!isInside && !canEnter) {
    throw new Error(
      `The PostgreSQL user (uid ${user?.uid}) cannot enter DATA_DIR (${dataDir}): choose a folder that it can, or start as an ordinary user.`,
    );
  }
  const binaries = await findPrograms({ dataDir, user });
  const place = { ...shared, binaries, user, isInside };
  if (home !== undefined) await bringHome(place, home);
  await repairOwnership(cluster, user);
  await repairPermissions(cluster);
  return place;
}

/** Copies the programs to a folder that outlives the release; runs them from the release where that fails. */
export async function findPrograms({
  dataDir,
  user,
}: Pick<Place, 'dataDir' | 'user'>): Promise<Binaries> {
  const installed = await locateBinaries();
  if (process.platform === 'win32') return installed;
  const canRun = async ({ postgres, root }: Binaries) => {
    const bki = path.join(root, 'share', 'postgresql', 'postgres.bki');
    const checks = [{ test: '-x', path: postgres } as const, { test: '-r', path: bki } as const];
    return (await checkAccess(user, checks)).every(Boolean);
  };
  try {
    const folder = isRoot() ? await ensureSystemDirectory() : path.join(dataDir, PROGRAMS_FOLDER);
    const copied = await copyBinaries(installed, folder);
    if (await canRun(copied)) return copied;
  } catch (error) {
    if (!(await canRun(installed))) throw error;
  }
  return installed;
}

async function ownerOf(cluster: string): Promise<ServerUser> {
  if (!(await isInitialised(cluster))) return undefined;
  const { uid, gid } = await stat(cluster);
  return uid === 0 ? undefined : { uid, gid };
}

async function ensureSystemDirectory(): Promise<string> {
  try {
    await mkdir(SYSTEM_DIR, { recursive: true });
    const status = await lstat(SYSTEM_DIR);
    if (!status.isDirectory() || status.uid !== 0 || status.mode & 0o022) {
      throw new Error('it must be a folder that only root can write to');
    }
    if ((status.mode & 0o755) !== 0o755) await chmod(SYSTEM_DIR, 0o755);
  } catch (error) {
    throw new Error(`Cannot use ${SYSTEM_DIR}: ${errorText(error)}.`, { cause: error });
  }
  return SYSTEM_DIR;
}

async function findOldHome(dataDir: string): Promise<string | undefined> {
  const home = await readLocation(dataDir);
  if (home === undefined) return undefined;
  if (!(await exists(home))) {
    throw new Error(
      `The database of ${dataDir} was kept in ${home}, which no longer exists. Bring it back, ` +
        `or delete ${path.join(dataDir, LOCATION_FILE)} to begin with an empty database.`,
    );
  }
  const owner = (await readIfPresent(path.join(home, OWNER_FILE)).catch(() => undefined))?.trim();
  // A moved directory takes its database along; a copy does not.
  if (owner && owner !== dataDir && (await readLocation(owner)) === home) {
    throw new Error(
      `${dataDir} is a copy of ${owner} without its database, which lies in ${home}. Start ${owner} with this version, ` +
        'which brings its database into it, stop it, and copy it again.',
    );
  }
  return home;
}

async function readLocation(dataDir: string): Promise<string | undefined> {
  return (await readIfPresent(path.join(dataDir, LOCATION_FILE)))?.trim() || undefined;
}

async function bringHome(place: Place, home: string): Promise<void> {
  const from = clusterOf(home);
  if (!(await isInitialised(place.cluster))) {
    const orphan = await findOrphan(from);
    if (orphan) await shutDown(await watchPostmaster(orphan.pid), place);
    await rename(from, place.cluster).catch(async (error: unknown) => {
      if (errorCode(error) !== 'EXDEV') throw error;
      await copyCluster(place, from);
    });
    await syncDirectory(place.dataDir);
  }
  await rm(path.join(place.dataDir, LOCATION_FILE));
  await syncDirectory(place.dataDir);
  await rm(home, { recursive: true, force: true });
}

async function copyCluster(place: Place, from: string): Promise<void> {
  const unfinished = `${place.cluster}.coming`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await giveTo(unfinished, place.user);
  await chmod(unfinished, 0o700);
  await syncCluster(place, unfinished);
  await rename(unfinished, place.cluster);
}

/** A restored cluster may belong to root, as whom PostgreSQL does not run. */
async function repairOwnership(cluster: string, user: ServerUser): Promise<void> {
  if (!user || !(await isInitialised(cluster)) || (await ownerOf(cluster))) return;
  await giveTo(cluster, user);
}

async function giveTo(cluster: string, user: ServerUser): Promise<void> {
  if (user) await run('chown', ['-hR', `${user.uid}:${user.gid}`, cluster]);
}

async function repairPermissions(cluster: string): Promise<void> {
  if (process.platform === 'win32' || !(await isInitialised(cluster))) return;
  const { mode } = await stat(cluster);
  if (mode & 0o027) await chmod(cluster, 0o700);
}
