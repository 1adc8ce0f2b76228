import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { type Database, NO_CLIENT, type ServiceContext } from '#server/context/context.ts';
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
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

let denied: string[] = [];

/** A visitor of another process: it knows nothing yet of what others have accepted. */
const it = fixtures.extend(
  'visitor',
  ({ db, files }) =>
    (address: string, freeBytes = Number.MAX_SAFE_INTEGER): ServiceContext => {
      const another = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const storage = { ...files.storage, freeBytes: () => Promise.resolve(freeBytes) };
      return {
        ...buildServiceContext(another, storage),
        client: clientOf(address),
        countDeniedUpload: (reason) => void denied.push(reason),
      };
    },
);

it.beforeEach(async ({ db }) => {
  denied = [];
  await db.deleteFrom('orderAttachments').execute();
});

function upload(ctx: ServiceContext, formKey: string = randomUUID()) {
  const content = Readable.from([Buffer.from(`%PDF-1.7 ${randomUUID()}`)]);
  return uploadAttachment(ctx, { formKey, fileName: 'plan.pdf', content });
}

type Changes = { sizeBytes?: number; orderId?: string; receivedAt?: number };

async function addPending(
  db: Database,
  count: number,
  clients: string[],
  { sizeBytes = 1_000, orderId, receivedAt = Date.now() }: Changes = {},
): Promise<void> {
  const actor = { type: 'visitor' } as const;
  const sources = clients.flatMap((aggregationKey) =>
    sourcesOf({ client: { ...NO_CLIENT, aggregationKey }, actor, trackKey: TEST_TRACK_KEY }),
  );
  const attached = orderId && { orderId, status: 'claimed' as const };
  const file = { originalName: 'plan.pdf', contentType: 'application/pdf', sizeBytes };
  const received = { createdAt: new Date(receivedAt), sha256: Buffer.alloc(32), sources };
  const rows = Array.from({ length: count }, () => {
    const formKey = randomUUID();
    const path = `order-attachments/1-${formKey}.pdf`;
    return { id: uuidV7({ msecs: receivedAt }), formKey, path, ...file, ...received, ...attached };
  });
  for (let from = 0; from < count; from += 1_000) {
    await insertRows(db, 'orderAttachments', rows.slice(from, from + 1_000));
  }
}

async function expectDenied(
  code: string,
  ctx: ServiceContext,
  fileUrls: string = expect.any(String),
) {
  await expect(upload(ctx)).rejects.toMatchObject({ code, fields: { fileUrls } });
}

async function countPending(db: Database): Promise<number> {
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
    await expectDenied('RATE_LIMITED', ctx, expect.stringContaining('from your network'));
    await expectDenied('RATE_LIMITED', visitor('198.51.100.7'));
    await upload(visitor('198.51.100.8'));
    expect(new Set(denied)).toEqual(new Set(['source']));
  });

  it('are bounded by size, and for a /64 and its /48, not locally', async ({ db, visitor }) => {
    await addPending(db, 31, ['198.51.100.9'], { sizeBytes: 10_000_000 });
    await expectDenied('RATE_LIMITED', visitor('198.51.100.9'));
    const ctx = visitor('127.0.0.1');
    ctx.client.isExempt = true;
    await addPending(db, ofAddress.files, ['127.0.0.1']);
    await upload(ctx);
    await addPending(db, ofAddress.files, ['2001:db8:1:1::/64', '2001:db8:1::/48']);
    await expectDenied('RATE_LIMITED', visitor('2001:db8:1:1::9'));
    await upload(visitor('2001:db8:1:2::9'));
    await addPending(db, ofNetwork.files, ['2001:db8:1:3::/64', '2001:db8:1::/48']);
    await expectDenied('RATE_LIMITED', visitor('2001:db8:1:4::9'));
    await upload(visitor('2001:db8:2:4::9'));
  });

  it('are bounded in all, and make room when orders claim them', async ({ db, visitor }) => {
    const { reserve } = LIMITS.pendingUploads;
    await addPending(db, ofAll.files + reserve.files - 1, []);
    const ctx = visitor('198.51.100.20');
    const formKey = randomUUID();
    const { path } = await upload(ctx, formKey);
    await expectDenied('UNAVAILABLE', visitor('198.51.100.21'));
    const order = { input: buildOrderInput(), filePaths: [path], idempotencyKey: formKey };
    await createOrder(ctx, order);
    await upload(visitor('198.51.100.21'));
  });
});

describe('files of a client within a day', () => {
  const { ofAddress, ofNetwork } = LIMITS.dailyUploads;

  it.for([
    { what: 'number', count: ofAddress.files, sizeBytes: 1_000 },
    { what: 'size', count: 31, sizeBytes: 10_000_000 },
  ])(
    'are limited by $what, pending and attached alike',
    async ({ count, sizeBytes }, { db, visitor, ctx }) => {
      const { id: orderId } = await sendOrder(ctx);
      const receivedAt = Date.now() - 25 * 3_600_000;
      await addPending(db, count, ['198.51.100.30'], { sizeBytes, orderId, receivedAt });
      await upload(visitor('198.51.100.30'));
      await addPending(db, count, ['198.51.100.30'], { sizeBytes, orderId });
      const visitor30 = visitor('198.51.100.30');
      await expectDenied('RATE_LIMITED', visitor30, ORDER_MESSAGES.tooManyFilesToday);
      await upload(visitor('198.51.100.31'));
      // The address is not stored, and what stands for it goes after a day.
      const listSources = async () => {
        const old = { orderId, createdAt: new Date(receivedAt) };
        const rows = await readRows(db, 'orderAttachments', ['sources'], old);
        return rows.flatMap(({ sources }) => sources);
      };
      expect((await listSources()).join()).not.toContain('198.51.100');
      await purgeExpiredRecords(ctx);
      expect(await listSources()).toEqual([]);
      await expectDenied('RATE_LIMITED', visitor('198.51.100.30'));
    },
  );

  it('are limited for a /48 too, whatever they came with', async ({ db, visitor, ctx }) => {
    const sender = visitor('2001:db8:7:1::9');
    const { token, conversationId } = await sendOrder(sender);
    const word = { id: wordIdOf(conversationId, randomUUID()), body: 'Hello again.', signals: {} };
    const { path } = await upload(sender, word.id);
    await addWord(sender, token, { ...word, filePaths: [path] });
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 mail') }];
    const said = { from: '', subject: '', text: 'x', quoted: null, omissions: [], report: null };
    const receiveMail = (by: ServiceContext) => {
      const to = { isLastTry: false, conversationId };
      return storeFiles(by, `<${randomUUID()}@x>`, { ...said, files }, to);
    };
    expect((await receiveMail(ctx)).rejectedFiles).toEqual([]);
    const rows = await readRows(db, 'orderAttachments', ['status', 'sources']);
    // The order's file, the follow-up's and the mail's.
    const counts = rows.map(({ status, sources }) => `${status} ${sources.length}`);
    expect(counts.toSorted()).toEqual(['claimed 2', 'claimed 2', 'staged 1']);
    const { id: orderId } = await sendOrder(ctx);
    await addPending(db, ofNetwork.files, ['2001:db8:7::/48'], { orderId });
    await expectDenied('RATE_LIMITED', visitor('2001:db8:7:5::9'));
    await addPending(db, ofAddress.files, [`conversation:${conversationId}`], { orderId });
    const rejectedFiles = [{ name: 'a.pdf', reason: ORDER_MESSAGES.tooManyFilesToday }];
    const next = await receiveMail({ ...ctx, db: visitor('192.0.2.1').db });
    expect(next).toMatchObject({ isPending: false, rejectedFiles });
  });
});

it('files of enquiries without an answer are limited in all; a new client has a reserve', async ({
  db,
  visitor,
  ctx,
}) => {
  const { ofAll, reserve } = LIMITS.unansweredUploads;
  const { id: orderId } = await sendOrder(ctx);
  const sizeBytes = 10 * 1024 * 1024;
  await addPending(db, Math.floor(ofAll.bytes / sizeBytes), [], { sizeBytes, orderId });
  const { id: otherId } = await sendOrder(ctx);
  await addPending(db, MAX_ORDER_FILES, ['198.51.100.40'], { orderId: otherId });
  await expectDenied('UNAVAILABLE', visitor('198.51.100.40'));
  const honest = visitor('198.51.100.41');
  for (let count = 0; count < MAX_ORDER_FILES; count += 1) await upload(honest);
  await expectDenied('UNAVAILABLE', honest);

  await addPending(db, Math.floor(reserve.bytes / sizeBytes), [], { sizeBytes, orderId });
  await expectDenied('UNAVAILABLE', visitor('198.51.100.42'));
  // Withdrawing is not an answer; a person's is.
  const withdrawn = { dueAt: null, waitingSince: null, withdrawnAt: new Date() };
  await updateRows(db, 'conversations', { orderId }, withdrawn);
  await expectDenied('UNAVAILABLE', visitor('198.51.100.42'));
  await updateRows(db, 'orders', { id: orderId }, { status: 'completed' });
  await upload(visitor('198.51.100.42'));
});

function post(entries: object): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(entries)) {
    for (const each of [value ?? ''].flat()) body.append(name, String(each));
  }
  body.append('files', new File(['%PDF-1.7'], '\u202Eplan.pdf'));
  return new Request('http://localhost/', { method: 'POST', body });
}

it('an enquiry whose files have no room is accepted without them by a form without scripts, and names them', async ({
  ctx: own,
}) => {
  const ctx = { ...own, storage: { ...own.storage, freeBytes: () => Promise.resolve(0) } };
  const outcome = await submitOrderForm(ctx, post(buildOrderInput()));
  if (!outcome.isAccepted) throw new Error(JSON.stringify(outcome.rejected));
  const token = outcome.trackingPath?.split('/').at(-1) ?? '';
  const left = [{ name: 'plan.pdf', reason: ORDER_MESSAGES.fileLeftOut }];
  const tracked = await readTracking(ctx, token);
  expect(tracked?.items.map(({ leftOutFiles }) => leftOutFiles)).toEqual([[], left]);

  const next = await submitTrackingForm(ctx, post({ message: 'The plan again.' }), token);
  expect(next).toMatchObject({ isAccepted: true });
  const item = (await readTracking(ctx, token))?.items.at(-1);
  expect(item).toMatchObject({ body: 'The plan again.', leftOutFiles: left });
  const { id } = await readRow(ctx.db, 'orders', ['id'], { reference: outcome.reference });
  const view = await orders.getConversation(await asOwner(ctx), id);
  expect(view.items.filter(({ rejectedFiles }) => rejectedFiles.length > 0)).toHaveLength(2);
});

it('an order that is sent again names the files left out of it once', async ({ ctx }) => {
  const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: randomUUID() };
  // A try that ended before it named them.
  await createOrder(ctx, order);
  const leftOutFiles = ['plan.pdf'];
  for (let count = 0; count < 2; count += 1) await createOrder(ctx, { ...order, leftOutFiles });
  const { id } = await createOrder(ctx, order);
  const { items } = await orders.getConversation(await asOwner(ctx), id);
  const named = { name: 'plan.pdf', reason: ORDER_MESSAGES.fileLeftOut };
  expect(items.flatMap(({ rejectedFiles }) => rejectedFiles)).toEqual([named]);
});

it('a nearly full disk takes enquiries, no files, and is named', async ({ visitor, files }) => {
  const ctx = visitor('203.0.113.77', LIMITS.minFreeDisk - 1);
  await expect(upload(ctx)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(denied).toEqual(['disk']);
  expect(await readdir(files.storage.temporaryDir)).toEqual([]);
  const idempotencyKey = randomUUID();
  await createOrder(ctx, { input: buildOrderInput(), filePaths: [], idempotencyKey });
  await createMessage(ctx, { input: buildMessageInput(), idempotencyKey });
  const admin = await asOwner(ctx);
  const receive = () =>
    storeImage(admin, { folder: 'uploads', fileName: 'a.svg', bytes: Buffer.alloc(0) });
  const rejection = { code: 'INSUFFICIENT_STORAGE', fields: { file: expect.any(String) } };
  await expect(withUploadPlace(admin, receive)).rejects.toMatchObject(rejection);

  const fullName = 'Özlem Öztürk';
  const errors = expect.objectContaining({ files: ORDER_MESSAGES.noRoomForFiles });
  expect(await submitOrderForm(ctx, post({ fullName }))).toMatchObject({
    isAccepted: false,
    status: 400,
    rejected: { entries: { fullName }, failure: null, errors },
  });
  expect(await readdir(files.storage.temporaryDir)).toEqual([]);
});
