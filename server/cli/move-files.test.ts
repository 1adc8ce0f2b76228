import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStores } from '#server/storage/create-storage.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { startTestS3 } from '#tests/support/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { RUNTIME } from '#tests/support/site-process.ts';

let database: TestDatabase;
let files: TestStorage;
let server: Awaited<ReturnType<typeof startTestS3>>;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  server = await startTestS3();
});
afterAll(async () => {
  await server.stop();
  await database.destroy();
  await files.destroy();
});

type Outcome = { code: number; stdout: string; stderr: string };

function move(place: string, environment: Record<string, string> = {}): Promise<Outcome> {
  const { s3 } = server;
  const env = {
    ...RUNTIME,
    DATABASE_URL: database.url,
    DATA_DIR: files.folder,
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...environment,
  };
  const args = [join(import.meta.dirname, 'admin.ts'), 'move-files', place];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

async function attach(bytes: Buffer, sha256: Buffer): Promise<string> {
  const { disk } = await openStores({ dataDir: files.folder, s3: null });
  const { path } = await buildAttachment(database.db, { sizeBytes: bytes.length, sha256 });
  await disk.write(path, bytes, 'application/pdf');
  return path;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

it('moves files only to where new ones go', async () => {
  expect((await move('tape')).code).toBe(2);
  const elsewhere = await move('disk');
  expect(elsewhere.stderr).toContain('New files go to s3: set FILES=disk, restart');
  expect(elsewhere.code).toBe(1);
  const without = await move('disk', {
    S3_BUCKET: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  });
  expect(without.stderr).toContain('name no bucket');
});

it('moves files there and back, and leaves what is not what was uploaded', async () => {
  const bytes = Buffer.from('as it was uploaded');
  const path = await attach(bytes, hashOf(bytes));
  const there = await move('s3');
  expect(there.stdout, there.stderr).toMatch(/^Moved 1 files \(18 B\) in .*SHA-256\.\n$/);
  const { disk, bucket } = await openStores({ dataDir: files.folder, s3: server.s3 });
  expect([await disk.sizeOf(path), await bucket?.sizeOf(path)]).toEqual([null, 18]);
  const damaged = await attach(Buffer.from('as the disk left it'), hashOf(bytes));
  const again = await move('s3');
  expect(again.stderr).toContain(`${damaged} is not what was uploaded`);
  expect(again.code).toBe(1);
  expect(await disk.sizeOf(damaged)).toBe(19);
  const back = await move('disk', { FILES: 'disk' });
  expect(back.stdout, back.stderr).toContain('Moved 1 files');
  expect([await disk.sizeOf(path), await bucket?.sizeOf(path)]).toEqual([18, null]);
});

it('does not run twice at once', async () => {
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${0x56_4d_46}, 0)`.execute(connection);
    const second = await move('s3');
    expect(second.stderr).toContain('Another move of files is running.');
    expect(second.code).toBe(1);
    await sql`select pg_advisory_unlock(${0x56_4d_46}, 0)`.execute(connection);
  });
});
