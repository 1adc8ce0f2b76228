import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestS3 } from '#tests/support/s3-server.ts';
import { createStorage, openStores } from './create-storage.ts';
import { layerStorage } from './layered-storage.ts';
import { moveFiles } from './move-files.ts';
import type { FileStorage, StorageDriver } from './storage.ts';

let server: Awaited<ReturnType<typeof startTestS3>>;
let dataDir: string;
let disk: StorageDriver;
let bucket: StorageDriver;
/** As a process that serves during a move to S3. */
let served: FileStorage;

beforeAll(async () => {
  server = await startTestS3();
});
afterAll(() => server.stop());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrin-move-test-'));
  served = await createStorage({ dataDir, s3: server.s3, filesIn: 's3' });
  const stores = await openStores({ dataDir, s3: server.s3 });
  if (!stores.bucket) throw new Error('there is no bucket');
  ({ disk, bucket } = { disk: stores.disk, bucket: stores.bucket });
  return async () => {
    for (const { path } of await listAll(bucket)) await bucket.remove(path);
    await rm(dataDir, { recursive: true });
  };
});

async function listAll(store: StorageDriver) {
  const files: { path: string; size: number }[] = [];
  for await (const file of store.list('order-attachments')) files.push(file);
  for await (const file of store.list('media')) files.push(file);
  return files;
}

async function read(store: StorageDriver, path: string): Promise<Buffer | null> {
  const file = await store.open(path);
  return file ? buffer(file.stream) : null;
}

async function fill(store: StorageDriver, count = 5): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const folder = index % 2 === 0 ? 'order-attachments' : 'media/blog-images';
    const path = `${folder}/${index}-${randomBytes(4).toString('hex')}.pdf`;
    files.set(path, randomBytes(20_000 + index));
    await store.write(path, files.get(path) ?? Buffer.alloc(0), 'application/pdf');
  }
  return files;
}

type Move = Partial<Parameters<typeof moveFiles>[0]>;

function move({ from = disk, to = bucket, ...rest }: Move = {}) {
  return moveFiles({
    from,
    to,
    temporaryDir: served.temporaryDir,
    hashOf: () => Promise.resolve(null),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...rest,
  });
}

async function expectAll(store: StorageDriver, files: Map<string, Buffer>): Promise<void> {
  for (const [path, bytes] of files) expect((await read(store, path))?.equals(bytes)).toBe(true);
}

it('moves every file to S3 and back, with what it holds', async () => {
  const files = await fill(disk);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const seen: number[] = [];
  const moved = await move({ onProgress: ({ done }) => seen.push(done) });
  expect(moved).toEqual({ files: 5, bytes, damaged: [], different: [] });
  expect(seen.at(-1)).toBe(bytes);
  expect(await listAll(disk)).toEqual([]);
  await expectAll(bucket, files);
  await move({ from: bucket, to: disk });
  expect(await listAll(bucket)).toEqual([]);
  await expectAll(disk, files);
  expect(await readdir(served.temporaryDir)).toEqual([]);
});

it('serves every file at every moment of a move, and takes new ones', async () => {
  const files = await fill(disk, 30);
  const moving = new AbortController();
  let reads = 0;
  async function readOn(): Promise<void> {
    while (!moving.signal.aborted) {
      for (const [path, bytes] of files) {
        expect(await served.sizeOf(path), path).toBe(bytes.length);
        expect((await read(served, path))?.equals(bytes), path).toBe(true);
        reads += 1;
      }
    }
  }
  const readers = [readOn(), readOn()];
  await served.write('media/logos/new.png', Buffer.from('new'), 'image/png');
  await move();
  moving.abort();
  await Promise.all(readers);
  expect(reads).toBeGreaterThan(files.size);
  await expectAll(bucket, files);
  expect((await read(bucket, 'media/logos/new.png'))?.toString()).toBe('new');
  expect((await listAll(served)).length).toBe(31);
});

it('finds a file that is moved between its looks at the two stores', async () => {
  const [[path, bytes] = ['', Buffer.alloc(0)]] = await fill(disk, 1);
  const late: StorageDriver = {
    ...disk,
    async open(asked, part) {
      await move();
      return disk.open(asked, part);
    },
  };
  expect((await read(layerStorage(bucket, late), path))?.equals(bytes)).toBe(true);
});

it('lists a file of either store once, and removes it from both', async () => {
  const [path = ''] = (await fill(disk, 1)).keys();
  await bucket.write(path, (await read(disk, path)) ?? Buffer.alloc(0), 'application/pdf');
  expect((await listAll(served)).map((file) => file.path)).toEqual([path]);
  await served.remove(path);
  expect([await disk.sizeOf(path), await bucket.sizeOf(path)]).toEqual([null, null]);
});

it('goes on where a run was interrupted, also between copy and removal', async () => {
  const files = await fill(disk);
  const stopping = new AbortController();
  let removals = 0;
  const from: StorageDriver = {
    ...disk,
    async remove(path) {
      removals += 1;
      if (removals === 3) throw new Error('killed');
      await disk.remove(path);
    },
  };
  await expect(move({ from })).rejects.toThrow('killed');
  expect(await listAll(disk)).toHaveLength(3);
  await expectAll(served, files);
  const stopped = move({ signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(stopped).rejects.toThrow('aborted');
  await expectAll(served, files);
  expect((await move()).files).toBeGreaterThan(0);
  expect(await listAll(disk)).toEqual([]);
  await expectAll(bucket, files);
});

it('leaves no copy of a file that is removed while it is moved', async () => {
  const [path = ''] = (await fill(disk, 1)).keys();
  const to: StorageDriver = {
    ...bucket,
    async moveIn(file, stored, type) {
      await bucket.moveIn(file, stored, type);
      await disk.remove(path);
    },
  };
  expect((await move({ to })).files).toBe(0);
  expect(await served.open(path)).toBeNull();
  expect(await listAll(bucket)).toEqual([]);
});

it('keeps the file when its copy is not what was copied', async () => {
  const files = await fill(disk, 1);
  const to: StorageDriver = {
    ...bucket,
    async moveIn(file, path, type) {
      await writeFile(file, 'something else');
      await bucket.moveIn(file, path, type);
    },
  };
  await expect(move({ to })).rejects.toThrow(/^The copy of .* is not what was copied/);
  expect(await listAll(bucket)).toEqual([]);
  await expectAll(disk, files);
});

it('leaves and names what is damaged already, or is another file there', async () => {
  const files = await fill(disk, 3);
  const [damaged = '', different = '', fine = ''] = files.keys();
  await bucket.write(different, Buffer.from('another'), 'application/pdf');
  const sha256 = createHash('sha256').update('as it was uploaded').digest();
  const moved = await move({ hashOf: (path) => Promise.resolve(path === damaged ? sha256 : null) });
  expect(moved).toMatchObject({ files: 1, damaged: [damaged], different: [different] });
  const left = await listAll(disk);
  expect(new Set(left.map(({ path }) => path))).toEqual(new Set([damaged, different]));
  expect(await bucket.sizeOf(fine)).toBe(files.get(fine)?.length);
  expect((await read(bucket, different))?.toString()).toBe('another');
});

it('stores a large file in parts', async () => {
  const bytes = randomBytes(40 * 1024 * 1024 + 5);
  const file = join(served.temporaryDir, 'large.part');
  await writeFile(file, bytes);
  await served.moveIn(file, 'order-attachments/large.zip', 'application/zip');
  expect(await bucket.sizeOf('order-attachments/large.zip')).toBe(bytes.length);
  expect((await read(bucket, 'order-attachments/large.zip'))?.equals(bytes)).toBe(true);
});
