import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#server/core/config.ts';
import { exists } from '#server/lib/files.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { countUnreadFiles, createStorage } from './create-storage.ts';
import type { FileStorage } from './storage.ts';

const UNSTORABLE_PATHS = [
  '',
  '/etc/passwd',
  'order-attachments/',
  'order-attachments/../../secret',
  'order-attachments/.hidden',
  'order-attachments/a/b.pdf',
  'order-attachments/a\\b.pdf',
  'order-attachments/a.pdf\0.png',
  'order-attachments/a.pdf\n',
  'order-attachments/%2e%2e',
  'media/name.png',
  'media/../order-attachments/a.pdf',
  'media//name.png',
  'Media/folder/name.png',
  'media/a/b/c/name.png',
];

let dataDir: string;
let server: Awaited<ReturnType<typeof startTestS3>>;
let s3: NonNullable<Config['s3']>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrin-storage-test-'));
  server = await startTestS3();
  s3 = server.s3;
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function createTemporaryFile(storage: FileStorage, bytes: Uint8Array): Promise<string> {
  const file = join(storage.temporaryDir, `${randomBytes(8).toString('hex')}.part`);
  await writeFile(file, bytes, { mode: 0o600 });
  return file;
}

async function read(storage: FileStorage, path: string): Promise<Buffer | null> {
  const file = await storage.open(path);
  return file ? buffer(file.stream) : null;
}

describe.each(['disk', 's3'] as const)('file storage on %s', (driver) => {
  let storage: FileStorage;

  beforeAll(async () => {
    storage = await createStorage({ dataDir, s3: driver === 's3' ? s3 : null });
  });

  it('lists what is stored below a folder, also in a new one that a file was moved into', async () => {
    const file = await createTemporaryFile(storage, Buffer.from('seven!!'));
    await storage.moveIn(file, 'media/moved/new/a.webp', 'image/webp');
    await storage.write('media/moved/b.webp', Buffer.from('two'), 'image/webp');
    const found: Record<string, number> = {};
    for await (const { path, size } of storage.list('media')) found[path] = size;
    expect(found).toMatchObject({ 'media/moved/b.webp': 3, 'media/moved/new/a.webp': 7 });
    for await (const { path } of storage.list('order-attachments')) {
      expect(path).toMatch(/^order-attachments\//);
    }
  });

  it('gives back what was moved in and consumes the temporary file', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17);
    const file = await createTemporaryFile(storage, bytes);
    const before = Date.now();
    await storage.moveIn(file, 'order-attachments/1-moved.pdf', 'application/pdf');
    expect(await exists(file)).toBe(false);
    const stored = await storage.open('order-attachments/1-moved.pdf');
    expect(stored?.size).toBe(bytes.length);
    expect(Math.abs((stored?.lastModified.getTime() ?? 0) - before)).toBeLessThan(5_000);
    expect(stored && (await buffer(stored.stream)).equals(bytes)).toBe(true);
  });

  it('gives back what was written, in folders of one and two levels', async () => {
    for (const path of ['media/blog-images/1-a.png', 'media/logos/header/1-b.svg']) {
      const bytes = randomBytes(1_000);
      await storage.write(path, bytes, 'image/png');
      expect((await read(storage, path))?.equals(bytes)).toBe(true);
    }
    expect(await readdir(storage.temporaryDir)).toEqual([]);
  });

  it('removes a file, which is null then, and removing it again is no error', async () => {
    const path = 'order-attachments/1-removed.zip';
    await storage.write(path, randomBytes(10), 'application/zip');
    await storage.remove(path);
    for (const missing of [path, 'media/never-there/file.png']) {
      expect(await storage.open(missing)).toBeNull();
      await storage.remove(missing);
    }
  });

  it.each(UNSTORABLE_PATHS)('refuses the path %j', async (path) => {
    const file = await createTemporaryFile(storage, randomBytes(4));
    await expect(storage.moveIn(file, path, 'image/png')).rejects.toThrow('not a path');
    await expect(storage.write(path, randomBytes(4), 'image/png')).rejects.toThrow('not a path');
    await expect(storage.remove(path)).rejects.toThrow('not a path');
    expect(await storage.open(path)).toBeNull();
    await rm(file);
  });

  it('fails to move in a temporary file that is gone', async () => {
    const path = 'order-attachments/1-gone.pdf';
    const gone = join(storage.temporaryDir, 'gone.part');
    await expect(storage.moveIn(gone, path, 'application/pdf')).rejects.toThrow('ENOENT');
    expect(await storage.open(path)).toBeNull();
  });
});

describe('disk storage', () => {
  it('keeps private and public files in separate trees that only its own user can read', async () => {
    const storage = await createStorage({ dataDir, s3: null });
    const file = await createTemporaryFile(storage, randomBytes(4));
    await storage.moveIn(file, 'order-attachments/1-mode.pdf', 'application/pdf');
    await storage.write('media/clients/1-mode.png', randomBytes(4), 'image/png');
    const files = join(dataDir, 'files');
    const modeOf = async (path: string) => (await stat(join(files, path))).mode & 0o777;
    const [attachments, clients] = ['private/order-attachments', 'public/media/clients'];
    expect(await modeOf(`${attachments}/1-mode.pdf`)).toBe(0o600);
    expect(await modeOf(`${clients}/1-mode.png`)).toBe(0o600);
    for (const folder of ['temporary', 'private', attachments, clients]) {
      expect(await modeOf(folder)).toBe(0o700);
    }
    expect(await storage.open('media/clients')).toBeNull();
  });

  it('removes temporary files older than a day when it is created or asked, and says how many', async () => {
    const storage = await createStorage({ dataDir, s3: null });
    const createOldFile = async (hours: number) => {
      const file = await createTemporaryFile(storage, randomBytes(4));
      const at = new Date(Date.now() - hours * 60 * 60 * 1_000);
      await utimes(file, at, at);
      return file;
    };
    const [stale, fresh] = [await createOldFile(25), await createOldFile(23)];
    await createStorage({ dataDir, s3: null });
    expect([await exists(stale), await exists(fresh)]).toEqual([false, true]);
    const next = await createOldFile(25);
    expect(await storage.removeStaleFiles()).toBe(1);
    expect([await exists(next), await exists(fresh)]).toEqual([false, true]);
    await rm(fresh);
  });

  it('knows how much of the disk is free', async () => {
    const storage = await createStorage({ dataDir, s3: null });
    const { bavail, bsize, blocks } = await statfs(dataDir);
    const free = await storage.freeBytes();
    expect(free).toBeGreaterThan(0);
    // Others write to this disk as well.
    expect(Math.abs(free - bavail * bsize)).toBeLessThan((blocks * bsize) / 10);
  });
});

describe('the store that FILES does not name', () => {
  const path = 'order-attachments/1-left.pdf';

  it('is not read, but its files are counted unless the other has them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrin-storage-test-'));
    const disk = await createStorage({ dataDir: folder, s3: null });
    const bucket = await createStorage({ dataDir: folder, s3 });
    const onS3 = { dataDir: folder, s3, unusedS3: null };
    const onDisk = { dataDir: folder, s3: null, unusedS3: s3 };
    for (const top of ['media', 'order-attachments'] as const) {
      for await (const file of bucket.list(top)) await bucket.remove(file.path);
    }
    const countUnread = async () => [await countUnreadFiles(onS3), await countUnreadFiles(onDisk)];
    expect(await countUnread()).toEqual([0, 0]);
    await disk.write(path, randomBytes(10), 'application/pdf');
    expect(await bucket.open(path)).toBeNull();
    expect(await countUnread()).toEqual([1, 0]);
    await bucket.write('media/logos/left.png', randomBytes(10), 'image/png');
    await bucket.write(path, randomBytes(10), 'application/pdf');
    expect(await countUnread()).toEqual([0, 1]);
    expect(await countUnreadFiles({ ...onDisk, unusedS3: null })).toBe(0);
    await rm(folder, { recursive: true });
  });
});

describe('S3 storage', () => {
  it('stores a large file in parts', async () => {
    const storage = await createStorage({ dataDir, s3 });
    const bytes = randomBytes(40 * 1024 * 1024 + 5);
    const file = await createTemporaryFile(storage, bytes);
    await storage.moveIn(file, 'order-attachments/large.zip', 'application/zip');
    expect(await storage.sizeOf('order-attachments/large.zip')).toBe(bytes.length);
    expect((await read(storage, 'order-attachments/large.zip'))?.equals(bytes)).toBe(true);
  });

  it.each<[string, number[], number, boolean]>([
    ['sends the file again, whole, while the service is unavailable', [503, 500, 200], 3, true],
    ['fails when the service never takes it', [503, 503, 503, 200], 3, false],
    ['does not repeat an upload that the service rejects', [403, 200], 1, false],
  ])('%s', async (_, statuses, tries, isStored) => {
    const bodies: Buffer[] = [];
    const unsteady = createServer((request, response) => {
      void buffer(request).then((body) =>
        response.writeHead(statuses[bodies.push(body) - 1] ?? 500).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(unsteady, 'listening');
    const endpoint = `http://127.0.0.1:${(unsteady.address() as AddressInfo).port}`;
    const storage = await createStorage({ dataDir, s3: { ...s3, endpoint } });
    const bytes = randomBytes(100_000);
    const file = await createTemporaryFile(storage, bytes);
    const moved = storage.moveIn(file, 'order-attachments/1-again.pdf', 'application/pdf');
    const [{ status }] = await Promise.allSettled([moved]);
    expect(status).toBe(isStored ? 'fulfilled' : 'rejected');
    expect(bodies.map((body) => body.equals(bytes))).toEqual(Array(tries).fill(true));
    expect(await exists(file)).toBe(!isStored);
    await rm(file, { force: true });
    unsteady.closeAllConnections();
    unsteady.close();
  });
});
