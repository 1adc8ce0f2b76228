import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import {
  finishRestore,
  makeBackup,
  restoreBackup,
  withVerified,
} from '#server/services/backup/index.ts';
import { HEADER, MANIFEST } from '#server/services/backup/archive/format.ts';
import { readArchive } from '#server/services/backup/archive/read-archive.ts';
import { writeArchive } from '#server/services/backup/archive/write-archive.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { createTestStorage, TEST_TRACK_KEY, type TestStorage } from '#tests/support/leads.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

/** A folder that goes with the test. */
export async function makeTestFolder(): Promise<string> {
  const folder = await makeDataDir();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An order with one file; returns the path of the file. */
export async function buildOrderWithFile(
  { db, storage }: Pick<ServiceContext, 'db' | 'storage'>,
  bytes: Buffer = randomBytes(2_000),
): Promise<string> {
  const orderId = await buildEnquiry(db, 'order', { createdAt: new Date() });
  const { path } = await buildAttachment(db, {
    orderId,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    status: 'claimed',
  });
  await storage.write(path, bytes, 'application/pdf');
  return path;
}

export const AUDIT_KEY_BYTES = Buffer.alloc(32, 7);
export const SECRETS = new Map([
  ['audit-key', Buffer.from(AUDIT_KEY_BYTES.toString('hex'))],
  ['track-key', Buffer.from(TEST_TRACK_KEY.toString('hex'))],
]);

type Source = {
  database: TestDatabase;
  storage: FileStorage;
  secrets?: ReadonlyMap<string, Buffer>;
};

/** A backup in memory; `onFirstBytes` runs once the snapshot is taken. */
export async function takeBackup(
  { database, storage, secrets = SECRETS }: Source,
  { key = null, onFirstBytes }: { key?: string | null; onFirstBytes?: () => Promise<void> } = {},
) {
  const chunks: Uint8Array[] = [];
  const source = { connection: database.url, storage, secrets, version: '0.1.0' };
  const facts = await makeBackup(source, { key }, async (bytes) => {
    for await (const chunk of bytes) {
      if (chunks.length === 0) await onFirstBytes?.();
      chunks.push(chunk);
    }
  });
  return { facts, bytes: Buffer.concat(chunks) };
}

export type TestPlace = {
  database: TestDatabase;
  files: TestStorage;
  secrets: Map<string, Buffer>;
};

/** A database without tables and a store without files, which go with the test. */
export async function makeEmptyPlace(): Promise<TestPlace> {
  const [database, files] = await Promise.all([createEmptyTestDatabase(), createTestStorage()]);
  onTestFinished(async () => {
    await database.destroy();
    await files.destroy();
  });
  return { database, files, secrets: new Map() };
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 50_000) {
    yield bytes.subarray(start, start + 50_000);
  }
}

/** An archive in memory. */
export function archiveOf(bytes: Buffer) {
  return { place: 'memory', size: bytes.length, read: () => inPieces(bytes) };
}

type RestoreOptions = {
  key?: string | null;
  storage?: Partial<FileStorage>;
  ledger?: string | null;
};

/** Verifies and restores an archive as the command does. */
export function restoreInto(
  { database, files, secrets }: TestPlace,
  bytes: Buffer,
  { key = null, storage = {}, ledger = null }: RestoreOptions = {},
) {
  return withVerified(archiveOf(bytes), { key }, (verified) =>
    restoreBackup(
      verified,
      {
        connection: database.url,
        db: database.db,
        storage: { ...files.storage, ...storage },
        writeSecret: async (name, content) => void secrets.set(name, content),
      },
      { key },
      async () => {
        const auditKey = padAuditKey(AUDIT_KEY_BYTES);
        const { header } = verified;
        await finishRestore(database.db, {
          auditKey,
          trackKey: TEST_TRACK_KEY,
          header,
          ledger,
          isBrokenAuditAccepted: false,
        });
      },
    ),
  );
}

/** All rows of a table as text, in no particular order but always the same. */
export async function readRows(db: Kysely<DB>, table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(one)::text as row from ${sql.table(table)} as one order by 1
  `.execute(db);
  return rows.map(({ row }) => row);
}

/** What `backup.json` of an archive says. */
export async function readHeader(bytes: Buffer): Promise<string> {
  for await (const { content } of readArchive(archiveOf(bytes).read())) {
    return (await content.next()).value?.toString() ?? '';
  }
  return '';
}

/** The same archive with another `backup.json`, as whole as before. */
export async function withHeader(bytes: Buffer, header: string): Promise<Buffer> {
  async function* parts() {
    for await (const { name, size, content } of readArchive(archiveOf(bytes).read())) {
      if (name === MANIFEST) return;
      if (name === HEADER)
        yield { name, size: Buffer.byteLength(header), content: Buffer.from(header) };
      else yield { name, size, content };
    }
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeArchive(parts(), join(await makeTestFolder(), 'manifest'))) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
