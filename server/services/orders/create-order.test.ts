import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { BUILT_IN_VERSION } from '#shared/site-settings/values.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import { createOrder as createOrderWith } from './create-order.ts';
import { createOrder } from './index.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';

const NOW = new Date('2025-06-15T12:00:00.123Z');
let idempotencyKey: string;

const it = base.extend({});
it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

beforeEach(() => {
  idempotencyKey = randomUUID();
});

async function buildPending(ctx: ServiceContext, sizeBytes = 100, formKey = idempotencyKey) {
  return (await buildAttachment(ctx.db, { formKey, sizeBytes })).path;
}

function submit(ctx: ServiceContext, changes: Partial<OrderInput> = {}, filePaths: string[] = []) {
  return createOrder(ctx, { input: buildOrderInput(changes), filePaths, idempotencyKey });
}

function ordersOf(ctx: ServiceContext, key = idempotencyKey) {
  return readRows(ctx.db, 'orders', '*', { idempotencyKey: key });
}

function attachment(ctx: ServiceContext, path: string) {
  return readRow(ctx.db, 'orderAttachments', ['status', 'orderId'], { path });
}

async function countMails(ctx: ServiceContext): Promise<number> {
  return (await readRows(ctx.db, 'outboxMails', ['id'])).length;
}

describe('accepting an order', () => {
  it('stores every field, the accepted terms and their time', async ({ ctx }) => {
    const input = buildOrderInput({ phone: '+90 312 555 01 00' });
    const response = await createOrder(ctx, { input, filePaths: [], idempotencyKey });
    expect(response).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      reference: expect.stringMatching(/^V-[0-9A-HJKMNP-TV-Z]{8}$/),
      trackingPath: expect.stringMatching(/^\/track\/[\w-]{43}$/),
      isReplay: false,
    });
    const { termsAccepted: _, ...fields } = input;
    expect(await ordersOf(ctx)).toMatchObject([
      {
        ...fields,
        id: response.id,
        reference: response.reference,
        status: 'new',
        isSuspect: false,
        suspectReasons: [],
        fileUrls: [],
        notes: null,
        termsVersion: BUILT_IN_VERSION,
        termsAcceptedAt: NOW,
      },
    ]);
  });

  it('stores the version of the terms that the form showed, unless it was replaced a day ago', async ({
    ctx,
  }) => {
    await updateRows(ctx.db, 'siteSettings', {}, { termsVersion: '2026-11-28' });
    const publish = (kind: 'terms' | 'privacy', version: string, publishedAt: number) => {
      const row = { kind, version, publishedAt: new Date(publishedAt), markdown: 'Text.' };
      return insertRows(ctx.db, 'policyVersions', row);
    };
    const aDayAgo = NOW.getTime() - 24 * 60 * 60 * 1_000;
    await publish('terms', BUILT_IN_VERSION, aDayAgo - 2);
    await publish('terms', '2026-03-01', aDayAgo);
    await publish('privacy', '2026-04-01', aDayAgo);
    await publish('terms', '2026-11-28', aDayAgo + 1);
    const send = async (termsVersion?: string) => {
      const key = randomUUID();
      const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: key, termsVersion };
      await createOrder(ctx, order);
      return (await ordersOf(ctx, key))[0]?.termsVersion;
    };
    expect(await send()).toBe('2026-11-28');
    expect(await send('2026-11-28')).toBe('2026-11-28');
    expect(await send('2026-03-01')).toBe('2026-03-01');
    const fields = { termsAccepted: ORDER_MESSAGES.termsUnknown };
    for (const rejected of ['2030-01-01', '2026-04-01', BUILT_IN_VERSION]) {
      await expect(send(rejected)).rejects.toMatchObject({ code: 'VALIDATION', fields });
    }
  });

  it('makes another reference when the first is taken, or gives up with nothing written', async ({
    ctx,
  }) => {
    const { reference } = await submit(ctx);
    const mails = await countMails(ctx);
    idempotencyKey = randomUUID();
    const order = { input: buildOrderInput(), filePaths: [], idempotencyKey };
    const taken = createOrderWith(ctx, order, () => reference);
    await expect(taken).rejects.toThrow('no free order reference');
    expect(await ordersOf(ctx)).toEqual([]);
    expect(await countMails(ctx)).toBe(mails);
    const references = [reference, reference, 'V-FREE0001'];
    const response = await createOrderWith(ctx, order, () => references.shift() ?? 'none left');
    expect(response).toMatchObject({ reference: 'V-FREE0001', isReplay: false });
    expect(await ordersOf(ctx)).toHaveLength(1);
    expect(await countMails(ctx)).toBe(mails + 2);
  });
});

it('orders that arrive together have each its own file, beside one whose file is missing', async ({
  ctx,
}) => {
  const orders = Array.from({ length: 20 }, async (_, index) => {
    const key = randomUUID();
    const path = await buildPending(ctx, 100, key);
    const filePaths = index === 9 ? [path, `${path}.pdf`] : [path];
    return { input: buildOrderInput(), filePaths, idempotencyKey: key };
  });
  const sent = await Promise.all(orders);
  const outcomes = await Promise.allSettled(sent.map((order) => createOrder(ctx, order)));
  expect(outcomes[9]).toMatchObject({ status: 'rejected', reason: { code: 'VALIDATION' } });
  for (const [index, { idempotencyKey: key, filePaths }] of sent.entries()) {
    const [order] = await ordersOf(ctx, key);
    expect(order?.fileUrls).toEqual(index === 9 ? undefined : filePaths);
    const status = order ? 'claimed' : 'staged';
    const file = { status, orderId: order?.id ?? null };
    expect(await attachment(ctx, filePaths[0] ?? '')).toEqual(file);
  }
});

describe('the attachments of an order', () => {
  async function expectRejected(ctx: ServiceContext, paths: string[], message: string) {
    const mails = await countMails(ctx);
    const rejection = { code: 'VALIDATION', message, fields: { fileUrls: message } };
    await expect(submit(ctx, {}, paths)).rejects.toMatchObject(rejection);
    expect(await ordersOf(ctx)).toEqual([]);
    expect(await countMails(ctx)).toBe(mails);
  }

  it('are rejected where one is missing or doubled, then claimed in order', async ({ ctx }) => {
    const [path, other] = [await buildPending(ctx), await buildPending(ctx)];
    await expectRejected(ctx, [path, 'order-attachments/1-missing.pdf'], ORDER_MESSAGES.fileGone);
    await expectRejected(ctx, [path, path], ORDER_MESSAGES.fileGone);
    expect(await attachment(ctx, path)).toEqual({ status: 'staged', orderId: null });
    const fileUrls = [other, path];
    const { id, isReplay } = await submit(ctx, {}, fileUrls);
    expect(isReplay).toBe(false);
    expect(await ordersOf(ctx)).toMatchObject([{ fileUrls }]);
    for (const each of fileUrls) {
      expect(await attachment(ctx, each)).toEqual({ status: 'claimed', orderId: id });
    }
  });

  it.for([
    ['claims a file that is just being named again', { createdAt: new Date() }, 'claimed'],
    ['refuses a file that is just being given up', { status: 'removing' as const }, 'removing'],
  ] as const)('%s', async ([, change, status], { ctx }) => {
    const path = await buildPending(ctx);
    const { order, isAlone } = await ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('orderAttachments').set(change).where('path', '=', path).execute();
      const order = submit(ctx, {}, [path]).catch((error: unknown) => error);
      const isAlone = await Promise.race([order.then(() => true), pause(200)]);
      return { order, isAlone };
    });
    expect(isAlone).toBeUndefined();
    const isAttached = status === 'claimed';
    const rejection = { code: 'VALIDATION', message: ORDER_MESSAGES.fileGone };
    expect(await order).toMatchObject(isAttached ? { isReplay: false } : rejection);
    expect(await attachment(ctx, path)).toMatchObject({ status });
    expect(await ordersOf(ctx)).toHaveLength(isAttached ? 1 : 0);
  });

  it('refuses more than 50 MB and more than ten files', async ({ ctx }) => {
    const large = [await buildPending(ctx, 1)];
    for (let count = 0; count < 5; count += 1)
      large.push(await buildPending(ctx, MAX_UPLOAD_BYTES));
    await expectRejected(ctx, large, ORDER_MESSAGES.filesTooLarge);
    const many = await Promise.all(Array.from({ length: 11 }, () => buildPending(ctx)));
    await expectRejected(ctx, many, ORDER_MESSAGES.tooManyFiles);
    await submit(ctx, {}, large.slice(1));
  });

  it('leaves the files pending when the transaction fails later', async ({ ctx }) => {
    const path = await buildPending(ctx);
    const mails = await countMails(ctx);
    // Rejected by the table, after order and claim: an outbox address has at least three characters.
    await sql`alter table orders drop constraint orders_email`.execute(ctx.db);
    try {
      await expect(submit(ctx, { email: 'x' }, [path])).rejects.toThrow('outbox_mails_recipient');
    } finally {
      await sql`
        alter table orders add constraint orders_email
          check (char_length(email) <= 254 and email like '_%@_%')
      `.execute(ctx.db);
    }
    expect(await ordersOf(ctx)).toEqual([]);
    expect(await attachment(ctx, path)).toEqual({ status: 'staged', orderId: null });
    expect(await countMails(ctx)).toBe(mails);
  });
});

describe('the same order sent again', () => {
  it('is found in any order of properties, and by the index without a lock', async ({ ctx }) => {
    const input = buildOrderInput();
    const first = await createOrder(ctx, { input, filePaths: [], idempotencyKey });
    const reversed = Object.fromEntries(Object.entries(input).toReversed()) as OrderInput;
    const key = idempotencyKey.toUpperCase();
    expect(await createOrder(ctx, { input: reversed, filePaths: [], idempotencyKey: key })).toEqual(
      { ...first, isReplay: true },
    );
    const [row] = await ordersOf(ctx);
    if (!row) throw new Error('the order is missing');
    await ctx.db.deleteFrom('orders').where('id', '=', first.id).execute();
    const { searchText: _, ...values } = row;
    const mails = await countMails(ctx);
    // The transaction holds the key, but not the lock.
    const { second } = await ctx.db.transaction().execute(async (tx) => {
      await insertRows(tx, 'orders', values);
      const second = submit(ctx);
      await expect.poll(() => countBlocked(ctx.db)).toBe(1);
      return { second };
    });
    // It was written without a conversation.
    expect(await second).toEqual({ ...first, trackingPath: null, isReplay: true });
    expect(await ordersOf(ctx)).toHaveLength(1);
    expect(await countMails(ctx)).toBe(mails);
  });

  it.for<[string, Partial<OrderInput>, string | undefined]>([
    ['another field', { company: 'Kaya Gayrimenkul' }, undefined],
    ['another list', { desiredFeatures: ['Advanced Analytics'] }, undefined],
    ['other files', {}, 'order-attachments/1-other.pdf'],
  ])('is rejected with %s', async ([, changes, other], { ctx }) => {
    const path = await buildPending(ctx);
    await submit(ctx, {}, [path]);
    const again = submit(ctx, changes, [other ?? path]);
    await expect(again).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
    expect(await ordersOf(ctx)).toMatchObject([{ company: 'Çetin Lojistik', fileUrls: [path] }]);
  });
});
