import { chown, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { acceptsConnections, APPLICATION_ROLE, separateSuperuser } from './connect.ts';
import { acquireDataLock } from './data-lock.ts';
import { prepareEndpoint } from './endpoint.ts';
import { errorText, readIfPresent } from '#server/lib/files.ts';
import type { Log } from '#server/lib/log.ts';
import { ensureCluster, ensurePassword, ensureSuperuserPassword } from './initialise.ts';
import { clusterOf, DATA_DIR_MODE, passwordFileOf, preparePlace } from './place.ts';
import type { Connection } from './types.ts';
import { findOrphan, trimLog } from './postmaster.ts';
import { obtainServer, supervise } from './supervisor.ts';

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

export type EmbeddedPostgresOptions = {
  dataDir: string;
  database: string;
  /** Another number than that of a running server restarts it. */
  maxConnections?: number;
  log: Log;
};

const DEFAULT_MAX_CONNECTIONS = 100;

export async function startEmbeddedPostgres({
  dataDir: folder,
  database,
  maxConnections = DEFAULT_MAX_CONNECTIONS,
  log,
}: EmbeddedPostgresOptions) {
  await mkdir(folder, { recursive: true, mode: DATA_DIR_MODE });
  const dataDir = await realpath(folder);
  using starting = new DisposableStack();
  starting.use(await acquireDataLock(dataDir, 'The data directory'));
  const place = await preparePlace(dataDir);
  const password = await ensurePassword(place);
  const superuserPassword = await ensureSuperuserPassword(place);
  const isNew = await ensureCluster(place, superuserPassword);
  if (isNew) log.info({ cluster: place.cluster }, 'Created the database');
  // A link in a copied data directory may lead to the same cluster.
  const cluster = await realpath(place.cluster);
  starting.use(await acquireDataLock(cluster, 'The database'));
  const { user } = place;
  if (user) await chown(path.join(cluster, 'postgres.lock'), user.uid, user.gid);
  await trimLog(place.logFile);
  const orphan = await findOrphan(place.cluster);
  const endpoint = await prepareEndpoint(place, password, orphan?.port);
  const { host, port } = endpoint;
  const connection = { host, port, user: APPLICATION_ROLE, password, database };

  const task = { place, endpoint, connection, superuserPassword, maxConnections, log };
  const { postmaster, isReattached } = await obtainServer(task);
  log.info(
    { pid: postmaster.pid, host },
    isReattached ? 'Reattached to the running PostgreSQL' : 'Started PostgreSQL',
  );
  await separateSuperuser(connection, superuserPassword).catch((error: unknown) => {
    log.warn(
      { cause: errorText(error) },
      'The superuser of the database could not be given its own password',
    );
  });
  const { isReady, stop } = supervise(task, postmaster);
  const locks = starting.move();
  return {
    connection,
    isReady,
    reattached: isReattached,
    stop: () => stop().finally(() => locks.dispose()),
  };
}

export async function findRunningPostgres(options: {
  dataDir: string;
  database: string;
}): Promise<Connection | undefined> {
  const dataDir = await realpath(options.dataDir).catch(() => path.resolve(options.dataDir));
  const cluster = clusterOf(dataDir);
  const password = (await readIfPresent(passwordFileOf(dataDir)))?.trim();
  const orphan = await findOrphan(cluster);
  if (!orphan || !password) return undefined;
  const { host, port } = orphan;
  const connection = { host, port, user: APPLICATION_ROLE, password, database: options.database };
  return (await acceptsConnections(connection)) ? connection : undefined;
}
