import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyBinaries, locateBinaries } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { errorText, exists, readIfPresent, syncDirectory, writePrivateFile } from './files.ts';
import { checkAccess, ensureServerUser, isRoot } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

/** Where everything of one database lies, and as whom it runs. */
export type Place = {
  dataDir: string;
  /** holds the cluster; the data directory itself unless the server's user cannot enter it */
  home: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  binaries: Binaries;
  user: ServerUser;
};

export type PlaceLog = (message: string, fields: Record<string, unknown>) => void;

const SYSTEM_DIR = '/var/lib/vitrin-postgres';
const LOCATION_FILE = 'postgres.location';

export function clusterOf(home: string): string {
  return path.join(home, 'postgres');
}

export function passwordFileOf(dataDir: string): string {
  return path.join(dataDir, 'postgres.password');
}

/** The folder that holds the cluster of a data directory, as far as that is settled already. */
export async function readHome(dataDir: string): Promise<string> {
  const location = await readIfPresent(path.join(dataDir, LOCATION_FILE));
  return location?.trim() || dataDir;
}

export async function isInitialised(cluster: string): Promise<boolean> {
  return exists(path.join(cluster, 'PG_VERSION'));
}

/** Settles where the cluster and the programs lie and who runs them; creates what is missing. */
export async function preparePlace(dataDir: string, warn: PlaceLog): Promise<Place> {
  const installed = await locateBinaries();
  const shared = {
    dataDir,
    passwordFile: passwordFileOf(dataDir),
    logFile: path.join(dataDir, 'postgres.log'),
  };
  const knownHome = await readHome(dataDir);
  if (knownHome !== dataDir && !(await exists(knownHome))) {
    throw new Error(
      `The database of ${dataDir} was kept in ${knownHome}, which no longer exists. Bring it back, ` +
        `or delete ${path.join(dataDir, LOCATION_FILE)} to begin with an empty database.`,
    );
  }
  if (!isRoot()) {
    const cluster = clusterOf(knownHome);
    await repairPermissions(cluster);
    return { ...shared, home: knownHome, cluster, binaries: installed, user: undefined };
  }

  const user =
    (await ownerOf(clusterOf(knownHome))) ??
    (await ownerOf(clusterOf(dataDir))) ??
    (await ensureServerUser());
  const [canRun, canReadShare, canEnter] = await checkAccess(user, [
    { test: '-x', path: installed.postgres },
    { test: '-r', path: path.join(installed.root, 'share', 'postgresql', 'postgres.bki') },
    { test: '-x', path: knownHome },
  ]);
  const binaries =
    canRun && canReadShare
      ? installed
      : await copyBinaries(installed, await ensureSystemDirectory());
  if (!canEnter && knownHome !== dataDir) {
    throw new Error(`The PostgreSQL user (uid ${user?.uid}) cannot enter ${knownHome}.`);
  }
  const home = canEnter ? knownHome : await createHome(dataDir, warn);
  const cluster = clusterOf(home);
  await bringCluster(clusterOf(dataDir), cluster);
  await repairOwnership(cluster, user);
  await repairPermissions(cluster);
  return { ...shared, home, cluster, binaries, user };
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

// The random part keeps a new data directory apart from the remains of a deleted one at its path.
async function createHome(dataDir: string, warn: PlaceLog): Promise<string> {
  const systemDir = await ensureSystemDirectory();
  const prefix = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const remains = (await readdir(systemDir)).filter((name) => name.startsWith(`${prefix}-`));
  if (remains.length > 0) {
    warn('Database folders of an earlier data directory at this path are left over', {
      folders: remains.map((name) => path.join(systemDir, name)),
    });
  }
  const home = path.join(systemDir, `${prefix}-${randomBytes(4).toString('hex')}`);
  await mkdir(home);
  await chmod(home, 0o755);
  // Tells an administrator whose database this is, when the data directory is gone.
  await writePrivateFile(path.join(home, 'data-directory'), `${dataDir}\n`);
  await syncDirectory(systemDir);
  await writePrivateFile(path.join(dataDir, LOCATION_FILE), `${home}\n`);
  return home;
}

/** Follows a checkout that was moved, with its data, into a folder that the server cannot enter. */
async function bringCluster(from: string, to: string): Promise<void> {
  if (from === to || (await isInitialised(to)) || !(await isInitialised(from))) return;
  try {
    await rename(from, to);
    await syncDirectory(path.dirname(to));
  } catch (error) {
    throw new Error(
      `The PostgreSQL user cannot enter ${from}. Move that folder to ${to}: ${errorText(error)}.`,
      { cause: error },
    );
  }
}

/** A cluster that was restored from a copy may belong to root, as whom PostgreSQL does not run. */
async function repairOwnership(cluster: string, user: ServerUser): Promise<void> {
  if (!user || !(await isInitialised(cluster)) || (await ownerOf(cluster))) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  await chown(cluster, user.uid, user.gid);
}

async function repairPermissions(cluster: string): Promise<void> {
  if (process.platform === 'win32' || !(await isInitialised(cluster))) return;
  const { mode } = await stat(cluster);
  if (mode & 0o027) await chmod(cluster, 0o700);
}
