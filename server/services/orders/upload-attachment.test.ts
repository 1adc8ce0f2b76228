import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
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
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PDF_HEAD = Buffer.from('%PDF-1.7\n');
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
/** Longer ago than any form is stored. */
const LONG_AGO = new Date('2020-01-01');

let database: TestDatabase;
let disk: TestStorage;
let ctx: ServiceContext;
let formKey: string;

it.beforeEach(({ database: own, files, ctx: visitor }) => {
  database = own;
  disk = files;
  ctx = visitor;
  formKey = randomUUID();
});

function fileOf(head: Uint8Array, size: number): Buffer {
  return Buffer.concat([head, randomBytes(size - head.length)]);
}

/** The bytes as a network delivers them. */
function stream(bytes: Buffer, chunk = 64 * 1024): Readable {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return Readable.from(chunks, { objectMode: false });
}

async function send(fileName: string, bytes: Buffer, key = formKey): Promise<string> {
  const { path } = await uploadAttachment(ctx, { formKey: key, fileName, content: stream(bytes) });
  return path;
}

function rowsOf(key: string) {
  return database.db
    .selectFrom('orderAttachments')
    .selectAll()
    .where('formKey', '=', key)
    .orderBy('id')
    .execute();
}

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

/** Expects a rejection with this code and message that leaves neither a file nor a row behind. */
async function expectRejected(upload: () => Promise<unknown>, code: string, message: string) {
  const files = await listFiles();
  const rows = (await rowsOf(formKey)).length;
  const error = await upload().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code, message });
  expect(await listFiles()).toEqual(files);
  expect(await rowsOf(formKey)).toHaveLength(rows);
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
    ['a.jpg', fileOf(JPEG_HEAD, 100), 'image/jpeg', 'jpg'],
    ['a.jpeg', fileOf(JPEG_HEAD, 100), 'image/jpeg', 'jpeg'],
    ['a.pdf', fileOf(PDF_HEAD, 100), 'application/pdf', 'pdf'],
    ['a.zip', buildZip([{ name: 'a' }]), 'application/zip', 'zip'],
    ['empty.zip', buildZip([]), 'application/zip', 'zip'],
  ])('accepts %s', async (name, bytes, contentType, extension) => {
    const path = await send(name, bytes);
    expect(path.endsWith(`.${extension}`)).toBe(true);
    expect(await rowsOf(formKey)).toMatchObject([{ contentType }]);
  });

  it('keeps files of 20 forms that arrive at the same time apart', async () => {
    const files = Array.from({ length: 20 }, () => ({
      key: randomUUID(),
      bytes: fileOf(PDF_HEAD, 400_000),
    }));
    const paths = await Promise.all(files.map(({ key, bytes }) => send('plan.pdf', bytes, key)));
    expect(new Set(paths).size).toBe(20);
    for (const [index, { key, bytes }] of files.entries()) {
      const sha256 = createHash('sha256').update(bytes).digest();
      expect(await rowsOf(key)).toMatchObject([{ path: paths[index], sha256, sizeBytes: 400_000 }]);
      await expectStored(paths[index] ?? '', bytes);
    }
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

  it('keeps a file that arrives byte by byte, and knows its type', async () => {
    const bytes = fileOf(PNG_HEAD, 500);
    const upload = { formKey, fileName: 'a.png', content: stream(bytes, 1) };
    const { path } = await uploadAttachment(ctx, upload);
    expect(await rowsOf(formKey)).toMatchObject([{ contentType: 'image/png', sizeBytes: 500 }]);
    await expectStored(path, bytes);
  });

  it('refuses an empty file', async () => {
    await expectRejected(
      () => send('a.pdf', Buffer.alloc(0)),
      'UNSUPPORTED_MEDIA_TYPE',
      'a.pdf is not a supported file type: it is empty',
    );
  });

  it('leaves nothing behind when the visitor goes away', async () => {
    const files = await listFiles();
    const content = new PassThrough();
    const upload = uploadAttachment(ctx, { formKey, fileName: 'a.pdf', content });
    content.write(fileOf(PDF_HEAD, 100_000));
    await expect.poll(() => readdir(disk.storage.temporaryDir)).toHaveLength(1);
    await expect.poll(() => content.readableLength).toBe(0);
    content.destroy(new Error('the connection was closed'));
    await expect(upload).rejects.toThrow('the connection was closed');
    expect(await listFiles()).toEqual(files);
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

describe('sending the same file again', () => {
  it('answers one path to 12 uploads at the same time', async () => {
    const bytes = fileOf(PDF_HEAD, 50_000);
    const before = await listFiles();
    ctx = contextInWhichAllWait(12);
    const paths = await Promise.all(Array.from({ length: 12 }, () => send('plan.pdf', bytes)));
    expect(new Set(paths).size).toBe(1);
    expect(await rowsOf(formKey)).toMatchObject([{ path: paths[0], status: 'staged' }]);
    expect(await listFiles()).toHaveLength(before.length + 1);
  });

  it('answers the same path when the order was accepted meanwhile', async () => {
    const bytes = fileOf(PDF_HEAD, 1_000);
    const path = await send('plan.pdf', bytes);
    await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [path],
      idempotencyKey: formKey,
    });
    expect(await send('plan.pdf', bytes)).toBe(path);
    expect(await rowsOf(formKey)).toMatchObject([{ status: 'claimed' }]);
    expect(await readdir(disk.storage.temporaryDir)).toEqual([]);
  });

  it('stores it anew when the first is just being given up', async () => {
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

  it('is another file under another name, with other content, or of another form', async () => {
    const bytes = fileOf(PDF_HEAD, 1_000);
    const paths = [
      await send('plan.pdf', bytes),
      await send('plan 2.pdf', bytes),
      await send('plan.pdf', fileOf(PDF_HEAD, 1_000)),
      await send('plan.pdf', bytes, randomUUID()),
    ];
    expect(new Set(paths).size).toBe(4);
  });
});

describe('requests of one form at the same time', () => {
  const orderOf = (filePaths: string[]) => ({
    input: buildOrderInput(),
    filePaths,
    idempotencyKey: formKey,
  });

  // Otherwise each of two could hold what the other waits for.
  it.each([
    ['an upload', () => send('plan.pdf', fileOf(PDF_HEAD, 100))],
    ['an order', (paths: string[]) => createOrder(ctx, orderOf(paths))],
    ['a removal', (paths: string[]) => discardPendingUploads(ctx, { formKey, paths })],
  ])('take its files in one order: %s', async (_, work) => {
    const [lower, higher] = [uuidV7(), uuidV7()];
    const paths: string[] = [];
    // Neither rows nor paths are in the order of the ids.
    for (const id of [higher, lower]) {
      const path = `order-attachments/${id === higher ? 1 : 2}-${id}.pdf`;
      paths.push(path);
      const file = { id, formKey, path, originalName: path, contentType: 'application/pdf' };
      const content = { sizeBytes: 100, sha256: randomBytes(32) };
      await insertRows(database.db, 'orderAttachments', { ...file, ...content });
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
});

describe('the limits of one form', () => {
  it('counts a tenth file once that is sent three times at the same time', async () => {
    for (let index = 0; index < 9; index += 1) await send(`${index}.pdf`, fileOf(PDF_HEAD, 100));
    const tenth = fileOf(PDF_HEAD, 100);
    ctx = contextInWhichAllWait(3);
    const paths = await Promise.all([1, 2, 3].map(() => send('9.pdf', tenth)));
    expect(new Set(paths).size).toBe(1);
    expect(await rowsOf(formKey)).toHaveLength(10);
  });

  it('keeps ten of 25 files that are sent at the same time', async () => {
    const before = await listFiles();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) => send(`${index}.pdf`, fileOf(PDF_HEAD, 2_000))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const rows = await rowsOf(formKey);
    expect(rows).toHaveLength(10);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['staged']));
    expect(await listFiles()).toHaveLength(before.length + 10);
  });

  it('accepts exactly 50 MB and refuses one byte more, also at the same time', async () => {
    const large = () => fileOf(PDF_HEAD, MAX_UPLOAD_BYTES);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => send(`${index}.pdf`, large())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expectRejected(
      () => send('small.pdf', PDF_HEAD),
      'VALIDATION',
      ORDER_MESSAGES.filesTooLarge,
    );
    expect((await rowsOf(formKey)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(
      50 * 1024 * 1024,
    );
  });
});

describe('when storing fails', () => {
  function withStorage(changes: Partial<FileStorage>): ServiceContext {
    return buildServiceContext(database.db, { ...disk.storage, ...changes });
  }

  /** No file, and a row that counts for nothing and goes with the next clean-up after an hour. */
  async function expectNothingLeft(files: string[]) {
    expect(await listFiles()).toEqual(files);
    expect(await rowsOf(formKey)).toMatchObject([{ status: 'removing' }]);
    const later = () => new Date(Date.now() + 2 * 3_600_000);
    await removeExpiredUploads(buildServiceContext(database.db, disk.storage, later));
    expect(await rowsOf(formKey)).toEqual([]);
    expect(await listFiles()).toEqual(files);
  }

  it('leaves nothing behind when the file store refuses the file', async () => {
    const files = await listFiles();
    ctx = withStorage({ moveIn: () => Promise.reject(new Error('no space left')) });
    await expect(send('a.pdf', fileOf(PDF_HEAD, 100))).rejects.toThrow('no space left');
    await expectNothingLeft(files);
  });

  it('leaves nothing behind when the answer of the file store is lost', async () => {
    const files = await listFiles();
    ctx = withStorage({
      async moveIn(...file) {
        await disk.storage.moveIn(...file);
        throw new Error('the answer was lost');
      },
    });
    await expect(send('a.pdf', fileOf(PDF_HEAD, 100))).rejects.toThrow('the answer was lost');
    await expectNothingLeft(files);
  });

  it('has a row that the clean-up finds at the moment the file appears', async () => {
    const files = await listFiles();
    let seen: unknown[] = [];
    ctx = withStorage({
      async moveIn(...file) {
        await disk.storage.moveIn(...file);
        seen = await rowsOf(formKey);
        await updateRows(database.db, 'orderAttachments', { formKey }, { createdAt: LONG_AGO });
        throw new Error('the process died');
      },
    });
    await expect(send('a.pdf', fileOf(PDF_HEAD, 100))).rejects.toThrow('the process died');
    expect(seen).toMatchObject([{ status: 'staged' }]);
    expect(await listFiles()).toHaveLength(files.length + 1);
    await removeExpiredUploads(ctx);
    expect(await rowsOf(formKey)).toEqual([]);
    expect(await listFiles()).toEqual(files);
  });

  it('is put in place by the next attempt when the first one died before', async () => {
    const bytes = fileOf(PDF_HEAD, 100);
    const { storage } = disk;
    let died: () => void = () => {};
    const attempt = new Promise<void>((resolve) => (died = resolve));
    ctx = withStorage({ moveIn: () => new Promise(() => died()) });
    void send('a.pdf', bytes);
    await attempt;
    const [row] = await rowsOf(formKey);
    expect(await storage.open(row?.path ?? '')).toBeNull();
    ctx = withStorage({});
    const path = await send('a.pdf', bytes);
    expect(path).toBe(row?.path);
    await expectStored(path, bytes);
    expect(await rowsOf(formKey)).toMatchObject([{ path, status: 'staged' }]);
  });

  it.each([0, 1_000])('keeps the file of another attempt that came %i ms later', async (delay) => {
    const bytes = fileOf(PDF_HEAD, 100);
    const start = Date.now();
    const at = (storage: FileStorage, moment: number) =>
      buildServiceContext(database.db, storage, () => new Date(moment));
    let path = '';
    ctx = at(
      {
        ...disk.storage,
        async moveIn() {
          ctx = at(disk.storage, start + delay);
          path = await send('a.pdf', bytes);
          throw new Error('no space left');
        },
      },
      start,
    );
    await expect(send('a.pdf', bytes)).rejects.toThrow('no space left');
    expect(await rowsOf(formKey)).toMatchObject([{ path, status: 'staged' }]);
    await expectStored(path, bytes);
  });

  it('says so when the file was removed from the form while it was sent again', async () => {
    const files = await listFiles();
    const bytes = fileOf(PDF_HEAD, 100);
    const path = await send('a.pdf', bytes);
    ctx = withStorage({
      async moveIn(...file) {
        await discardPendingUploads(withStorage({}), { formKey, paths: [path] });
        await disk.storage.moveIn(...file);
      },
    });
    await expect(send('a.pdf', bytes)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expectNothingLeft(files);
  });

  it('leaves no file that an upload puts in place after its removal', async () => {
    const files = await listFiles();
    const bytes = fileOf(PDF_HEAD, 100);
    ctx = withStorage({
      async moveIn(...file) {
        const { path } = await uploadAttachment(withStorage({}), {
          formKey,
          fileName: 'a.pdf',
          content: stream(bytes),
        });
        await discardPendingUploads(withStorage({}), { formKey, paths: [path] });
        await disk.storage.moveIn(...file);
      },
    });
    await send('a.pdf', bytes);
    expect(await listFiles()).toHaveLength(files.length + 1);
    const later = () => new Date(Date.now() + 2 * 3_600_000);
    await removeExpiredUploads(buildServiceContext(database.db, disk.storage, later));
    expect(await rowsOf(formKey)).toEqual([]);
    expect(await listFiles()).toEqual(files);
  });
});
