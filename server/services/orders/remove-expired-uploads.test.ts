import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import { createOrder, removeExpiredUploads } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { updateRows } from '#tests/support/rows.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.afterEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('orderAttachments').execute();
});

function contextWith(ctx: ServiceContext, changes: Partial<FileStorage>): ServiceContext {
  return { ...ctx, storage: { ...ctx.storage, ...changes } };
}

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

const GONE = { row: null, hasFile: false };

describe('removing expired uploads', () => {
  it('removes what is older than a day and keeps what is younger', async ({ ctx }) => {
    const old = await buildUpload(ctx, { hours: 24.01 });
    const young = await buildUpload(ctx, { hours: 23.99 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, old)).toEqual(GONE);
    expect(await statusOf(ctx, young)).toEqual({ row: 'staged', hasFile: true });
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
    expect(await statusOf(ctx, path)).toEqual({ row: 'claimed', hasFile: true });
  });

  it('removes discarded files once no upload can be in flight', async ({ ctx }) => {
    const young = await buildUpload(ctx, { hours: 0.9, status: 'removing' });
    const old = await buildUpload(ctx, { hours: 1.1, status: 'removing' });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, young)).toEqual({ row: 'removing', hasFile: true });
    expect(await statusOf(ctx, old)).toEqual(GONE);
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
    expect(await statusOf(ctx, path)).toEqual({ row: 'staged', hasFile: true });
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
    const dying = contextWith(ctx, { remove: () => Promise.reject(new Error('the process died')) });
    expect(await removeExpiredUploads(dying)).toEqual({ removed: 0, failed: 1 });
    expect(await statusOf(ctx, path)).toEqual({ row: 'removing', hasFile: true });

    await expect(
      createOrder(ctx, { input: buildOrderInput(), filePaths: [path], idempotencyKey: formKey }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });

    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, path)).toEqual(GONE);
  });

  it('after the file is gone: the next run removes the row', async ({ ctx }) => {
    const path = await buildUpload(ctx, { hours: 30 });
    const dying = contextWith(ctx, {
      async remove(file) {
        await ctx.storage.remove(file);
        throw new Error('the process died');
      },
    });
    await removeExpiredUploads(dying);
    expect(await statusOf(ctx, path)).toEqual({ row: 'removing', hasFile: false });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(ctx, path)).toEqual(GONE);
  });

  it('ends, however many files cannot be removed', async ({ ctx }) => {
    await Promise.all(Array.from({ length: 120 }, () => buildUpload(ctx, { hours: 30 })));
    const failing = contextWith(ctx, { remove: () => Promise.reject(new Error('refused')) });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 0, failed: 120 });
  });

  it('goes on with the other files when one cannot be removed', async ({ ctx }) => {
    const paths: string[] = [];
    for (let count = 0; count < 3; count += 1) paths.push(await buildUpload(ctx, { hours: 30 }));
    const failing = contextWith(ctx, {
      remove: (path) =>
        path === paths[1] ? Promise.reject(new Error('refused')) : ctx.storage.remove(path),
    });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 2, failed: 1 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  });
});
