import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { Client, escapeIdentifier as quote } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createClient, type DatabaseConnection } from '#server/db/servers.ts';
import { hasUnfinishedRestore, isIncluded, readMigrations, readTableNames } from './tables.ts';
import {
  ArchiveError,
  type Header,
  TEXT_SETTINGS,
} from '#server/services/backup/archive/format.ts';
import { digestOf } from './snapshot.ts';

const decompress = promisify(zstdDecompress);

/** Far above the largest block with one long row. */
const MAX_ROWS_BYTES = 512 * 1024 * 1024;
const RESTORE_LOCK = 0x56_52_53;
const PIECE_BYTES = 64 * 1024;

export type Loading = Awaited<ReturnType<typeof openLoading>>;

/** Opens an empty database, or resumes the restore of the archive with this digest. Steps are recorded with their work. */
export async function openLoading(
  connection: DatabaseConnection,
  digest: string,
  assertEmptyStore: () => Promise<void>,
) {
  const client = await connect(connection);
  try {
    await client.query(TEXT_SETTINGS);
    const done = await begin(client, digest, assertEmptyStore);
    return {
      client,
      isResumed: done.size > 0,
      isDone: (step: string) => done.has(step),
      async once(step: string, work: () => Promise<void>): Promise<void> {
        if (done.has(step)) return;
        await client.query('begin');
        try {
          await work();
          await client.query('insert into restore_steps (name, archive) values ($1, $2)', [
            step,
            digest,
          ]);
          await client.query('commit');
        } catch (error) {
          await client.query('rollback').catch(() => undefined);
          throw error;
        }
        done.add(step);
      },
      end: () => client.end().catch(() => undefined),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function connect(connection: DatabaseConnection): Promise<Client> {
  const client = createClient(connection, { application_name: 'vitrin-restore', keepAlive: true });
  // A lost connection fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isBegun(client: Client): Promise<boolean> {
  if (await hasUnfinishedRestore(client)) return true;
  if ((await readTableNames(client)).length > 0 || (await readMigrations(client)).length > 0) {
    throw new Error('The database is not empty: a restore needs one without any table.');
  }
  return false;
}

/** Throws when the database is neither empty nor being restored. */
export async function findBegunRestore(connection: DatabaseConnection): Promise<boolean> {
  const client = await connect(connection);
  try {
    return await isBegun(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function begin(
  client: Client,
  digest: string,
  assertEmptyStore: () => Promise<void>,
): Promise<Set<string>> {
  const { rows: locks } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, 0) as taken',
    [RESTORE_LOCK],
  );
  if (!locks[0]?.taken) throw new Error('Another restore works on this database.');
  if (await isBegun(client)) {
    const { rows } = await client.query<{ name: string; archive: string }>(
      'select name, archive from restore_steps',
    );
    if (rows.some(({ archive }) => archive !== digest)) {
      throw new Error(
        'The restore of another archive was begun here: end that one, or choose an empty place.',
      );
    }
    return new Set(rows.map(({ name }) => name));
  }
  await assertEmptyStore();
  await client.query('begin');
  await client.query(
    'create table restore_steps (name text primary key, archive text not null, done_at timestamptz not null default now())',
  );
  await client.query(`insert into restore_steps (name, archive) values ('begun', $1)`, [digest]);
  await client.query('commit');
  return new Set();
}

/** Deletes rows that migrations wrote. Throws when the archive has an unknown table. */
export async function emptyTables({ client }: Loading, { tables }: Header): Promise<void> {
  const known = new Set(await readTableNames(client));
  const missing = tables.find(({ name }) => !known.has(name));
  if (missing) {
    throw new Error(`The archive has a table ${missing.name}, which its version does not have.`);
  }
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query(`select from ${quote(name)} limit 1`);
    if (rows.length > 0) await client.query(`delete from ${quote(name)}`);
  }
}

export async function loadBlock(
  { client }: Loading,
  { tables }: Header,
  { name, table, content }: { name: string; table: string; content: Buffer },
): Promise<void> {
  const columns = tables.find((one) => one.name === table)?.columns;
  if (!columns) throw new ArchiveError(name, 'is of a table that the archive does not name');
  if (!isIncluded(table)) return;
  const rows = await decompress(content, { maxOutputLength: MAX_ROWS_BYTES }).catch(
    (error: unknown) => {
      throw new Error(`${name} cannot be unpacked.`, { cause: error });
    },
  );
  const list = columns.map(quote).join(', ');
  async function* pieces() {
    for (let start = 0; start < rows.length; start += PIECE_BYTES) {
      yield rows.subarray(start, start + PIECE_BYTES);
    }
  }
  await pipeline(
    Readable.from(pieces(), { objectMode: false }),
    client.query(copyFrom(`copy ${quote(table)} (${list}) from stdin`)),
  );
}

export async function setSequences({ client }: Loading, { sequences }: Header): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue === null) continue;
    await client.query(
      `select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null`,
      [quote(name), lastValue],
    );
  }
}

export async function checkRows({ client }: Loading, header: Header): Promise<void> {
  for (const { name, rows } of header.tables) {
    if (!isIncluded(name)) continue;
    const { rows: found } = await client.query<{ count: string }>(
      `select count(*) from ${quote(name)}`,
    );
    const count = Number(found[0]?.count);
    if (count !== rows) throw new Error(`The table ${name} has ${count} rows instead of ${rows}.`);
  }
  for (const { table, digest } of header.samples) {
    const columns = header.tables.find(({ name }) => name === table)?.columns;
    if (!columns || !isIncluded(table)) continue;
    const { rows } = await client.query(
      `select from ${quote(table)} where ${digestOf(columns)} = $1 limit 1`,
      [digest],
    );
    if (rows.length === 0) throw new Error(`A row of ${table} is not what it was.`);
  }
}
