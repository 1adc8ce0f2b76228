import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { ensureCluster } from '#server/db/embedded-postgres/initialise.ts';
import { preparePlace } from '#server/db/embedded-postgres/place.ts';
import { pathForPrograms, programOptions } from '#server/db/embedded-postgres/postmaster.ts';
import { createPostgresServer } from '#tests/full/machines/postgres-server.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';

/** Little more than a site needs; three more are PostgreSQL's own reserve for superusers. */
export const CONNECTIONS_FOR_ALL = 37;
const PASSWORD = 'a-password-of-the-test';

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/** A PostgreSQL that one test alone uses, and may stop. */
export async function startOwnPostgres(environment: Record<string, string> = {}) {
  const home = await makeDataDir();
  const place = await preparePlace(home);
  await ensureCluster(place, PASSWORD);
  const port = await freePort();
  const settings = {
    port,
    max_connections: CONNECTIONS_FOR_ALL + 3,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', pathForPrograms(place, place.cluster), ...given];
  const options = programOptions(place, place.cluster);
  const env = { ...options.env, ...environment };
  const server = createPostgresServer(port, `postgres:${PASSWORD}`, () =>
    spawn(place.binaries.postgres, args, { ...options, env, stdio: 'ignore' }),
  );
  await server.start();
  await server.query(`create role vitrin login password '${PASSWORD}'`, 'postgres');
  await server.query('create database vitrin owner vitrin', 'postgres');
  return {
    ...server,
    /** Address of the site's database, for its owner, who is not a superuser. */
    url: `postgres://vitrin:${PASSWORD}@127.0.0.1:${port}/vitrin`,
    async remove(): Promise<void> {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
