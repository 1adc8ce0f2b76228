import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { MAX_ORDER_FILES, MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { readRows, updateRows } from '#tests/support/database/rows.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import {
  createOrder,
  discardPendingUploads,
  removeExpiredUploads,
  uploadAttachment,
} from './index.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

/** Expected row status and file for each state; a discarded file's row is retained for an hour, for uploads in flight. */
const UPLOAD = {
  pending: { row: 'staged', hasFile: true },
  attached: { row: 'claimed', hasFile: true },
  marked: { row: 'removing', hasFile: true },
  discarded: { row: 'removing', hasFile: false },
  gone: { row: undefined, hasFile: false },
} as const;

let formKey: string;

const it = base.extend({});
it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.beforeEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('orderAttachments').execute();
  await ctx.db.deleteFrom('orders').execute();
  formKey = randomUUID();
});

function withStorage(ctx: ServiceContext, changes: Partial<FileStorage>): ServiceContext {
  return { ...ctx, storage: { ...ctx.storage, ...changes } };
}

/** The process dies before or after it has removed a file. */
const DYING = {
  before: (ctx: ServiceContext) =>
    withStorage(ctx, { remove: () => Promise.reject(new Error('the process died')) }),
  after: (ctx: ServiceContext) =>
    withStorage(ctx, {
      async remove(file) {
        await ctx.storage.remove(file);
        throw new Error('the process died');
      },
    }),
};

/** After the last upload of now has ended. */
function later(ctx: ServiceContext): ServiceContext {
  return { ...ctx, now: () => new Date(NOW.getTime() + 2 * 3_600_000) };
}

async function readUpload({ db, storage }: ServiceContext, path: string) {
  const [row] = await readRows(db, 'orderAttachments', ['status'], { path });
  return { row: row?.status, hasFile: (await storage.sizeOf(path)) !== null };
}

async function buildUpload(
  ctx: ServiceContext,
  hours: number,
  status: 'staged' | 'removing' = 'staged',
) {
  const createdAt = new Date(NOW.getTime() - hours * 3_600_000);
  const { path } = await buildAttachment(ctx.db, { formKey, sizeBytes: 8, status, createdAt });
  await ctx.storage.write(path, Buffer.from('%PDF-1.7'), 'application/pdf');
  return path;
}

async function upload(ctx: ServiceContext, fileName = 'plan.pdf', size = 64): Promise<string> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);
  const content = Readable.from([bytes]);
  return (await uploadAttachment(ctx, { formKey, fileName, content })).path;
}

async function uploadMany(ctx: ServiceContext, count: number, size?: number): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1)
    paths.push(await upload(ctx, `${index}.pdf`, size));
  return paths;
}

function claim(ctx: ServiceContext, filePaths: string[]) {
  return createOrder(ctx, { input: buildOrderInput(), filePaths, idempotencyKey: formKey });
}

describe('removing expired uploads', () => {
  it('removes what waited for a day, or was given up an hour ago, and nothing else', async ({
    ctx,
  }) => {
    const paths = {
      attached: await buildUpload(ctx, 23),
      old: await buildUpload(ctx, 24.01),
      young: await buildUpload(ctx, 23.99),
      inFlight: await buildUpload(ctx, 0.9, 'removing'),
      givenUp: await buildUpload(ctx, 1.1, 'removing'),
    };
    await claim(ctx, [paths.attached]);
    const attached = { path: paths.attached };
    await updateRows(ctx.db, 'orderAttachments', attached, { createdAt: new Date('2020-01-01') });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 2, failed: 0 });
    const states = Object.values(paths).map((path) => readUpload(ctx, path));
    const { gone, pending, marked } = UPLOAD;
    expect(await Promise.all(states)).toEqual([UPLOAD.attached, gone, pending, marked, gone]);
  });

  it('removes more than one batch, each file once', async ({ ctx }) => {
    await Promise.all(Array.from({ length: 250 }, () => buildUpload(ctx, 30)));
    expect(await removeExpiredUploads(DYING.before(ctx))).toEqual({ removed: 0, failed: 250 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 250, failed: 0 });
    expect(await readRows(ctx.db, 'orderAttachments', ['id'])).toEqual([]);
    await Promise.all(Array.from({ length: 30 }, () => buildUpload(ctx, 30)));
    await Promise.all([removeExpiredUploads(ctx), removeExpiredUploads(ctx)]);
    expect(await readRows(ctx.db, 'orderAttachments', ['id'])).toEqual([]);
  });

  it('leaves locked files, and goes on when one cannot be removed', async ({ ctx }) => {
    const paths = await Promise.all([30, 31, 32].map((hours) => buildUpload(ctx, hours)));
    await ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('orderAttachments').select('id').forUpdate().execute();
      expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
    });
    expect(await readUpload(ctx, paths[1] ?? '')).toEqual(UPLOAD.pending);
    const remove = (path: string) =>
      path === paths[1] ? Promise.reject(new Error('refused')) : ctx.storage.remove(path);
    expect(await removeExpiredUploads(withStorage(ctx, { remove }))).toEqual({
      removed: 2,
      failed: 1,
    });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  });
});

describe('giving up attachments', () => {
  it('removes the named, unclaimed files of the form only, once', async ({ ctx }) => {
    const [dropped = '', alsoDropped = '', cached = ''] = await uploadMany(ctx, 3);
    const removal = { formKey, paths: [dropped, alsoDropped, 'order-attachments/1-none.pdf'] };
    await Promise.all([discardPendingUploads(ctx, removal), discardPendingUploads(ctx, removal)]);
    await discardPendingUploads(ctx, removal);
    await discardPendingUploads(ctx, { formKey, paths: [] });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.discarded);
    expect(await readUpload(ctx, alsoDropped)).toEqual(UPLOAD.discarded);
    expect(await readUpload(ctx, cached)).toEqual(UPLOAD.pending);
    const path = await upload(ctx);
    await discardPendingUploads(ctx, { formKey: randomUUID(), paths: [path] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.pending);
    await claim(ctx, [path]);
    await discardPendingUploads(ctx, { formKey, paths: [path] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.attached);
  });

  it('frees the bytes of the file', async ({ ctx }) => {
    const [dropped = ''] = await uploadMany(ctx, 5, MAX_UPLOAD_BYTES);
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.filesTooLarge });
    await discardPendingUploads(ctx, { formKey, paths: [dropped] });
    expect(await readUpload(ctx, await upload(ctx))).toEqual(UPLOAD.pending);
  });

  it('either gives a file up or lets the order have it when both come at once', async ({ ctx }) => {
    for (let round = 0; round < 10; round += 1) {
      formKey = randomUUID();
      const path = await upload(ctx);
      const discard = discardPendingUploads(ctx, { formKey, paths: [path] });
      const [order] = await Promise.allSettled([claim(ctx, [path]), discard]);
      const state = order.status === 'fulfilled' ? UPLOAD.attached : UPLOAD.discarded;
      expect(await readUpload(ctx, path)).toEqual(state);
    }
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the place is free, no order gets the file, the clean-up finishes', async ({
    ctx,
  }) => {
    const [dropped = '', ...cached] = await uploadMany(ctx, MAX_ORDER_FILES);
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    await discardPendingUploads(DYING.before(ctx), { formKey, paths: [dropped] });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.marked);
    const added = await upload(ctx);
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    await expect(claim(ctx, [dropped])).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await removeExpiredUploads(DYING.before(later(ctx)))).toEqual({ removed: 0, failed: 1 });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.marked);
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.gone);
    expect(await claim(ctx, [...cached, added])).toMatchObject({ isReplay: false });
    expect(await readUpload(ctx, added)).toEqual(UPLOAD.attached);
  });

  it('after the file is gone: the clean-up removes the row', async ({ ctx }) => {
    const [path, expired] = [await upload(ctx), await buildUpload(ctx, 30)];
    await discardPendingUploads(DYING.after(ctx), { formKey, paths: [path] });
    await removeExpiredUploads(DYING.after(ctx));
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.discarded);
    expect(await readUpload(ctx, expired)).toEqual(UPLOAD.discarded);
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 2, failed: 0 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.gone);
  });
});
