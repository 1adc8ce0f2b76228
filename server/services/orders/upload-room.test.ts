import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { NO_CLIENT, type ServiceContext } from '#server/context/context.ts';
import { submitOrderForm } from '#server/forms/form-data.ts';
import { submitTrackingForm } from '#server/forms/tracking-form.ts';
import { LIMITS } from '#server/core/limits.ts';
import { storeImage, withUploadPlace } from '#server/services/uploads/index.ts';
import {
  buildMessageInput,
  buildOrderInput,
  buildServiceContext,
  clientOf,
  TEST_TRACK_KEY,
} from '#tests/support/leads.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { purgeExpiredRecords } from '#server/services/privacy/index.ts';
import { storeFiles } from '#server/services/inbound-mail/store-files.ts';
import { addWord, readTracking, wordIdOf } from '#server/services/tracking/index.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { MAX_ORDER_FILES } from '#shared/orders/values.ts';
import { asOwner, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { createOrder, orders, uploadAttachment } from './index.ts';
import { sourcesOf } from './upload-room.ts';
import { it as fixtures } from '#tests/support/fixtures.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { insertRows, readRow, readRows } from '#tests/support/database/rows.ts';

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

type Attached = { orderId: string } | { entryId: string };

/** Files that another process has accepted: pending, or attached. */
async function addPending(
  db: Kysely<DB>,
  count: number,
  clients: string[],
  sizeBytes = 1_000,
  { attached, receivedAt = Date.now() }: { attached?: Attached; receivedAt?: number } = {},
): Promise<void> {
  const sources = clients.flatMap((key) =>
    sourcesOf({
      client: { ...NO_CLIENT, aggregationKey: key },
      actor: { type: 'visitor' },
      trackKey: TEST_TRACK_KEY,
    }),
  );
  const rows = Array.from({ length: count }, () => ({
    id: uuidV7({ msecs: receivedAt }),
    createdAt: new Date(receivedAt),
    ...(attached && { ...attached, status: 'claimed' as const }),
    formKey: randomUUID(),
    path: `order-attachments/1-${randomUUID()}.pdf`,
    originalName: 'plan.pdf',
    contentType: 'application/pdf',
    sizeBytes,
    sha256: Buffer.alloc(32),
    sources,
  }));
  for (let from = 0; from < count; from += 1_000) {
    await insertRows(db, 'orderAttachments', rows.slice(from, from + 1_000));
  }
}

async function countPending(db: Kysely<DB>): Promise<number> {
  const rows = await readRows(db, 'orderAttachments', ['id'], { status: 'staged' });
  return rows.length;
}

describe('files that wait for an order', () => {
  const { ofAddress, ofNetwork, ofAll } = LIMITS.pendingUploads;

  it('are bounded for a client, also in parallel; others go on', async ({ db, visitor }) => {
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

  it('are bounded in all, and make room when orders claim them', async ({ db, visitor }) => {
    const { reserve } = LIMITS.pendingUploads;
    await addPending(db, ofAll.files + reserve.files - 1, []);
    const ctx = visitor('198.51.100.20');
    const formKey = randomUUID();
    const { path } = await upload(ctx, formKey);
    await expect(upload(visitor('198.51.100.21'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [path],
      idempotencyKey: formKey,
    });
    await upload(visitor('198.51.100.21'));
  });

  it('count for nobody in particular when they come from this machine', async ({ db, visitor }) => {
    const ctx = visitor('127.0.0.1');
    ctx.client.isExempt = true;
    await addPending(db, ofAddress.files, ['127.0.0.1']);
    await upload(ctx);
  });
});

describe('files of a client within a day', () => {
  const { ofAddress, ofNetwork } = LIMITS.dailyUploads;

  it.for([
    { what: 'number', count: ofAddress.files, bytes: 1_000 },
    { what: 'size', count: 31, bytes: 10_000_000 },
  ])(
    'are limited by $what, pending and attached alike',
    async ({ count, bytes }, { db, visitor, ctx }) => {
      const { id: orderId } = await sendOrder(ctx);
      const yesterday = Date.now() - 25 * 3_600_000;
      const attached = { orderId };
      await addPending(db, count, ['198.51.100.30'], bytes, { attached, receivedAt: yesterday });
      await upload(visitor('198.51.100.30'));
      await addPending(db, count, ['198.51.100.30'], bytes, { attached });
      await expect(upload(visitor('198.51.100.30'))).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        fields: { fileUrls: ORDER_MESSAGES.tooManyFilesToday },
      });
      await upload(visitor('198.51.100.31'));
      // The address is not stored, and what stands for it goes after a day.
      const listSources = async () =>
        (
          await db
            .selectFrom('orderAttachments')
            .select('sources')
            .where('orderId', '=', orderId)
            .where('createdAt', '<', new Date(yesterday + 1))
            .execute()
        ).flatMap(({ sources }) => sources);
      expect((await listSources()).join()).not.toContain('198.51.100');
      await purgeExpiredRecords(ctx);
      expect(await listSources()).toEqual([]);
      await expect(upload(visitor('198.51.100.30'))).rejects.toMatchObject({
        code: 'RATE_LIMITED',
      });
    },
  );

  it('are limited for a /48 too, whatever they came with', async ({ db, visitor, ctx }) => {
    const sender = visitor('2001:db8:7:1::9');
    const { token, conversationId } = await sendOrder(sender);
    const word = { id: wordIdOf(conversationId, randomUUID()), body: 'Hello again.', signals: {} };
    const { path } = await upload(sender, word.id);
    await addWord(sender, token, { ...word, filePaths: [path] });
    const mail = { from: '', subject: '', text: 'x', quoted: null, omissions: [], report: null };
    const file = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 mail') };
    const stored = await storeFiles(
      ctx,
      `<${randomUUID()}@x>`,
      { ...mail, files: [file] },
      {
        isLastTry: false,
        conversationId,
      },
    );
    expect(stored.rejectedFiles).toEqual([]);
    const rows = await db.selectFrom('orderAttachments').select(['status', 'sources']).execute();
    // The order's file, the follow-up's and the mail's.
    const counts = rows.map(({ status, sources }) => `${status} ${sources.length}`);
    expect(counts.toSorted()).toEqual(['claimed 2', 'claimed 2', 'staged 1']);
    const { id: orderId } = await sendOrder(ctx);
    await addPending(db, ofNetwork.files, ['2001:db8:7::/48'], 1_000, { attached: { orderId } });
    await expect(upload(visitor('2001:db8:7:5::9'))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await addPending(db, ofAddress.files, [`conversation:${conversationId}`], 1_000, {
      attached: { orderId },
    });
    const next = await storeFiles(
      { ...ctx, db: visitor('192.0.2.1').db },
      `<${randomUUID()}@x>`,
      { ...mail, files: [file] },
      { isLastTry: false, conversationId },
    );
    expect(next).toMatchObject({
      isPending: false,
      rejectedFiles: [{ name: 'a.pdf', reason: ORDER_MESSAGES.tooManyFilesToday }],
    });
  });
});

describe('files of enquiries without an answer', () => {
  const { ofAll, reserve } = LIMITS.unansweredUploads;

  it('are limited in all; a new client has a reserve', async ({ db, visitor, ctx }) => {
    const { id: orderId } = await sendOrder(ctx);
    const size = 10 * 1024 * 1024;
    await addPending(db, Math.floor(ofAll.bytes / size), [], size, { attached: { orderId } });
    const { id: otherId } = await sendOrder(ctx);
    await addPending(db, MAX_ORDER_FILES, ['198.51.100.40'], 1_000, {
      attached: { orderId: otherId },
    });
    await expect(upload(visitor('198.51.100.40'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const honest = visitor('198.51.100.41');
    for (let count = 0; count < MAX_ORDER_FILES; count += 1) await upload(honest);
    await expect(upload(honest)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    await addPending(db, Math.floor(reserve.bytes / size), [], size, { attached: { orderId } });
    await expect(upload(visitor('198.51.100.42'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Withdrawing is not an answer; a person's is.
    const withdrawn = { dueAt: null, waitingSince: null, withdrawnAt: new Date() };
    const conversation = db.updateTable('conversations').set(withdrawn);
    await conversation.where('orderId', '=', orderId).execute();
    await expect(upload(visitor('198.51.100.42'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await db.updateTable('orders').set({ status: 'completed' }).where('id', '=', orderId).execute();
    await upload(visitor('198.51.100.42'));
  });
});

describe('an enquiry whose files have no room', () => {
  const withoutRoom = (ctx: ServiceContext) => ({
    ...ctx,
    storage: { ...ctx.storage, freeBytes: () => Promise.resolve(0) },
  });

  it('is accepted without them by a form without scripts, and names them', async ({ ctx }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(buildOrderInput())) {
      for (const each of [value ?? ''].flat()) form.append(name, String(each));
    }
    form.append('files', new File(['%PDF-1.7'], '\u202Eplan.pdf'));
    const request = new Request('http://localhost/order', { method: 'POST', body: form });
    const outcome = await submitOrderForm(withoutRoom(ctx), request);
    if (!outcome.isAccepted) throw new Error(JSON.stringify(outcome.rejected));
    const token = outcome.trackingPath?.split('/').at(-1) ?? '';
    const left = [{ name: 'plan.pdf', reason: ORDER_MESSAGES.fileLeftOut }];
    const tracked = await readTracking(ctx, token);
    expect(tracked?.items.map(({ leftOutFiles }) => leftOutFiles)).toEqual([[], left]);

    const words = new FormData();
    words.append('message', 'The plan again.');
    words.append('files', new File(['%PDF-1.7'], 'plan.pdf'));
    const next = new Request('http://localhost/track', { method: 'POST', body: words });
    expect(await submitTrackingForm(withoutRoom(ctx), next, token)).toMatchObject({
      isAccepted: true,
    });
    expect((await readTracking(ctx, token))?.items.at(-1)).toMatchObject({
      body: 'The plan again.',
      leftOutFiles: left,
    });
    const { id } = await readRow(ctx.db, 'orders', ['id'], { reference: outcome.reference });
    const view = await orders.getConversation(await asOwner(ctx), id);
    expect(view.items.filter(({ rejectedFiles }) => rejectedFiles.length > 0)).toHaveLength(2);
  });
});

it('an order that is sent again names the files left out of it once', async ({ ctx }) => {
  const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: randomUUID() };
  // A try that ended before it named them.
  await createOrder(ctx, order);
  const leftOutFiles = ['plan.pdf'];
  for (let count = 0; count < 2; count += 1) await createOrder(ctx, { ...order, leftOutFiles });
  const { id } = await createOrder(ctx, order);
  const { items } = await orders.getConversation(await asOwner(ctx), id);
  expect(items.flatMap(({ rejectedFiles }) => rejectedFiles)).toEqual([
    { name: 'plan.pdf', reason: ORDER_MESSAGES.fileLeftOut },
  ]);
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
      expect(outcome.rejected.errors['files']).toBe(ORDER_MESSAGES.noRoomForFiles);
      expect(await readdir(files.storage.temporaryDir)).toEqual([]);
    },
  );
});
