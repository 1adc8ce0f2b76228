import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { MAX_ORDER_FILES, MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import {
  buildOrderInput,
  buildServiceContext,
  createTestStorage,
  type TestStorage,
} from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import {
  createOrder,
  removeExpiredUploads,
  uploadAttachment,
  discardPendingUploads,
} from './index.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const PDF_HEAD = Buffer.from('%PDF-1.7\n');

let database: TestDatabase;
let disk: TestStorage;
let ctx: ServiceContext;
let formKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await createTestStorage();
  ctx = contextWith({});
});

beforeEach(async () => {
  await database.db.deleteFrom('orderAttachments').execute();
  await database.db.deleteFrom('orders').execute();
  formKey = randomUUID();
});

afterAll(async () => {
  await database.destroy();
  await disk.destroy();
});

function contextWith(changes: Partial<FileStorage>): ServiceContext {
  return buildServiceContext(database.db, { ...disk.storage, ...changes }, () => NOW);
}

/** When no upload of now can be under way any more. */
function later(): ServiceContext {
  return buildServiceContext(
    database.db,
    disk.storage,
    () => new Date(NOW.getTime() + 2 * 3_600_000),
  );
}

async function upload(fileName = 'plan.pdf', size = 64): Promise<string> {
  const bytes = Buffer.concat([PDF_HEAD, randomBytes(size - PDF_HEAD.length)]);
  const { path } = await uploadAttachment(ctx, {
    formKey,
    fileName,
    content: Readable.from([bytes]),
  });
  return path;
}

async function uploadMany(count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) paths.push(await upload(`${index}.pdf`));
  return paths;
}

async function statusOf(path: string): Promise<{ row: string | null; hasFile: boolean }> {
  const row = await database.db
    .selectFrom('orderAttachments')
    .select('status')
    .where('path', '=', path)
    .executeTakeFirst();
  const file = await disk.storage.open(path);
  file?.stream.destroy();
  return { row: row?.status ?? null, hasFile: file !== null };
}

function claim(paths: string[]) {
  return createOrder(ctx, {
    input: buildOrderInput(),
    filePaths: paths,
    idempotencyKey: formKey,
  });
}

/** The row stays for an hour, for an upload that may be under way. */
const GIVEN_UP = { row: 'removing', hasFile: false };
const GONE = { row: null, hasFile: false };
const PENDING = { row: 'staged', hasFile: true };

describe('giving up attachments', () => {
  it('removes the files of the named ones only', async () => {
    const [dropped = '', alsoDropped = '', cached = ''] = await uploadMany(3);
    await discardPendingUploads(ctx, { formKey, paths: [dropped, alsoDropped] });
    expect(await statusOf(dropped)).toEqual(GIVEN_UP);
    expect(await statusOf(alsoDropped)).toEqual(GIVEN_UP);
    expect(await statusOf(cached)).toEqual(PENDING);
  });

  it('frees a place among the ten files of the form', async () => {
    const [dropped = '', ...cached] = await uploadMany(MAX_ORDER_FILES);
    await expect(upload()).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    await discardPendingUploads(ctx, { formKey, paths: [dropped] });
    const paths = [...cached, await upload()];
    await expect(upload()).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    expect(await claim(paths)).toMatchObject({ isReplay: false });
    expect(await Promise.all(paths.map(statusOf))).toEqual(
      paths.map(() => ({ row: 'claimed', hasFile: true })),
    );
  });

  it('frees the bytes of the file', async () => {
    const paths: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      paths.push(await upload(`${index}.pdf`, MAX_UPLOAD_BYTES));
    }
    await expect(upload()).rejects.toMatchObject({ message: ORDER_MESSAGES.filesTooLarge });
    await discardPendingUploads(ctx, { formKey, paths: paths.slice(0, 1) });
    expect(await statusOf(await upload())).toEqual(PENDING);
  });

  it('takes the same file again after it was given up', async () => {
    const bytes = Buffer.concat([PDF_HEAD, randomBytes(32)]);
    const send = () =>
      uploadAttachment(ctx, { formKey, fileName: 'plan.pdf', content: Readable.from([bytes]) });
    const { path: first } = await send();
    await discardPendingUploads(ctx, { formKey, paths: [first] });
    const { path: second } = await send();
    expect(second).not.toBe(first);
    expect(await statusOf(second)).toEqual(PENDING);
  });

  it('touches no file of another form', async () => {
    const path = await upload();
    await discardPendingUploads(ctx, { formKey: randomUUID(), paths: [path] });
    expect(await statusOf(path)).toEqual(PENDING);
  });

  it('touches no file that an order has claimed', async () => {
    const path = await upload();
    await claim([path]);
    await discardPendingUploads(ctx, { formKey, paths: [path] });
    expect(await statusOf(path)).toEqual({ row: 'claimed', hasFile: true });
  });

  it('either gives a file up or lets the order have it when both come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      formKey = randomUUID();
      const path = await upload();
      const [order] = await Promise.allSettled([
        claim([path]),
        discardPendingUploads(ctx, { formKey, paths: [path] }),
      ]);
      expect(await statusOf(path)).toEqual(
        order.status === 'fulfilled' ? { row: 'claimed', hasFile: true } : GIVEN_UP,
      );
    }
  });

  it('does nothing the second time, and with paths that were never stored', async () => {
    const path = await upload();
    const removal = { formKey, paths: [path, 'order-attachments/1-none.pdf'] };
    await Promise.all([discardPendingUploads(ctx, removal), discardPendingUploads(ctx, removal)]);
    await discardPendingUploads(ctx, removal);
    await discardPendingUploads(ctx, { formKey, paths: [] });
    expect(await statusOf(path)).toEqual(GIVEN_UP);
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the place is free, no order can claim the file, the clean-up finishes', async () => {
    const [dropped = '', ...cached] = await uploadMany(MAX_ORDER_FILES);
    const dying = contextWith({ remove: () => Promise.reject(new Error('the process died')) });
    await discardPendingUploads(dying, { formKey, paths: [dropped] });
    expect(await statusOf(dropped)).toEqual({ row: 'removing', hasFile: true });

    const added = await upload();
    await expect(claim([dropped])).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await removeExpiredUploads(later())).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(dropped)).toEqual(GONE);
    expect(await claim([...cached, added])).toMatchObject({ isReplay: false });
  });

  it('after the file is gone: the clean-up removes the row', async () => {
    const path = await upload();
    const dying = contextWith({
      async remove(file) {
        await disk.storage.remove(file);
        throw new Error('the process died');
      },
    });
    await discardPendingUploads(dying, { formKey, paths: [path] });
    expect(await statusOf(path)).toEqual({ row: 'removing', hasFile: false });
    expect(await removeExpiredUploads(later())).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(path)).toEqual(GONE);
  });
});
