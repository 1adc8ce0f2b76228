import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { MAX_ORDER_FILES, MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import {
  createOrder,
  removeExpiredUploads,
  uploadAttachment,
  discardPendingUploads,
} from './index.ts';
import { it } from '#tests/support/fixtures.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const PDF_HEAD = Buffer.from('%PDF-1.7\n');
let formKey: string;

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.beforeEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('orderAttachments').execute();
  await ctx.db.deleteFrom('orders').execute();
  formKey = randomUUID();
});

function contextWith(ctx: ServiceContext, changes: Partial<FileStorage>): ServiceContext {
  return { ...ctx, storage: { ...ctx.storage, ...changes } };
}

/** When no upload of now can be pending any more. */
function later(ctx: ServiceContext): ServiceContext {
  return { ...ctx, now: () => new Date(NOW.getTime() + 2 * 3_600_000) };
}

async function upload(ctx: ServiceContext, fileName = 'plan.pdf', size = 64): Promise<string> {
  const bytes = Buffer.concat([PDF_HEAD, randomBytes(size - PDF_HEAD.length)]);
  const { path } = await uploadAttachment(ctx, {
    formKey,
    fileName,
    content: Readable.from([bytes]),
  });
  return path;
}

async function uploadMany(ctx: ServiceContext, count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) paths.push(await upload(ctx, `${index}.pdf`));
  return paths;
}

async function statusOf(
  ctx: ServiceContext,
  path: string,
): Promise<{ row: string | null; hasFile: boolean }> {
  const row = await ctx.db
    .selectFrom('orderAttachments')
    .select('status')
    .where('path', '=', path)
    .executeTakeFirst();
  const file = await ctx.storage.open(path);
  file?.stream.destroy();
  return { row: row?.status ?? null, hasFile: file !== null };
}

function claim(ctx: ServiceContext, paths: string[]) {
  return createOrder(ctx, {
    input: buildOrderInput(),
    filePaths: paths,
    idempotencyKey: formKey,
  });
}

/** The row stays for an hour, for an upload that may be pending. */
const GIVEN_UP = { row: 'removing', hasFile: false };
const GONE = { row: null, hasFile: false };
const PENDING = { row: 'staged', hasFile: true };

describe('giving up attachments', () => {
  it('removes the files of the named ones only', async ({ ctx }) => {
    const [dropped = '', alsoDropped = '', cached = ''] = await uploadMany(ctx, 3);
    await discardPendingUploads(ctx, { formKey, paths: [dropped, alsoDropped] });
    expect(await statusOf(ctx, dropped)).toEqual(GIVEN_UP);
    expect(await statusOf(ctx, alsoDropped)).toEqual(GIVEN_UP);
    expect(await statusOf(ctx, cached)).toEqual(PENDING);
  });

  it('frees a place among the ten files of the form', async ({ ctx }) => {
    const [dropped = '', ...cached] = await uploadMany(ctx, MAX_ORDER_FILES);
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    await discardPendingUploads(ctx, { formKey, paths: [dropped] });
    const paths = [...cached, await upload(ctx)];
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    expect(await claim(ctx, paths)).toMatchObject({ isReplay: false });
    expect(await Promise.all(paths.map((path) => statusOf(ctx, path)))).toEqual(
      paths.map(() => ({ row: 'claimed', hasFile: true })),
    );
  });

  it('frees the bytes of the file', async ({ ctx }) => {
    const paths: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      paths.push(await upload(ctx, `${index}.pdf`, MAX_UPLOAD_BYTES));
    }
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.filesTooLarge });
    await discardPendingUploads(ctx, { formKey, paths: paths.slice(0, 1) });
    expect(await statusOf(ctx, await upload(ctx))).toEqual(PENDING);
  });

  it('takes the same file again after it was given up', async ({ ctx }) => {
    const bytes = Buffer.concat([PDF_HEAD, randomBytes(32)]);
    const send = () =>
      uploadAttachment(ctx, { formKey, fileName: 'plan.pdf', content: Readable.from([bytes]) });
    const { path: first } = await send();
    await discardPendingUploads(ctx, { formKey, paths: [first] });
    const { path: second } = await send();
    expect(second).not.toBe(first);
    expect(await statusOf(ctx, second)).toEqual(PENDING);
  });

  it('touches no file of another form', async ({ ctx }) => {
    const path = await upload(ctx);
    await discardPendingUploads(ctx, { formKey: randomUUID(), paths: [path] });
    expect(await statusOf(ctx, path)).toEqual(PENDING);
  });

  it('touches no file that an order has claimed', async ({ ctx }) => {
    const path = await upload(ctx);
    await claim(ctx, [path]);
    await discardPendingUploads(ctx, { formKey, paths: [path] });
    expect(await statusOf(ctx, path)).toEqual({ row: 'claimed', hasFile: true });
  });

  it('either gives a file up or lets the order have it when both come at once', async ({ ctx }) => {
    for (let round = 0; round < 10; round += 1) {
      formKey = randomUUID();
      const path = await upload(ctx);
      const [order] = await Promise.allSettled([
        claim(ctx, [path]),
        discardPendingUploads(ctx, { formKey, paths: [path] }),
      ]);
      expect(await statusOf(ctx, path)).toEqual(
        order.status === 'fulfilled' ? { row: 'claimed', hasFile: true } : GIVEN_UP,
      );
    }
  });

  it('does nothing the second time, and with paths that were never stored', async ({ ctx }) => {
    const path = await upload(ctx);
    const removal = { formKey, paths: [path, 'order-attachments/1-none.pdf'] };
    await Promise.all([discardPendingUploads(ctx, removal), discardPendingUploads(ctx, removal)]);
    await discardPendingUploads(ctx, removal);
    await discardPendingUploads(ctx, { formKey, paths: [] });
    expect(await statusOf(ctx, path)).toEqual(GIVEN_UP);
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the place is free, and the clean-up finishes', async ({ ctx }) => {
    const [dropped = '', ...cached] = await uploadMany(ctx, MAX_ORDER_FILES);
    const dying = contextWith(ctx, { remove: () => Promise.reject(new Error('the process died')) });
    await discardPendingUploads(dying, { formKey, paths: [dropped] });
    expect(await statusOf(ctx, dropped)).toEqual({ row: 'removing', hasFile: true });

    const added = await upload(ctx);
    await expect(claim(ctx, [dropped])).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, dropped)).toEqual(GONE);
    expect(await claim(ctx, [...cached, added])).toMatchObject({ isReplay: false });
  });

  it('after the file is gone: the clean-up removes the row', async ({ ctx }) => {
    const path = await upload(ctx);
    const dying = contextWith(ctx, {
      async remove(file) {
        await ctx.storage.remove(file);
        throw new Error('the process died');
      },
    });
    await discardPendingUploads(dying, { formKey, paths: [path] });
    expect(await statusOf(ctx, path)).toEqual({ row: 'removing', hasFile: false });
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, path)).toEqual(GONE);
  });
});
