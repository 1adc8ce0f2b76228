import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput, buildServiceContext, type TestStorage } from '#tests/support/leads.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { buildZip } from '#tests/support/hostile/zip.ts';
import {
  createOrder,
  removeExpiredUploads,
  uploadAttachment,
  discardPendingUploads,
} from './index.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { readRows, updateRows } from '#tests/support/database/rows.ts';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PDF_HEAD = Buffer.from('%PDF-1.7\n');
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

let database: TestDatabase;
let disk: TestStorage;
let ctx: ServiceContext;
let formKey: string;
let before: string[];

it.beforeEach(async ({ database: own, files, ctx: visitor }) => {
  database = own;
  disk = files;
  ctx = visitor;
  formKey = randomUUID();
  before = await listFiles();
});

function fileOf(head: Uint8Array, size: number): Buffer {
  return Buffer.concat([head, randomBytes(size - head.length)]);
}

function stream(bytes: Buffer, chunk = 64 * 1024): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => at * chunk);
  const chunks = starts.map((start) => bytes.subarray(start, start + chunk));
  return Readable.from(chunks, { objectMode: false });
}

async function send(fileName: string, bytes: Buffer, key = formKey, chunk?: number) {
  const content = stream(bytes, chunk);
  return (await uploadAttachment(ctx, { formKey: key, fileName, content })).path;
}

const rowsOf = (key: string) =>
  readRows(database.db, 'orderAttachments', '*', { formKey: key }, 'id');

async function listFiles(): Promise<string[]> {
  const folders = ['temporary', 'private/order-attachments'];
  const names = await Promise.all(
    folders.map((folder) => readdir(join(disk.folder, 'files', folder)).catch(() => [])),
  );
  return names.flat().toSorted();
}

async function expectStored(path: string, bytes: Buffer) {
  const stored = await disk.storage.open(path);
  expect(stored && (await buffer(stored.stream)).equals(bytes)).toBe(true);
}

async function expectRejected(fileName: string, bytes: Buffer, code: string, message: string) {
  const stored = [await listFiles(), await rowsOf(formKey)];
  await expect(send(fileName, bytes)).rejects.toMatchObject({ code, message });
  expect([await listFiles(), await rowsOf(formKey)]).toEqual(stored);
}

describe('storing an attachment', () => {
  it('keeps the whole file, its name, type, size and digest', async () => {
    const bytes = fileOf(PNG_HEAD, 200_003);
    const path = await send('ekran/Görüntü 1.PNG', bytes);
    expect(path).toMatch(/^order-attachments\/\d{13}-[0-9a-z]{20}\.png$/);
    await expectStored(path, bytes);
    const { mode } = await stat(join(disk.folder, 'files/private', path));
    expect(mode & 0o777).toBe(0o600);
    expect(await rowsOf(formKey)).toMatchObject([
      {
        path,
        originalName: 'Görüntü 1.PNG',
        contentType: 'image/png',
        sizeBytes: 200_003,
        sha256: createHash('sha256').update(bytes).digest(),
        status: 'staged',
        orderId: null,
      },
    ]);
    expect(await readdir(disk.storage.temporaryDir)).toEqual([]);
  });

  it.each([
    ['a.png', fileOf(PNG_HEAD, 500), 'image/png'],
    ['a.jpg', fileOf(JPEG_HEAD, 100), 'image/jpeg'],
    ['a.jpeg', fileOf(JPEG_HEAD, 100), 'image/jpeg'],
    ['a.pdf', fileOf(PDF_HEAD, 100), 'application/pdf'],
    ['a.zip', buildZip([{ name: 'a' }]), 'application/zip'],
    ['empty.zip', buildZip([]), 'application/zip'],
  ])('accepts %s, which arrives byte by byte', async (name, bytes, contentType) => {
    const path = await send(name, bytes, formKey, 1);
    expect(extname(path)).toBe(extname(name));
    expect(await rowsOf(formKey)).toMatchObject([{ contentType, sizeBytes: bytes.length }]);
    await expectStored(path, bytes);
  });

  it('keeps files of 20 forms that arrive at the same time apart', async () => {
    const bytes = Array.from({ length: 20 }, () => fileOf(PDF_HEAD, 400_000));
    const sent = bytes.map(async (each) => {
      const key = randomUUID();
      const path = await send('plan.pdf', each, key);
      const sha256 = createHash('sha256').update(each).digest();
      expect(await rowsOf(key)).toMatchObject([{ path, sha256, sizeBytes: 400_000 }]);
      await expectStored(path, each);
      return path;
    });
    expect(new Set(await Promise.all(sent)).size).toBe(20);
  });

  it('counts and compares the files of one form only, whatever arrives with it', async () => {
    const full = randomUUID();
    const repeated = fileOf(PDF_HEAD, 100);
    const first = await send('0.pdf', repeated, full);
    for (let file = 1; file < 10; file += 1) await send(`${file}.pdf`, repeated, full);
    await send('1.pdf', repeated);
    // The first is written alone, the others together.
    const [, again, own] = await Promise.all([
      send('alone.pdf', repeated, randomUUID()),
      send('0.pdf', repeated, full),
      send('0.pdf', repeated),
    ]);
    expect(again).toBe(first);
    expect(own).not.toBe(first);
    expect(await rowsOf(full)).toHaveLength(10);
    expect((await rowsOf(formKey)).map(({ path }) => path)).toContain(own);
  });

  it('leaves nothing behind of an empty file, nor when the visitor goes away', async () => {
    const message = 'a.pdf is not a supported file type: it is empty';
    await expectRejected('a.pdf', Buffer.alloc(0), 'UNSUPPORTED_MEDIA_TYPE', message);
    const content = new PassThrough();
    const upload = uploadAttachment(ctx, { formKey, fileName: 'a.pdf', content });
    content.write(fileOf(PDF_HEAD, 100_000));
    await expect.poll(() => readdir(disk.storage.temporaryDir)).toHaveLength(1);
    await expect.poll(() => content.readableLength).toBe(0);
    content.destroy(new Error('the connection was closed'));
    await expect(upload).rejects.toThrow('the connection was closed');
    expect(await listFiles()).toEqual(before);
    expect(await rowsOf(formKey)).toEqual([]);
  });
});

/** No file is put in place before `count` of them are on their way. */
function contextInWhichAllWait(count: number): ServiceContext {
  let pending = 0;
  const { promise: allArePending, resolve: release } = Promise.withResolvers<void>();
  return buildServiceContext(database.db, {
    ...disk.storage,
    async moveIn(...file) {
      pending += 1;
      if (pending === count) release();
      await allArePending;
      await disk.storage.moveIn(...file);
    },
  });
}

const buildSubmission = (filePaths: string[]) => ({
  input: buildOrderInput(),
  filePaths,
  idempotencyKey: formKey,
});

describe('sending the same file again', () => {
  it('answers the same path when the order was accepted meanwhile', async () => {
    const bytes = fileOf(PDF_HEAD, 1_000);
    const path = await send('plan.pdf', bytes);
    await createOrder(ctx, buildSubmission([path]));
    expect(await send('plan.pdf', bytes)).toBe(path);
    expect(await rowsOf(formKey)).toMatchObject([{ status: 'claimed' }]);
    expect(await readdir(disk.storage.temporaryDir)).toEqual([]);
  });

  it('stores it anew when the first is being given up, and separately with another name or content', async () => {
    const bytes = fileOf(PDF_HEAD, 1_000);
    const path = await send('plan.pdf', bytes);
    const { again } = await database.db.transaction().execute(async (tx) => {
      const removing = { status: 'removing' as const };
      await tx.updateTable('orderAttachments').set(removing).where('path', '=', path).execute();
      const again = send('plan.pdf', bytes);
      await pause(200);
      return { again };
    });
    const newPath = await again;
    expect(newPath).not.toBe(path);
    expect(await rowsOf(formKey)).toMatchObject([
      { path, status: 'removing' },
      { path: newPath, status: 'staged' },
    ]);
    const paths = [
      await send('plan.pdf', bytes),
      await send('plan 2.pdf', bytes),
      await send('plan.pdf', fileOf(PDF_HEAD, 1_000)),
    ];
    expect(new Set(paths).size).toBe(3);
  });

  it('starts the day of the file anew, and of no other', async () => {
    let hours = 0;
    const start = Date.now();
    ctx = buildServiceContext(database.db, disk.storage, () => new Date(start + hours * 3_600_000));
    const bytes = fileOf(PDF_HEAD, 1_000);
    const path = await send('plan.pdf', bytes);
    await send('other.pdf', bytes);
    hours = 20;
    expect(await send('plan.pdf', bytes)).toBe(path);
    hours = 30;
    await removeExpiredUploads(ctx);
    expect(await rowsOf(formKey)).toMatchObject([{ path, status: 'staged' }]);
  });
});

// Otherwise each of two could hold what the other waits for.
it.each([
  ['an upload', () => send('plan.pdf', fileOf(PDF_HEAD, 100))],
  ['an order', (paths: string[]) => createOrder(ctx, buildSubmission(paths))],
  ['a removal', (paths: string[]) => discardPendingUploads(ctx, { formKey, paths })],
])('requests of one form take its files in one order: %s', async (_, work) => {
  const [lower, higher] = [uuidV7(), uuidV7()];
  const paths: string[] = [];
  // Neither rows nor paths are in the order of the ids.
  for (const id of [higher, lower]) {
    const path = `order-attachments/${id === higher ? 1 : 2}-${id}.pdf`;
    paths.push((await buildAttachment(database.db, { id, formKey, path })).path);
  }
  const { working } = await database.db.transaction().execute(async (tx) => {
    const lock = (id: string) =>
      tx.selectFrom('orderAttachments').select('id').where('id', '=', id).forUpdate();
    await lock(lower).execute();
    const working = work(paths);
    await pause(300);
    await lock(higher).noWait().execute();
    return { working };
  });
  await working;
});

function sendMany(count: number, size: number) {
  const names = Array.from({ length: count }, (_, index) => `${index}.pdf`);
  return Promise.allSettled(names.map((name) => send(name, fileOf(PDF_HEAD, size))));
}

describe('the limits of one form', () => {
  it('counts a tenth file once that is sent 12 times at the same time', async () => {
    await sendMany(9, 100);
    const tenth = fileOf(PDF_HEAD, 50_000);
    ctx = contextInWhichAllWait(12);
    const paths = await Promise.all(Array.from({ length: 12 }, () => send('9.pdf', tenth)));
    expect(new Set(paths).size).toBe(1);
    const rows = await rowsOf(formKey);
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toMatchObject({ path: paths[0], status: 'staged' });
    expect(await listFiles()).toHaveLength(before.length + 10);
  });

  it('keeps ten of 25 files that are sent at the same time', async () => {
    const outcomes = await sendMany(25, 2_000);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const statuses = (await rowsOf(formKey)).map(({ status }) => status);
    expect(statuses).toEqual(Array(10).fill('staged'));
    expect(await listFiles()).toHaveLength(before.length + 10);
  });

  it('accepts exactly 50 MB and refuses one byte more, also at the same time', async () => {
    const outcomes = await sendMany(6, MAX_UPLOAD_BYTES);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expectRejected('small.pdf', PDF_HEAD, 'VALIDATION', ORDER_MESSAGES.filesTooLarge);
    const sizes = (await rowsOf(formKey)).map(({ sizeBytes }) => sizeBytes);
    expect(sizes).toEqual(Array(5).fill(10 * 1024 * 1024));
  });
});

describe('when storing fails', () => {
  function withStorage(changes: Partial<FileStorage>, now?: () => Date): ServiceContext {
    return buildServiceContext(database.db, { ...disk.storage, ...changes }, now);
  }

  const inTwoHours = () => withStorage({}, () => new Date(Date.now() + 2 * 3_600_000));

  async function expectNothingLeft() {
    expect(await listFiles()).toEqual(before);
    expect(await rowsOf(formKey)).toMatchObject([{ status: 'removing' }]);
    await expectRemoved(inTwoHours());
  }

  async function expectRemoved(by: ServiceContext) {
    await removeExpiredUploads(by);
    expect(await rowsOf(formKey)).toEqual([]);
    expect(await listFiles()).toEqual(before);
  }

  it.each(['the file is rejected', 'the answer is lost'])(
    'leaves nothing behind when %s',
    async (fault) => {
      ctx = withStorage({
        async moveIn(...file) {
          if (fault === 'the answer is lost') await disk.storage.moveIn(...file);
          throw new Error(fault);
        },
      });
      await expect(send('a.pdf', fileOf(PDF_HEAD, 100))).rejects.toThrow(fault);
      await expectNothingLeft();
    },
  );

  it('has a row that the clean-up finds at the moment the file appears', async () => {
    let seen: unknown[] = [];
    ctx = withStorage({
      async moveIn(...file) {
        await disk.storage.moveIn(...file);
        seen = await rowsOf(formKey);
        const longAgo = { createdAt: new Date('2020-01-01') };
        await updateRows(database.db, 'orderAttachments', { formKey }, longAgo);
        throw new Error('the process died');
      },
    });
    await expect(send('a.pdf', fileOf(PDF_HEAD, 100))).rejects.toThrow('the process died');
    expect(seen).toMatchObject([{ status: 'staged' }]);
    expect(await listFiles()).toHaveLength(before.length + 1);
    await expectRemoved(ctx);
  });

  it('is put in place by the next attempt when the first one died before', async () => {
    const bytes = fileOf(PDF_HEAD, 100);
    const { promise: attempt, resolve: died } = Promise.withResolvers<void>();
    ctx = withStorage({ moveIn: () => new Promise(() => died()) });
    void send('a.pdf', bytes);
    await attempt;
    const [row] = await rowsOf(formKey);
    expect(await disk.storage.sizeOf(row?.path ?? '')).toBeNull();
    ctx = withStorage({});
    const path = await send('a.pdf', bytes);
    expect(path).toBe(row?.path);
    await expectStored(path, bytes);
    expect(await rowsOf(formKey)).toMatchObject([{ path, status: 'staged' }]);
  });

  it.each([0, 1_000])('keeps the file of another attempt that came %i ms later', async (delay) => {
    const bytes = fileOf(PDF_HEAD, 100);
    const start = Date.now();
    let path = '';
    const moveIn = async () => {
      ctx = withStorage({}, () => new Date(start + delay));
      path = await send('a.pdf', bytes);
      throw new Error('no space left');
    };
    ctx = withStorage({ moveIn }, () => new Date(start));
    await expect(send('a.pdf', bytes)).rejects.toThrow('no space left');
    expect(await rowsOf(formKey)).toMatchObject([{ path, status: 'staged' }]);
    await expectStored(path, bytes);
  });

  it('says so when the file was removed from the form while it was sent again', async () => {
    const bytes = fileOf(PDF_HEAD, 100);
    const path = await send('a.pdf', bytes);
    ctx = withStorage({
      async moveIn(...file) {
        await discardPendingUploads(withStorage({}), { formKey, paths: [path] });
        await disk.storage.moveIn(...file);
      },
    });
    await expect(send('a.pdf', bytes)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expectNothingLeft();
  });

  it('leaves no file that an upload puts in place after its removal', async () => {
    const bytes = fileOf(PDF_HEAD, 100);
    ctx = withStorage({
      async moveIn(...file) {
        const again = { formKey, fileName: 'a.pdf', content: stream(bytes) };
        const { path } = await uploadAttachment(withStorage({}), again);
        await discardPendingUploads(withStorage({}), { formKey, paths: [path] });
        await disk.storage.moveIn(...file);
      },
    });
    await send('a.pdf', bytes);
    expect(await listFiles()).toHaveLength(before.length + 1);
    await expectRemoved(inTwoHours());
  });
});
