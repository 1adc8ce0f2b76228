import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:net';
import type { Config } from '#server/core/config.ts';
import { findUnavailability } from '#server/core/errors.ts';
import { errorText } from '#server/lib/files.ts';
import { loadDkimKey } from '#server/mail/mailer.ts';
import { tryListening } from '#server/lib/try-listening.ts';
import { prepareDataDir } from './data-dir.ts';
import { createClient } from '#server/db/servers.ts';
import { checkBucket, countUnreadFiles } from '#server/storage/create-storage.ts';
import { findPassedSocket } from './systemd.ts';

type Check = { problems: string[]; warnings: string[] };

const CONNECTION_TIMEOUT_MS = 5_000;

/** Checks what the settings name before anything is created. Each problem begins with the name of its setting. */
export async function checkStart(config: Config): Promise<Check> {
  const [listening, { problems, warnings }] = await Promise.all([
    findPassedSocket() === null ? checkListening(config) : null,
    checkSettings(config),
  ]);
  return { problems: listening === null ? problems : [listening, ...problems], warnings };
}

export async function checkSettings(config: Config): Promise<Check> {
  const warnings: string[] = [];
  const problems = await Promise.all([
    prepareDataDir(config.dataDir).then(
      (warning) => {
        if (warning !== null) warnings.push(warning);
        return null;
      },
      (error: unknown) =>
        `DATA_DIR must be a folder that this program can write to: ${errorText(error)}.`,
    ),
    checkDatabase(config),
    checkFileStore(config),
    checkDkim(config),
  ]);
  return { problems: problems.filter((problem) => problem !== null), warnings };
}

export async function checkListening({ port, host }: Config): Promise<string | null> {
  return tryListening(createServer().listen(port, host)).then(
    () => null,
    (error: unknown) => describeListening(error, { port, host }),
  );
}

export function describeListening(
  error: unknown,
  { port, host }: Pick<Config, 'port' | 'host'>,
): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EADDRINUSE') {
    return `PORT must be free: another program listens on ${port} already.`;
  }
  const isListening = 'syscall' in error && error.syscall === 'listen';
  if (isListening && error.code === 'EACCES') {
    return `PORT must be one that this program may listen on: ${port} is not (${error.message}).`;
  }
  const isLookup = 'syscall' in error && error.syscall === 'getaddrinfo';
  if (isListening || isLookup) {
    return `HOST must be an address of this machine: ${host} is not (${error.message}).`;
  }
  return null;
}

export function describeStartFailure(error: unknown, config: Config): string {
  const message = errorText(error);
  const listening = describeListening(error, config);
  if (listening !== null) return listening;
  const cause =
    findUnavailability(error) ?? (error instanceof Error ? findUnavailability(error.cause) : null);
  if (cause === null) return message;
  if (cause === 'files') return `DATA_DIR: ${message}`;
  if (cause === 'file_store') return `S3_ENDPOINT: ${message}`;
  const setting = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  return `${setting}: the database ${cause === 'unreachable' ? 'cannot be reached' : 'is not usable'}: ${message}`;
}

async function checkDatabase({ databaseUrl }: Config): Promise<string | null> {
  if (databaseUrl === null) return null;
  const client = createClient(databaseUrl, {
    application_name: 'vitrin-setup',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: CONNECTION_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string; mayCreate: boolean; version: string }>(
      `select current_user as role, current_setting('server_version_num')::int as version,
        to_regclass('kysely_migration') is not null or
          has_database_privilege(current_database(), 'create') and has_schema_privilege(current_schema(), 'create') as "mayCreate"`,
    );
    const [found] = rows;
    if (found && Number(found.version) < 150_000) {
      return 'DATABASE_URL must lead to a PostgreSQL 15 or newer.';
    }
    if (found && !found.mayCreate) {
      return `DATABASE_URL must name a role that owns its database: ${found.role} may not create tables in it.`;
    }
    return null;
  } catch (error) {
    return `DATABASE_URL must lead to a database that can be used: ${errorText(error)}.`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const MIN_DKIM_BITS = 1_024;

async function checkDkim({ mail }: Config): Promise<string | null> {
  const must = `DKIM_PRIVATE_KEY_FILE must be a file with a private RSA key of at least ${MIN_DKIM_BITS} bits (PEM)`;
  try {
    const dkim = await loadDkimKey(mail);
    if (dkim === null) return null;
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(dkim.privateKey);
    const bits = asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) : 0;
    return bits < MIN_DKIM_BITS ? `${must}.` : null;
  } catch (error) {
    return `${must}: ${errorText(error)}.`;
  }
}

async function checkFileStore(config: Config): Promise<string | null> {
  if (config.s3 === null) return null;
  return checkBucket(config.s3).then(
    () => null,
    (error: unknown) =>
      `S3_ENDPOINT, S3_BUCKET and the keys must lead to a bucket that can be used: ${errorText(error)}.`,
  );
}

export async function describeUnreadFiles(config: Config): Promise<string | null> {
  const [other, used] = config.s3 === null ? ['the bucket', 'disk'] : ['DATA_DIR/files', 's3'];
  try {
    const count = await countUnreadFiles(config);
    if (count === 0) return null;
    return `Files that are only in ${other}, which FILES=${used} does not read: ${count}.`;
  } catch (error) {
    return `Files that FILES=${used} does not read could not be counted: ${errorText(error)}.`;
  }
}

export const UNREAD_FILES_ADVICE = 'See "Files from disk to S3" in docs/operations.md.';
