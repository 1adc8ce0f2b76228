import type { Endpoint, Place } from './types.ts';
import { chown, lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '#server/lib/files.ts';
import { checkAccess, isRoot } from './server-user.ts';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tryListening } from '#server/lib/try-listening.ts';

// The port only names the socket file there.
const SOCKET_PORT = 5432;

const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

const LOOPBACK = '127.0.0.1';

export async function prepareEndpoint(
  place: Place,
  password: string,
  orphanPort: number | undefined,
): Promise<Endpoint> {
  if (process.platform !== 'win32') {
    for (const directory of socketDirectories(place, password)) {
      if (await isUsable(directory, place)) {
        return { kind: 'socket', host: directory, port: SOCKET_PORT };
      }
    }
  }
  const keepsPort = orphanPort !== undefined && orphanPort !== SOCKET_PORT;
  const port = keepsPort ? orphanPort : await findFreePort();
  return { kind: 'loopback', host: LOOPBACK, port };
}

/** False when the socket is missing or refuses; a slow or recovering server accepts. */
export async function isListening({ kind, host, port }: Endpoint): Promise<boolean> {
  const socket = kind === 'socket' ? connect(socketPath(host, port)) : connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

function socketPath(directory: string, port: number): string {
  return path.join(directory, `.s.PGSQL.${port}`);
}

export async function ensureSocketDirectory(directory: string, { user }: Place): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
    if (user) await chown(directory, user.uid, user.gid);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

export async function cleanEndpoint(endpoint: Endpoint): Promise<void> {
  if (endpoint.kind === 'socket') await rmdir(endpoint.host).catch(() => undefined);
}

// The password makes the name unguessable. It changes with deleted data, whose old server removes its socket by name.
function socketDirectories(place: Place, password: string): string[] {
  const identity = createHash('sha256').update(`${place.dataDir}\0${password}`).digest('hex');
  return [
    path.join(place.dataDir, `postgres.socket-${identity.slice(0, 8)}`),
    // Clean-up jobs leave /run alone; only root can write to it.
    path.join(isRoot() ? '/run' : os.tmpdir(), `vitrin-${identity.slice(0, 16)}`),
  ];
}

async function isUsable(directory: string, place: Place): Promise<boolean> {
  const socket = socketPath(directory, SOCKET_PORT);
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH_BYTES) return false;
  if (place.user) {
    const parent = path.dirname(directory);
    const [canEnter] = await checkAccess(place.user, [{ test: '-x', path: parent }]);
    if (!canEnter) return false;
  }
  const isMade = await ensureSocketDirectory(directory, place).then(
    () => true,
    () => false,
  );
  if (!isMade) return false;
  const status = await lstat(directory);
  const uid = place.user?.uid ?? process.getuid?.();
  if (!status.isDirectory() || status.uid !== uid || status.mode & 0o077) {
    throw new Error(
      `${directory} should be a private folder of the PostgreSQL user, but is not. Remove it, then start again.`,
    );
  }
  return holdsSockets(directory);
}

// Some mounted file systems do not support sockets.
async function holdsSockets(directory: string): Promise<boolean> {
  const probe = path.join(directory, 'probe');
  await rm(probe, { force: true });
  const works = await tryListening(createServer().listen(probe)).then(
    () => true,
    () => false,
  );
  await rm(probe, { force: true });
  return works;
}

async function findFreePort(): Promise<number> {
  const address = await tryListening(createServer().listen(0, LOOPBACK));
  return typeof address === 'object' && address ? address.port : 0;
}
