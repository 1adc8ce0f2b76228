import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import { createOrder, removeExpiredUploads } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { DYING, readUpload, UPLOAD, withStorage } from '#tests/support/storage/stored-uploads.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.afterEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('orderAttachments').execute();
});

async function buildUpload(
  ctx: ServiceContext,
  {
    hours,
    status = 'staged',
    formKey = randomUUID(),
  }: {
    hours: number;
    status?: 'staged' | 'removing';
    formKey?: string;
  },
): Promise<string> {
  const createdAt = new Date(NOW.getTime() - hours * 3_600_000);
  const { path } = await buildAttachment(ctx.db, { formKey, sizeBytes: 8, status, createdAt });
  await ctx.storage.write(path, Buffer.from('%PDF-1.7'), 'application/pdf');
  return path;
}

describe('removing expired uploads', () => {
  it('removes what is older than a day and keeps what is younger', async ({ ctx }) => {
    const old = await buildUpload(ctx, { hours: 24.01 });
    const young = await buildUpload(ctx, { hours: 23.99 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, old)).toEqual(UPLOAD.gone);
    expect(await readUpload(ctx, young)).toEqual(UPLOAD.pending);
  });

  it('keeps what an order has claimed, however old', async ({ ctx }) => {
    const formKey = randomUUID();
    const path = await buildUpload(ctx, { hours: 23, formKey });
    await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [path],
      idempotencyKey: formKey,
    });
    await updateRows(ctx.db, 'orderAttachments', {}, { createdAt: new Date('2020-01-01') });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.attached);
  });

  it('removes discarded files once no upload can be in flight', async ({ ctx }) => {
    const young = await buildUpload(ctx, { hours: 0.9, status: 'removing' });
    const old = await buildUpload(ctx, { hours: 1.1, status: 'removing' });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, young)).toEqual(UPLOAD.marked);
    expect(await readUpload(ctx, old)).toEqual(UPLOAD.gone);
  });

  it('removes more than one batch', async ({ ctx }) => {
    const formKey = randomUUID();
    await Promise.all(Array.from({ length: 250 }, () => buildUpload(ctx, { hours: 30, formKey })));
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 250, failed: 0 });
    expect(await ctx.db.selectFrom('orderAttachments').selectAll().execute()).toEqual([]);
  });

  it('leaves alone what another process holds', async ({ ctx }) => {
    const path = await buildUpload(ctx, { hours: 30 });
    await ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('orderAttachments').select('id').forUpdate().execute();
      expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
    });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.pending);
  });

  it('removes each file once when two processes run together', async ({ ctx }) => {
    await Promise.all(Array.from({ length: 30 }, () => buildUpload(ctx, { hours: 30 })));
    await Promise.all([removeExpiredUploads(ctx), removeExpiredUploads(ctx)]);
    expect(await ctx.db.selectFrom('orderAttachments').selectAll().execute()).toEqual([]);
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the next run finishes, and no order gets the file', async ({ ctx }) => {
    const formKey = randomUUID();
    const path = await buildUpload(ctx, { hours: 30, formKey });
    expect(await removeExpiredUploads(DYING.before(ctx))).toEqual({ removed: 0, failed: 1 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.marked);

    await expect(
      createOrder(ctx, { input: buildOrderInput(), filePaths: [path], idempotencyKey: formKey }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });

    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.gone);
  });

  it('after the file is gone: the next run removes the row', async ({ ctx }) => {
    const path = await buildUpload(ctx, { hours: 30 });
    await removeExpiredUploads(DYING.after(ctx));
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.discarded);
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await readUpload(ctx, path)).toEqual(UPLOAD.gone);
  });

  it('ends, however many files cannot be removed', async ({ ctx }) => {
    await Promise.all(Array.from({ length: 120 }, () => buildUpload(ctx, { hours: 30 })));
    const failing = withStorage(ctx, { remove: () => Promise.reject(new Error('refused')) });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 0, failed: 120 });
  });

  it('goes on with the other files when one cannot be removed', async ({ ctx }) => {
    const paths: string[] = [];
    for (let count = 0; count < 3; count += 1) paths.push(await buildUpload(ctx, { hours: 30 }));
    const failing = withStorage(ctx, {
      remove: (path) =>
        path === paths[1] ? Promise.reject(new Error('refused')) : ctx.storage.remove(path),
    });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 2, failed: 1 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  });
});
