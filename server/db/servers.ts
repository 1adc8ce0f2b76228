import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { errorText } from '#server/lib/files.ts';
import { needsLookup, readServers } from '#server/core/database-address.ts';

export type DatabaseConnection = string | ClientConfig;

type Place = { host: string; port: number };

const CONNECTION_TIMEOUT_MS = 1_500;
const QUERY_TIMEOUT_MS = 1_000;
const OTHERS_TIMEOUT_MS = 200;

const READ_ONLY_TRANSACTION = '25006';

export type Servers = ReturnType<typeof createServers>;

export function findServers(connection: DatabaseConnection): Servers | null {
  return typeof connection === 'string' && needsLookup(connection)
    ? createServers(readServers(connection))
    : null;
}

export function createClient(connection: DatabaseConnection, config: ClientConfig = {}): Client {
  const servers = findServers(connection);
  if (servers) return servers.createClient(config);
  return new Client({ ...toClientConfig(connection), ...config });
}

export function toClientConfig(connection: DatabaseConnection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection;
}

function createServers(addresses: readonly string[]) {
  let current: Place | null = null;
  let lookup: Promise<Place> | null = null;

  function locate(config: ClientConfig): Promise<Place> | Place {
    if (current) return current;
    lookup ??= findPlace(addresses, config)
      .then((place) => (current = place))
      .finally(() => (lookup = null));
    return lookup;
  }

  async function connect(client: Client, config: ClientConfig, open: () => Promise<unknown>) {
    Object.assign(client, await locate(config));
    try {
      await open();
      await requireWrites(client);
    } catch (error) {
      current = null;
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  return {
    forget(): void {
      current = null;
    },
    /** Looks up the writable server when it connects; fails with 25006 without one. */
    createClient(config: ClientConfig): Client {
      const client = new Client({ ...config, connectionString: addresses[0] ?? '' });
      // Until the caller has the client, it has no other listener.
      client.on('error', () => undefined);
      const open = client.connect.bind(client) as () => Promise<unknown>;
      return Object.assign(client, {
        connect(callback?: (error?: unknown) => void) {
          const connected = connect(client, config, open);
          return callback ? callbackify(() => connected)(callback) : connected;
        },
      });
    },
  };
}

async function requireWrites(client: Client): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (!rows[0]?.isReadOnly) return;
  throw Object.assign(new Error('it takes no writes'), { code: READ_ONLY_TRANSACTION });
}

/** Asks all servers at once. A promoted server has precedence over a former primary that came back. */
async function findPlace(addresses: readonly string[], config: ClientConfig): Promise<Place> {
  const asked = addresses.map((address) => ask(address, config));
  await Promise.any(asked).catch(({ errors }: AggregateError) => {
    const reasons = errors.map(
      (error, index) => `${URL.parse(addresses[index] ?? '')?.host}: ${errorText(error)}`,
    );
    throw new AggregateError(errors, `no database server takes writes (${reasons.join('; ')})`);
  });
  const places = await Promise.all(
    asked.map((each) =>
      Promise.race([each.catch(() => null), pause(OTHERS_TIMEOUT_MS, null, { ref: false })]),
    ),
  );
  const [newest] = places
    .filter((place) => place !== null)
    .toSorted((a, b) => b.timeline - a.timeline);
  if (!newest) throw new Error('the lookup has lost what it found');
  return { host: newest.host, port: newest.port };
}

type ServerState = {
  host: string;
  error: string | null;
  takesWrites: boolean;
  isSynchronous: boolean;
};

async function withClient<T>(
  address: string,
  application_name: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: address,
    ...(application_name !== undefined && { application_name }),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

export async function askServers(databaseUrl: string): Promise<ServerState[]> {
  return Promise.all(
    readServers(databaseUrl).map(async (address) => {
      const nothing = { takesWrites: false, isSynchronous: false };
      const host = URL.parse(address)?.host ?? '';
      try {
        const { rows } = await withClient(address, 'vitrin-doctor', (client) =>
          client.query<typeof nothing>(`
            select current_setting('transaction_read_only') = 'off' as "takesWrites",
              current_setting('synchronous_standby_names') <> '' as "isSynchronous"
          `),
        );
        return { host, error: null, ...(rows[0] ?? nothing) };
      } catch (error) {
        return { host, error: errorText(error), ...nothing };
      }
    }),
  );
}

function ask(address: string, { application_name }: ClientConfig) {
  return withClient(address, application_name, async (client) => {
    await requireWrites(client);
    return { host: client.host, port: client.port, timeline: await readTimeline(client) };
  });
}

async function readTimeline(client: Client): Promise<number> {
  const { rows } = await client
    .query<{ timeline: number }>(
      `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.timeline ?? 0;
}
