import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import { submitOrderForm } from '#server/http/pages/form-data.ts';
import { LIMITS } from '#server/limits.ts';
import { storeImage, withUploadPlace } from '#server/services/uploads/index.ts';
import {
  buildMessageInput,
  buildOrderInput,
  buildServiceContext,
  clientOf,
} from '#tests/support/leads.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder, uploadAttachment } from './index.ts';
import { it as fixtures } from '#tests/support/fixtures.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';

let denied: string[] = [];

const it = fixtures.extend(
  'visitor',
  ({ db, files }) =>
    (address: string, freeBytes = Number.MAX_SAFE_INTEGER): ServiceContext => {
      const storage = { ...files.storage, freeBytes: () => Promise.resolve(freeBytes) };
      return {
        // Another process: it knows nothing yet of what others have accepted.
        ...buildServiceContext(
          db.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: ({ result }) => Promise.resolve(result),
          }),
          storage,
        ),
        client: { ...clientOf(address), userAgent: null },
        countDeniedUpload: (reason) => void denied.push(reason),
      };
    },
);

it.beforeEach(async ({ db }) => {
  denied = [];
  await db.deleteFrom('orderAttachments').execute();
});

function upload(ctx: ServiceContext, formKey: string = randomUUID()) {
  const text = `%PDF-1.7 ${randomUUID()}`;
  async function* content() {
    yield Buffer.from(text);
  }
  return uploadAttachment(ctx, { formKey, fileName: 'plan.pdf', content: content() });
}

/** Files that another process has accepted. */
async function addPending(
  db: Kysely<DB>,
  count: number,
  sources: string[],
  sizeBytes = 1_000,
): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    formKey: randomUUID(),
    path: `order-attachments/1-${randomUUID()}.pdf`,
    originalName: 'plan.pdf',
    contentType: 'application/pdf',
    sizeBytes,
    sha256: Buffer.alloc(32),
    sources,
  }));
  for (let from = 0; from < count; from += 1_000) {
    await db
      .insertInto('orderAttachments')
      .values(rows.slice(from, from + 1_000))
      .execute();
  }
}

async function countPending(db: Kysely<DB>): Promise<number> {
  const rows = await db
    .selectFrom('orderAttachments')
    .select('id')
    .where('status', '=', 'staged')
    .execute();
  return rows.length;
}

describe('files that wait for an order', () => {
  const { ofAddress, ofNetwork, ofAll } = LIMITS.pendingUploads;

  it('are bounded for a source, also when they come at once; others go on', async ({
    db,
    visitor,
  }) => {
    const ctx = visitor('198.51.100.7');
    const outcomes = await Promise.allSettled(
      Array.from({ length: ofAddress.files + 20 }, () => upload(ctx)),
    );
    // Each is counted as large as it may become while it is received.
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(accepted).toBeLessThanOrEqual(ofAddress.files);
    expect(accepted).toBe(await countPending(db));
    while ((await countPending(db)) < ofAddress.files) await upload(ctx);
    await expect(upload(ctx)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      fields: { fileUrls: expect.stringContaining('from your network') },
    });
    await expect(upload(visitor('198.51.100.7'))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await upload(visitor('198.51.100.8'));
    expect(new Set(denied)).toEqual(new Set(['source']));
  });

  it('are bounded by their size as well', async ({ db, visitor }) => {
    await addPending(db, 31, ['198.51.100.9'], 10_000_000);
    await expect(upload(visitor('198.51.100.9'))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('are bounded for an IPv6 /64 and, more generously, for its /48', async ({ db, visitor }) => {
    await addPending(db, ofAddress.files, ['2001:db8:1:1::/64', '2001:db8:1::/48']);
    await expect(upload(visitor('2001:db8:1:1::9'))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await upload(visitor('2001:db8:1:2::9'));
    await addPending(db, ofNetwork.files, ['2001:db8:1:3::/64', '2001:db8:1::/48']);
    await expect(upload(visitor('2001:db8:1:4::9'))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await upload(visitor('2001:db8:2:4::9'));
  });

  it('are bounded in all, and make room when orders claim them, which then name no source', async ({
    db,
    visitor,
  }) => {
    await addPending(db, ofAll.files - 1, []);
    const ctx = visitor('198.51.100.20');
    const formKey = randomUUID();
    const { path } = await upload(ctx, formKey);
    await expect(upload(visitor('198.51.100.21'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [path],
      idempotencyKey: formKey,
    });
    const attached = await db
      .selectFrom('orderAttachments')
      .select('sources')
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
    expect(attached.sources).toEqual([]);
    await upload(visitor('198.51.100.21'));
  });

  it('count for nobody in particular when they come from this machine', async ({ db, visitor }) => {
    const ctx = visitor('127.0.0.1');
    ctx.client.isExempt = true;
    await addPending(db, ofAddress.files, ['127.0.0.1']);
    await upload(ctx);
  });
});

describe('a disk that is nearly full', () => {
  const itWithoutRoom = it.extend('ctx', ({ visitor }) =>
    visitor('203.0.113.77', LIMITS.minFreeDisk - 1),
  );

  itWithoutRoom('takes no file, but orders and messages', async ({ ctx, files }) => {
    await expect(upload(ctx)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
    expect(denied).toEqual(['disk']);
    expect(await readdir(files.storage.temporaryDir)).toEqual([]);
    const idempotencyKey = randomUUID();
    await createOrder(ctx, { input: buildOrderInput(), filePaths: [], idempotencyKey });
    await createMessage(ctx, { input: buildMessageInput(), idempotencyKey });
  });

  itWithoutRoom('takes no image of an administrator, and reads none', async ({ ctx }) => {
    const admin: ServiceContext = {
      ...ctx,
      actor: {
        type: 'admin',
        adminUserId: randomUUID(),
        username: 'admin',
        role: 'owner' as const,
        sessionId: randomUUID(),
        provedAt: new Date(),
      },
    };
    const receive = () =>
      storeImage(admin, { folder: 'uploads', fileName: 'a.svg', bytes: Buffer.alloc(0) });
    await expect(withUploadPlace(admin, receive)).rejects.toMatchObject({
      code: 'INSUFFICIENT_STORAGE',
      fields: { file: expect.any(String) },
    });
  });

  itWithoutRoom(
    'is said at the field of a form without scripts, which keeps its entries',
    async ({ ctx, files }) => {
      const form = new FormData();
      form.append('fullName', 'Özlem Öztürk');
      form.append('files', new File([`%PDF-1.7 ${randomUUID()}`], 'plan.pdf'));
      const request = new Request('http://localhost/order', { method: 'POST', body: form });
      const outcome = await submitOrderForm(ctx, request);
      expect(outcome).toMatchObject({
        isAccepted: false,
        status: 400,
        rejected: { entries: { fullName: 'Özlem Öztürk' }, failure: null },
      });
      if (outcome.isAccepted) return;
      expect(outcome.rejected.errors['files']).toContain('send the order without files');
      expect(await readdir(files.storage.temporaryDir)).toEqual([]);
    },
  );
});
