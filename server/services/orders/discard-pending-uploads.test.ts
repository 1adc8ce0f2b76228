import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
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
import { DYING, readUpload, UPLOAD } from '#tests/support/storage/stored-uploads.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const PDF_HEAD = Buffer.from('%PDF-1.7\n');
let formKey: string;

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.beforeEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('orderAttachments').execute();
  await ctx.db.deleteFrom('orders').execute();
  formKey = randomUUID();
});

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

function claim(ctx: ServiceContext, paths: string[]) {
  return createOrder(ctx, {
    input: buildOrderInput(),
    filePaths: paths,
    idempotencyKey: formKey,
  });
}

describe('giving up attachments', () => {
  it('removes the files of the named ones only', async ({ ctx }) => {
    const [dropped = '', alsoDropped = '', cached = ''] = await uploadMany(ctx, 3);
    await discardPendingUploads(ctx, { formKey, paths: [dropped, alsoDropped] });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.discarded);
    expect(await readUpload(ctx, alsoDropped)).toEqual(UPLOAD.discarded);
    expect(await readUpload(ctx, cached)).toEqual(UPLOAD.pending);
  });

  it('frees a place among the ten files of the form', async ({ ctx }) => {
    const [dropped = '', ...cached] = await uploadMany(ctx, MAX_ORDER_FILES);
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    await discardPendingUploads(ctx, { formKey, paths: [dropped] });
    const paths = [...cached, await upload(ctx)];
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.tooManyFiles });
    expect(await claim(ctx, paths)).toMatchObject({ isReplay: false });
    expect(await Promise.all(paths.map((path) => readUpload(ctx, path)))).toEqual(
      paths.map(() => UPLOAD.attached),
    );
  });

  it('frees the bytes of the file', async ({ ctx }) => {
    const paths: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      paths.push(await upload(ctx, `${index}.pdf`, MAX_UPLOAD_BYTES));
    }
    await expect(upload(ctx)).rejects.toMatchObject({ message: ORDER_MESSAGES.filesTooLarge });
    await discardPendingUploads(ctx, { formKey, paths: paths.slice(0, 1) });
    expect(await readUpload(ctx, await upload(ctx))).toEqual(UPLOAD.pending);
  });

  it('takes the same file again after it was given up', async ({ ctx }) => {
    const bytes = Buffer.concat([PDF_HEAD, randomBytes(32)]);
    const send = () =>
      uploadAttachment(ctx, { formKey, fileName: 'plan.pdf', content: Readable.from([bytes]) });
    const { path: first } = await send();
    await discardPendingUploads(ctx, { formKey, paths: [first] });
    const { path: second } = await send();
    expect(second).not.toBe(first);
    expect(await readUpload(ctx, second)).toEqual(UPLOAD.pending);
  });

  it('touches no file of another form', async ({ ctx }) => {
    const path = await upload(ctx);
    await discardPendingUploads(ctx, { formKey: randomUUID(), paths: [path] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.pending);
  });

  it('touches no file that an order has claimed', async ({ ctx }) => {
    const path = await upload(ctx);
    await claim(ctx, [path]);
    await discardPendingUploads(ctx, { formKey, paths: [path] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.attached);
  });

  it('either gives a file up or lets the order have it when both come at once', async ({ ctx }) => {
    for (let round = 0; round < 10; round += 1) {
      formKey = randomUUID();
      const path = await upload(ctx);
      const [order] = await Promise.allSettled([
        claim(ctx, [path]),
        discardPendingUploads(ctx, { formKey, paths: [path] }),
      ]);
      expect(await readUpload(ctx, path)).toEqual(
        order.status === 'fulfilled' ? UPLOAD.attached : UPLOAD.discarded,
      );
    }
  });

  it('does nothing the second time, and with paths that were never stored', async ({ ctx }) => {
    const path = await upload(ctx);
    const removal = { formKey, paths: [path, 'order-attachments/1-none.pdf'] };
    await Promise.all([discardPendingUploads(ctx, removal), discardPendingUploads(ctx, removal)]);
    await discardPendingUploads(ctx, removal);
    await discardPendingUploads(ctx, { formKey, paths: [] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.discarded);
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the place is free, and the clean-up finishes', async ({ ctx }) => {
    const [dropped = '', ...cached] = await uploadMany(ctx, MAX_ORDER_FILES);
    await discardPendingUploads(DYING.before(ctx), { formKey, paths: [dropped] });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.marked);

    const added = await upload(ctx);
    await expect(claim(ctx, [dropped])).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, dropped)).toEqual(UPLOAD.gone);
    expect(await claim(ctx, [...cached, added])).toMatchObject({ isReplay: false });
  });

  it('after the file is gone: the clean-up removes the row', async ({ ctx }) => {
    const path = await upload(ctx);
    await discardPendingUploads(DYING.after(ctx), { formKey, paths: [path] });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.discarded);
    expect(await removeExpiredUploads(later(ctx))).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.gone);
  });
});
