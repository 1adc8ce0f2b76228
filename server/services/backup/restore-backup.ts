import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { DatabaseConnection } from '#server/db/client.ts';
import { knowsMigration, migrateRestored, migrateTo, OLDEST_SCHEMA } from '#server/db/migrate.ts';
import { hashOf } from '#server/storage/compared-store.ts';
import { contentTypeOf } from '#server/storage/content-type.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { decrypt } from '#server/services/backup/archive/encryption.ts';
import {
  entryKind,
  type ManifestLine,
  manifestLineSchema,
} from '#server/services/backup/archive/format.ts';
import {
  checkRows,
  emptyTables,
  loadBlock,
  type Loading,
  openLoading,
  setSequences,
} from './load-database.ts';
import type { Progress } from './make-backup.ts';
import { type Entry, readArchive } from '#server/services/backup/archive/read-archive.ts';
import type { Archive } from '#server/services/backup/targets/target.ts';
import {
  type VerifiedArchive,
  verifyArchive,
} from '#server/services/backup/archive/verify-archive.ts';

type Options = {
  key: string | null;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
};

export type Verified = VerifiedArchive & {
  spool: string;
  archive: Archive;
};

export type RestorePlace = {
  connection: DatabaseConnection;
  db: Database;
  /** Null: files are only compared with their hashes. */
  storage: Pick<FileStorage, 'temporaryDir' | 'moveIn' | 'sizeOf' | 'open' | 'list'> | null;
  writeSecret(name: string, content: Buffer): Promise<void>;
};

export async function withVerified<T>(
  archive: Archive,
  { key, ...reading }: Options,
  work: (verified: Verified) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-restore-'));
  try {
    const spool = join(folder, 'manifest');
    const bytes = decrypt(countBytes(archive, reading), key);
    const verified = await verifyArchive(bytes, spool);
    const { newestMigration, version } = verified.header;
    if (!knowsMigration(newestMigration)) {
      throw new Error(
        `The archive was made by a newer version (${version}, ${newestMigration}): install that one to restore it.`,
      );
    }
    if (newestMigration < OLDEST_SCHEMA) {
      throw new Error(
        `The archive was made before 1.0.0 (${newestMigration}): restore it with version 1.3.0.`,
      );
    }
    return await work({ ...verified, spool, archive });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* countBytes(
  archive: Archive,
  { onProgress, signal }: Omit<Options, 'key'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const chunk of archive.read()) {
    signal?.throwIfAborted();
    done += chunk.byteLength;
    onProgress?.({ done, total: archive.size });
    yield chunk;
  }
}

export type RestoreFacts = {
  isResumed: boolean;
  rows: number;
  files: number;
  missingFiles: number;
  problems: string[];
};

type Job = { verified: Verified; place: RestorePlace; loading: Loading };

/** Call it again to resume. `finish` is part of the restore: only then may the place be used. */
export async function restoreBackup<T>(
  verified: Verified,
  place: RestorePlace,
  { key, ...reading }: Options,
  finish: () => Promise<T>,
): Promise<RestoreFacts & { end: T }> {
  const { header, archive, digest } = verified;
  const { signal } = reading;
  const loading = await openLoading(place.connection, digest, () => assertNoFiles(place.storage));
  try {
    await migrateTo(place.db, header.newestMigration);
    await loading.once('emptied', () => emptyTables(loading, header));
    const job = { verified, place, loading };
    const files = await loadEntries(job, decrypt(countBytes(archive, reading), key));
    await setSequences(loading, header);
    signal?.throwIfAborted();
    await loading.once('checked', () => checkRows(loading, header));
    signal?.throwIfAborted();
    const compared = await compareFiles(job);
    await migrateRestored(place.db);
    signal?.throwIfAborted();
    await loading.client.query('analyze');
    signal?.throwIfAborted();
    const end = await finish();
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
    return { isResumed: loading.isResumed, rows, files, ...compared, end };
  } finally {
    await loading.end();
  }
}

export async function assertNoFiles(storage: Pick<FileStorage, 'list'> | null): Promise<void> {
  for (const folder of ['order-attachments', 'media'] as const) {
    for await (const { path } of storage?.list(folder) ?? []) {
      throw new Error(`The file store is not empty: it has ${path}.`);
    }
  }
}

async function* linesOf(spool: string): AsyncGenerator<ManifestLine, void, undefined> {
  for await (const line of createInterface({ input: createReadStream(spool) })) {
    yield manifestLineSchema.parse(JSON.parse(line));
  }
}

/** Second read of the archive: every used entry must have its verified hash. */
async function loadEntries(job: Job, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const lines = linesOf(job.verified.spool);
  let files = 0;
  for await (const entry of readArchive(bytes)) {
    const kind = entryKind(entry.name);
    if (kind === null || kind.kind === 'manifest') continue;
    const { value: line } = await lines.next();
    if (!line || line.name !== entry.name || line.size !== entry.size) throw changed(entry);
    if (kind.kind === 'block') {
      if (job.loading.isDone(entry.name)) continue;
      const content = await readWhole(entry, line.sha256);
      const block = { name: entry.name, table: kind.table, content };
      await job.loading.once(entry.name, () => loadBlock(job.loading, job.verified.header, block));
    } else if (kind.kind === 'secret') {
      await job.place.writeSecret(kind.name, await readWhole(entry, line.sha256));
    } else if (kind.kind === 'file') {
      await restoreFile(job, entry, { path: kind.path, sha256: line.sha256 });
      files += 1;
    }
  }
  return files;
}

function changed({ name }: Pick<Entry, 'name'>): Error {
  return new Error(`${name} has changed since the archive was verified.`);
}

async function readWhole(entry: Entry, sha256: string): Promise<Buffer> {
  const bytes = await buffer(entry.content);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(entry);
  return bytes;
}

async function restoreFile(
  { place: { storage } }: Job,
  entry: Entry,
  { path, sha256 }: { path: string; sha256: string },
): Promise<void> {
  if (storage === null) return;
  const there = (await storage.sizeOf(path)) === entry.size ? await storage.open(path) : null;
  if (there !== null && (await hashOf(there.stream)).toString('hex') === sha256) return;
  const temporaryFile = join(storage.temporaryDir, `${randomUUID()}.part`);
  try {
    const file = await open(temporaryFile, 'wx', 0o600);
    const hash = createHash('sha256');
    try {
      for await (const chunk of entry.content) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== sha256) throw changed(entry);
    await storage.moveIn(temporaryFile, path, contentTypeOf(path));
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

// The rest is only counted.
const MAX_PROBLEMS = 20;
const BATCH = 1_000;

async function nextAttachment(lines: AsyncGenerator<ManifestLine>): Promise<ManifestLine | null> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) return null;
    if (value.name.startsWith('files/order-attachments/')) return value;
  }
}

/** Merges two lists in name order: attached files of the database and of the archive. */
async function compareFiles({
  verified,
  place: { db },
}: Job): Promise<Pick<RestoreFacts, 'missingFiles' | 'problems'>> {
  const problems: string[] = [];
  let missingFiles = 0;
  const lines = linesOf(verified.spool);
  let line = await nextAttachment(lines);
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('orderAttachments')
      .select(['path', sql<string>`encode(sha256, 'hex')`.as('sha256')])
      .where(sql`path collate "C"`, '>', last)
      .orderBy(sql`path collate "C"`)
      .limit(BATCH)
      .execute();
    for (const { path, sha256 } of rows) {
      while (line && line.name < `files/${path}`) line = await nextAttachment(lines);
      const found = line?.name === `files/${path}` ? line : null;
      if (found?.sha256 === sha256) continue;
      missingFiles += 1;
      if (missingFiles > MAX_PROBLEMS) continue;
      problems.push(`${path} ${found === null ? 'is missing' : 'is not what was received'}`);
    }
    last = rows.at(-1)?.path ?? '';
    if (rows.length < BATCH) return { missingFiles, problems };
  }
}
