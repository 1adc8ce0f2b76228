import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { errorCode } from '#server/lib/files.ts';
import { type Postmaster, servesCluster } from './postmaster.ts';
import type { Connection, ServerTask } from './types.ts';

/** Owns the application's database; not a superuser. */
export const APPLICATION_ROLE = 'vitrin';
export const SUPERUSER = 'postgres';

const ATTEMPT_PAUSE_MS = 25;
const ATTEMPT_TIMEOUT_MS = 2_000;
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];
const WRONG_PASSWORD = '28P01';
const MISSING_DATABASE = '3D000';
const NOT_YET_CODES = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN',
  '57P03', // starting up, recovering or shutting down
  '57P01', // ended by a shutdown
  '53300', // every connection is taken
]);

export async function waitUntilReady(
  task: ServerTask,
  hasExited: Postmaster['hasExited'],
  timeoutMs: number,
): Promise<{ version: string } | 'gone' | 'timeout'> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await checkServer(task);
    } catch (error) {
      if (!isNotYet(error)) throw error;
    }
    if (await hasExited()) return 'gone';
    if (Date.now() > deadline) return 'timeout';
    await sleep(ATTEMPT_PAUSE_MS);
  }
}

export async function acceptsConnections(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  );
}

function isNotYet(error: unknown): boolean {
  if (NOT_YET_CODES.has(errorCode(error) ?? '')) return true;
  // The driver reports these two without a code.
  return error instanceof Error && /timeout|terminated unexpectedly/i.test(error.message);
}

async function checkServer({ connection, superuserPassword, place }: ServerTask) {
  try {
    return await withClient(connection, async (client) => readFacts(client, place.cluster));
  } catch (error) {
    const code = errorCode(error);
    if (code !== WRONG_PASSWORD && code !== MISSING_DATABASE) throw error;
  }
  await createRoleAndDatabase(connection, superuserPassword);
  return withClient(connection, async (client) => readFacts(client, place.cluster));
}

async function readFacts(client: Client, cluster: string): Promise<{ version: string }> {
  const names = [...DURABILITY_SETTINGS, 'data_directory', 'server_version'];
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [names],
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const directory = settings.get('data_directory') ?? '';
  const { rows: sessions } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (!(await servesCluster(directory, sessions[0]?.pid ?? 0, cluster))) {
    throw new Error(`The PostgreSQL server that answers serves ${directory}, not ${cluster}.`);
  }
  for (const name of DURABILITY_SETTINGS) {
    if (settings.get(name) !== 'on') {
      throw new Error(`PostgreSQL runs with ${name} = ${settings.get(name)}; it must be on.`);
    }
  }
  return { version: settings.get('server_version') ?? '' };
}

/** Clusters of earlier versions and interrupted starts still have the application's password, which is replaced. */
async function withSuperuser(
  connection: Connection,
  superuserPassword: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const superuser = { ...connection, user: SUPERUSER, database: 'postgres' };
  const own = { ...superuser, password: superuserPassword };
  try {
    await withClient(own, work);
    return;
  } catch (error) {
    if (errorCode(error) !== WRONG_PASSWORD) throw error;
  }
  await withClient(superuser, async (client) => {
    await client.query(`ALTER ROLE ${SUPERUSER} PASSWORD ${escapeLiteral(superuserPassword)}`);
  });
  await withClient(own, work);
}

export function separateSuperuser(connection: Connection, superuserPassword: string) {
  return withSuperuser(connection, superuserPassword, async () => undefined);
}

async function createRoleAndDatabase(connection: Connection, superuserPassword: string) {
  const role = escapeIdentifier(connection.user);
  const database = escapeIdentifier(connection.database);
  await withSuperuser(connection, superuserPassword, async (client) => {
    const found = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
        EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [connection.user, connection.database],
    );
    const verb = found.rows[0]?.role ? 'ALTER' : 'CREATE';
    const password = escapeLiteral(connection.password);
    await client.query(`${verb} ROLE ${role} LOGIN NOSUPERUSER CREATEDB PASSWORD ${password}`);
    await client.query(`GRANT pg_read_all_settings TO ${role}`);
    if (!found.rows[0]?.database) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
  });
}

async function withClient<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: ATTEMPT_TIMEOUT_MS,
    query_timeout: 30_000,
    application_name: 'vitrin start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A failing end only repeats the error of the connection itself.
    await client.end().catch(() => undefined);
  }
}
