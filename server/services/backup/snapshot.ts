import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Client, escapeIdentifier as quote } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient, type DatabaseConnection } from '#server/db/servers.ts';
import {
  hasUnfinishedRestore,
  includedRows,
  isIncluded,
  readIncludedTables,
  readMigrations,
  readTableNames,
} from './tables.ts';
import {
  BLOCK_BYTES,
  FORMAT,
  type Header,
  TEXT_SETTINGS,
} from '#server/services/backup/archive/format.ts';
import { REMOVAL_LOCK } from './removal-lock.ts';

const SAMPLES = 20;
const NEWLINE = 0x0a;
/** Sampled first, several rows each. */
const SAMPLED_FIRST = ['orders', 'contact_messages', 'conversation_entries', 'order_attachments'];

export type Snapshot = {
  header: Header;
  tableBytes: ReadonlyMap<string, number>;
  attachmentBytes: number;
  readBlocks(table: string): AsyncGenerator<Buffer, void, undefined>;
  listAttachments(file: string): Promise<void>;
  /** Ends the transaction but keeps the lock against removing files. */
  endReading(): Promise<void>;
  /** Throws when the connection, and with it the lock, was lost. */
  assertHeld(): Promise<void>;
  close(): Promise<void>;
};

/** Until it is closed, no attached file is removed; until `endReading`, no migration changes the included tables. */
export async function openSnapshot(
  connection: DatabaseConnection,
  version: string,
): Promise<Snapshot> {
  const client = createClient(connection, { application_name: 'vitrin-backup', keepAlive: true });
  // A lost connection fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(TEXT_SETTINGS);
    await client.query('select pg_advisory_lock_shared($1, 0)', [REMOVAL_LOCK]);
    const names = await readTableNames(client);
    await client.query('begin transaction isolation level repeatable read read only');
    // Locked before the first query, so that the snapshot sees these tables.
    const included = names.filter(isIncluded);
    if (included.length > 0) {
      await client.query(`lock table ${included.map(quote).join(', ')} in access share mode`);
    }
    return await describe(client, { version, names });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function describe(
  client: Client,
  { version, names }: { version: string; names: string[] },
): Promise<Snapshot> {
  const newestMigration = (await readMigrations(client)).at(-1);
  if (newestMigration === undefined) throw new Error('There is no installation in the database.');
  if ((await readTableNames(client)).join() !== names.join()) {
    throw new Error('The database is being migrated; try again in a moment.');
  }
  if (await hasUnfinishedRestore(client)) {
    throw new Error('A restore was begun here and has not ended: there is nothing to back up yet.');
  }
  const found = await readIncludedTables(client);
  const { rows: clock } = await client.query<{ now: string }>(
    `select to_char(transaction_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  const tables: Header['tables'] = [];
  for (const { name, columns } of found) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quote(name)} where ${includedRows(name)}`,
    );
    tables.push({ name, columns, rows: Number(rows[0]?.count) });
  }
  const { rows: sequences } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences
     where schemaname = current_schema() order by 1`,
  );
  const { rows: sums } = await client.query<{ bytes: string }>(
    `select coalesce(sum(size_bytes), 0) as bytes from order_attachments
     where ${includedRows('order_attachments')}`,
  );
  const { rows: heads } = await client.query<{ sequence: string; hash: string }>(
    `select sequence, encode(hash, 'hex') as hash from contact_message_audit order by sequence desc limit 1`,
  );
  const auditHead = heads[0] ? { ...heads[0], sequence: Number(heads[0].sequence) } : null;
  return {
    header: {
      format: FORMAT,
      // Database time, so that archives of several machines sort correctly.
      madeAt: clock[0]?.now ?? '',
      version,
      newestMigration,
      tables,
      sequences: sequences.map(({ name, lastValue }) => ({
        name,
        lastValue: lastValue === null ? null : Number(lastValue),
      })),
      samples: await takeSamples(client, tables),
      auditHead,
    },
    tableBytes: new Map(found.map(({ name, bytes }) => [name, bytes])),
    attachmentBytes: Number(sums[0]?.bytes),
    readBlocks: (name) => readBlocks(client, selectIncluded(tables, name)),
    async listAttachments(file) {
      const statement = `copy (select path, size_bytes from order_attachments
        where ${includedRows('order_attachments')} order by path collate "C") to stdout`;
      await pipeline(client.query(copyTo(statement)), createWriteStream(file, { flags: 'wx' }));
    },
    async endReading() {
      await client.query('commit');
    },
    async assertHeld() {
      await client.query('select 1');
    },
    close: () => end(client),
  };
}

/** Also within an unread COPY. */
async function end(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  const timer = setTimeout(() => client.connection.stream.destroy(), 1_000);
  await ended;
  clearTimeout(timer);
}

function selectIncluded(tables: Header['tables'], name: string): string {
  const columns = tables.find((table) => table.name === name)?.columns ?? [];
  return `select ${columns.map(quote).join(', ')} from ${quote(name)} where ${includedRows(name)}`;
}

async function* readBlocks(
  client: Client,
  select: string,
): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of client.query(copyTo(`copy (${select}) to stdout`))) {
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    size += bytes.length;
    // COPY escapes line feeds within a row.
    const end = size < BLOCK_BYTES ? -1 : bytes.lastIndexOf(NEWLINE);
    if (end === -1) continue;
    const rest = bytes.subarray(end + 1);
    const block = Buffer.concat(chunks, size).subarray(0, size - rest.length);
    chunks = [rest];
    size = rest.length;
    yield block;
  }
  if (size > 0) yield Buffer.concat(chunks, size);
}

export function digestOf(columns: readonly string[]): string {
  return `md5(row(${columns.map(quote).join(', ')})::text)`;
}

async function takeSamples(client: Client, tables: Header['tables']): Promise<Header['samples']> {
  const filled = tables.filter(({ rows }) => rows > 0);
  const first = filled.filter(({ name }) => SAMPLED_FIRST.includes(name));
  const others = filled.filter(({ name }) => !SAMPLED_FIRST.includes(name));
  const samples: Header['samples'] = [];
  for (const [index, { name, columns }] of [...first, ...others].entries()) {
    if (samples.length === SAMPLES) break;
    const { rows } = await client.query<{ digest: string }>(
      `select ${digestOf(columns)} as digest from ${quote(name)} where ${includedRows(name)}
       order by random() limit $1`,
      [Math.min(SAMPLES - samples.length, index < first.length ? 4 : 1)],
    );
    samples.push(...rows.map(({ digest }) => ({ table: name, digest })));
  }
  return samples;
}
