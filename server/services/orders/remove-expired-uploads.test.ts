import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import {
  buildOrderInput,
  buildServiceContext,
  createTestStorage,
  type TestStorage,
} from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createOrder, removeExpiredUploads } from './index.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

let database: TestDatabase;
let disk: TestStorage;
let ctx: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await createTestStorage();
  ctx = contextWith({});
});

afterEach(async () => {
  await database.db.deleteFrom('orderAttachments').execute();
});

afterAll(async () => {
  await database.destroy();
  await disk.destroy();
});

function contextWith(changes: Partial<FileStorage>): ServiceContext {
  return buildServiceContext(database.db, { ...disk.storage, ...changes }, () => NOW);
}

async function buildAttachment({
  hours,
  status = 'staged',
  formKey = randomUUID(),
}: {
  hours: number;
  status?: 'staged' | 'removing';
  formKey?: string;
}): Promise<string> {
  const path = `order-attachments/1-${randomBytes(10).toString('hex')}.pdf`;
  await disk.storage.write(path, Buffer.from('%PDF-1.7'), 'application/pdf');
  await database.db
    .insertInto('orderAttachments')
    .values({
      id: uuidV7(),
      formKey,
      path,
      originalName: 'plan.pdf',
      contentType: 'application/pdf',
      sizeBytes: 8,
      sha256: randomBytes(32),
      status,
      createdAt: new Date(NOW.getTime() - hours * 3_600_000),
    })
    .execute();
  return path;
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

const GONE = { row: null, hasFile: false };

describe('removing unclaimed attachments', () => {
  it('removes what is older than a day and keeps what is younger', async () => {
    const old = await buildAttachment({ hours: 24.01 });
    const young = await buildAttachment({ hours: 23.99 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(old)).toEqual(GONE);
    expect(await statusOf(young)).toEqual({ row: 'staged', hasFile: true });
  });

  it('keeps what an order has claimed, however old', async () => {
    const formKey = randomUUID();
    const path = await buildAttachment({ hours: 23, formKey });
    await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [path],
      idempotencyKey: formKey,
    });
    await database.db
      .updateTable('orderAttachments')
      .set({ createdAt: new Date('2020-01-01') })
      .execute();
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
    expect(await statusOf(path)).toEqual({ row: 'claimed', hasFile: true });
  });

  it('removes what was given up when no upload can be putting its file there any more', async () => {
    const young = await buildAttachment({ hours: 0.9, status: 'removing' });
    const old = await buildAttachment({ hours: 1.1, status: 'removing' });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(young)).toEqual({ row: 'removing', hasFile: true });
    expect(await statusOf(old)).toEqual(GONE);
  });

  it('removes more than one batch', async () => {
    const formKey = randomUUID();
    await Promise.all(Array.from({ length: 250 }, () => buildAttachment({ hours: 30, formKey })));
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 250, failed: 0 });
    expect(await database.db.selectFrom('orderAttachments').selectAll().execute()).toEqual([]);
  });

  it('leaves alone what another process holds', async () => {
    const path = await buildAttachment({ hours: 30 });
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('orderAttachments').select('id').forUpdate().execute();
      expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
    });
    expect(await statusOf(path)).toEqual({ row: 'staged', hasFile: true });
  });

  it('removes each file once when two processes run together', async () => {
    await Promise.all(Array.from({ length: 30 }, () => buildAttachment({ hours: 30 })));
    await Promise.all([removeExpiredUploads(ctx), removeExpiredUploads(ctx)]);
    expect(await database.db.selectFrom('orderAttachments').selectAll().execute()).toEqual([]);
  });
});

describe('a removal that is cut off', () => {
  it('after marking: the next run finishes, and no order can claim the file meanwhile', async () => {
    const formKey = randomUUID();
    const path = await buildAttachment({ hours: 30, formKey });
    const dying = contextWith({ remove: () => Promise.reject(new Error('the process died')) });
    expect(await removeExpiredUploads(dying)).toEqual({ removed: 0, failed: 1 });
    expect(await statusOf(path)).toEqual({ row: 'removing', hasFile: true });

    await expect(
      createOrder(ctx, { input: buildOrderInput(), filePaths: [path], idempotencyKey: formKey }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });

    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(path)).toEqual(GONE);
  });

  it('after the file is gone: the next run removes the row', async () => {
    const path = await buildAttachment({ hours: 30 });
    const dying = contextWith({
      async remove(file) {
        await disk.storage.remove(file);
        throw new Error('the process died');
      },
    });
    await removeExpiredUploads(dying);
    expect(await statusOf(path)).toEqual({ row: 'removing', hasFile: false });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
    expect(await statusOf(path)).toEqual(GONE);
  });

  it('ends, however many files cannot be removed', async () => {
    await Promise.all(Array.from({ length: 120 }, () => buildAttachment({ hours: 30 })));
    const failing = contextWith({ remove: () => Promise.reject(new Error('refused')) });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 0, failed: 120 });
  });

  it('goes on with the other files when one cannot be removed', async () => {
    const paths: string[] = [];
    for (let count = 0; count < 3; count += 1) paths.push(await buildAttachment({ hours: 30 }));
    const failing = contextWith({
      remove: (path) =>
        path === paths[1] ? Promise.reject(new Error('refused')) : disk.storage.remove(path),
    });
    expect(await removeExpiredUploads(failing)).toEqual({ removed: 2, failed: 1 });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  });
});
