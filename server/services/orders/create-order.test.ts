import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { TERMS_VERSION } from '#shared/policies/values.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';
import { createOrder as createOrderWith } from './create-order.ts';
import { createOrder } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';

const NOW = new Date('2025-06-15T12:00:00.123Z');
let idempotencyKey: string;

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

beforeEach(() => {
  idempotencyKey = randomUUID();
});

async function buildPending(
  ctx: ServiceContext,
  formKey = idempotencyKey,
  sizeBytes = 100,
): Promise<string> {
  return (await buildAttachment(ctx.db, { formKey, sizeBytes })).path;
}

function submit(ctx: ServiceContext, changes: Partial<OrderInput> = {}, filePaths: string[] = []) {
  return createOrder(ctx, { input: buildOrderInput(changes), filePaths, idempotencyKey });
}

function ordersOf(ctx: ServiceContext, key = idempotencyKey) {
  return ctx.db.selectFrom('orders').selectAll().where('idempotencyKey', '=', key).execute();
}

function mailsOf(ctx: ServiceContext, orderId: string) {
  return ctx.db
    .selectFrom('outboxMails')
    .selectAll()
    .where(sql<string>`payload ->> 'orderId'`, '=', orderId)
    .orderBy('kind')
    .execute();
}

function attachment(ctx: ServiceContext, path: string) {
  return readRow(ctx.db, 'orderAttachments', ['status', 'orderId'], { path });
}

async function countMails(ctx: ServiceContext): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('outboxMails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
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
        termsVersion: TERMS_VERSION,
        termsAcceptedAt: NOW,
      },
    ]);
  });

  it('writes a mail to the team and a confirmation to the customer', async ({ ctx }) => {
    const { id } = await submit(ctx, { email: 'selin@example.com' });
    expect(await mailsOf(ctx, id)).toMatchObject([
      {
        kind: 'orders.confirmation',
        recipient: 'selin@example.com',
        payload: { orderId: id },
        status: 'pending',
        attempts: 0,
      },
      {
        kind: 'orders.notify-team',
        recipient: TEAM_RECIPIENT,
        payload: { orderId: id },
        status: 'pending',
      },
    ]);
  });

  it('marks a suspect order, and mails the team only', async ({ ctx }) => {
    const { id } = await createOrder(ctx, {
      input: buildOrderInput(),
      filePaths: [],
      idempotencyKey,
      signals: { homepage: 'https://spam.example' },
    });
    expect(await ordersOf(ctx)).toMatchObject([{ id, isSuspect: true, suspectReasons: ['trap'] }]);
    expect(await mailsOf(ctx, id)).toMatchObject([{ kind: 'orders.notify-team' }]);
  });

  it('tells of a suspect order once, however often it is sent', async ({ ctx }) => {
    let notes = 0;
    const watched = { ...ctx, recordSpam: () => void (notes += 1) };
    const order = {
      input: buildOrderInput(),
      filePaths: [],
      idempotencyKey,
      signals: { homepage: 'x', formAge: 10 },
    };
    const first = await createOrder(watched, order);
    const again = await createOrder(watched, { ...order, signals: { homepage: 'x' } });
    expect(again).toEqual({ ...first, isReplay: true });
    expect(notes).toBe(1);
    await createOrder(watched, { ...order, idempotencyKey: randomUUID(), signals: {} });
    expect(notes).toBe(1);
  });

  it('makes another reference when the first is taken', async ({ ctx }) => {
    const { reference } = await submit(ctx);
    const references = [reference, reference, 'V-FREE0001'];
    const key = randomUUID();
    const response = await createOrderWith(
      ctx,
      { input: buildOrderInput(), filePaths: [], idempotencyKey: key },
      () => references.shift() ?? 'none left',
    );
    expect(response).toMatchObject({ reference: 'V-FREE0001', isReplay: false });
    expect(await ordersOf(ctx, key)).toHaveLength(1);
    expect(await mailsOf(ctx, response.id)).toHaveLength(2);
  });

  it('gives up, with nothing written, when no reference is free', async ({ ctx }) => {
    const { reference } = await submit(ctx);
    const mails = await countMails(ctx);
    const key = randomUUID();
    await expect(
      createOrderWith(
        ctx,
        { input: buildOrderInput(), filePaths: [], idempotencyKey: key },
        () => reference,
      ),
    ).rejects.toThrow('no free order reference');
    expect(await ordersOf(ctx, key)).toEqual([]);
    expect(await countMails(ctx)).toBe(mails);
  });
});

describe('orders that arrive together', () => {
  it.for([
    { rejected: 'a missing file', rejectedByDatabase: -1 },
    { rejected: 'a missing file and by the database', rejectedByDatabase: 5 },
  ])(
    'have each its own row, file and mails; refused: $refused',
    async ({ rejectedByDatabase }, { ctx }) => {
      const orders = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const key = randomUUID();
          const path = await buildPending(ctx, key);
          return {
            input: buildOrderInput({
              email: `${key}@example.com`,
              ...(index === rejectedByDatabase ? { fullName: 'x' } : {}),
            }),
            filePaths: index === 9 ? [path, `${path}.pdf`] : [path],
            idempotencyKey: key,
          };
        }),
      );
      const outcomes = await Promise.allSettled(orders.map((order) => createOrder(ctx, order)));
      for (const [index, order] of orders.entries()) {
        const outcome = outcomes[index];
        const [path = ''] = order.filePaths;
        const rows = await ordersOf(ctx, order.idempotencyKey);
        if (index === rejectedByDatabase || index === 9) {
          const reason = index === 9 ? { code: 'VALIDATION' } : { code: '23514' };
          expect(outcome).toMatchObject({ status: 'rejected', reason });
          expect(rows).toEqual([]);
          expect(await attachment(ctx, path)).toEqual({ status: 'staged', orderId: null });
        } else if (outcome?.status === 'fulfilled') {
          const { id, reference } = outcome.value;
          expect(rows).toMatchObject([
            { id, reference, email: order.input.email, fileUrls: [path] },
          ]);
          expect(await attachment(ctx, path)).toEqual({ status: 'claimed', orderId: id });
          expect((await mailsOf(ctx, id)).map(({ recipient }) => recipient)).toEqual([
            order.input.email,
            TEAM_RECIPIENT,
          ]);
        } else throw outcome?.reason;
      }
    },
  );
});

describe('the attachments of an order', () => {
  it('claims its files and keeps their order', async ({ ctx }) => {
    const paths = [await buildPending(ctx), await buildPending(ctx), await buildPending(ctx)];
    const given = [paths[2], paths[0], paths[1]].flatMap((path) => path ?? []);
    const { id } = await submit(ctx, {}, given);
    expect(await ordersOf(ctx)).toMatchObject([{ fileUrls: given }]);
    for (const path of paths) {
      expect(await attachment(ctx, path)).toEqual({ status: 'claimed', orderId: id });
    }
  });

  async function expectRejected(ctx: ServiceContext, paths: string[], message: string) {
    const mails = await countMails(ctx);
    const error = await submit(ctx, {}, paths).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'VALIDATION', message, fields: { fileUrls: message } });
    expect(await ordersOf(ctx)).toEqual([]);
    expect(await countMails(ctx)).toBe(mails);
  }

  it('refuses a missing file and leaves the others to be claimed', async ({ ctx }) => {
    const path = await buildPending(ctx);
    await expectRejected(ctx, [path, 'order-attachments/1-missing.pdf'], ORDER_MESSAGES.fileGone);
    expect(await attachment(ctx, path)).toEqual({ status: 'staged', orderId: null });
    const { id } = await submit(ctx, {}, [path]);
    expect(await attachment(ctx, path)).toEqual({ status: 'claimed', orderId: id });
  });

  it('refuses a file that is being removed', async ({ ctx }) => {
    const path = await buildPending(ctx);
    await updateRows(ctx.db, 'orderAttachments', { path }, { status: 'removing' });
    await expectRejected(ctx, [path], ORDER_MESSAGES.fileGone);
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

  it('refuses the same file twice', async ({ ctx }) => {
    const path = await buildPending(ctx);
    await expectRejected(ctx, [path, path], ORDER_MESSAGES.fileGone);
  });

  it('refuses more than 50 MB and more than ten files', async ({ ctx }) => {
    const large = [await buildPending(ctx, idempotencyKey, 1)];
    for (let count = 0; count < 5; count += 1) {
      large.push(await buildPending(ctx, idempotencyKey, MAX_UPLOAD_BYTES));
    }
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
  it('gets the same answer, and nothing is written', async ({ ctx }) => {
    const path = await buildPending(ctx);
    const first = await submit(ctx, {}, [path]);
    expect(await submit(ctx, {}, [path])).toEqual({ ...first, isReplay: true });
    expect(await ordersOf(ctx)).toHaveLength(1);
    expect(await mailsOf(ctx, first.id)).toHaveLength(2);
  });

  it('does not depend on the order of the properties or the case of the key', async ({ ctx }) => {
    const input = buildOrderInput();
    const first = await createOrder(ctx, { input, filePaths: [], idempotencyKey });
    const reversed = Object.fromEntries(Object.entries(input).toReversed()) as OrderInput;
    const key = idempotencyKey.toUpperCase();
    expect(await createOrder(ctx, { input: reversed, filePaths: [], idempotencyKey: key })).toEqual(
      { ...first, isReplay: true },
    );
  });

  it.for([
    ['another field', { company: 'Kaya Gayrimenkul' }, undefined],
    [
      'another list',
      { desiredFeatures: ['Advanced Analytics'] as OrderInput['desiredFeatures'] },
      undefined,
    ],
    ['other files', {}, 'order-attachments/1-other.pdf'],
  ] as const)('is refused with %s', async ([, changes, other], { ctx }) => {
    const path = await buildPending(ctx);
    await submit(ctx, {}, [path]);
    await expect(submit(ctx, changes, [other ?? path])).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
    });
    expect(await ordersOf(ctx)).toMatchObject([{ company: 'Çetin Lojistik', fileUrls: [path] }]);
  });

  it('may be corrected under the same key after it was refused', async ({ ctx }) => {
    await expect(submit(ctx, {}, ['order-attachments/1-missing.pdf'])).rejects.toMatchObject({
      code: 'VALIDATION',
    });
    expect(await submit(ctx)).toMatchObject({ isReplay: false });
  });

  it('is one order, one claim and two mails, when 20 arrive together', async ({ ctx }) => {
    const path = await buildPending(ctx);
    const mails = await countMails(ctx);
    async function submitUntilResponse() {
      for (;;) {
        try {
          return await submit(ctx, {}, [path]);
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'CONFLICT') throw error;
        }
      }
    }
    const responses = await Promise.all(Array.from({ length: 20 }, submitUntilResponse));
    expect(new Set(responses.map(({ reference }) => reference)).size).toBe(1);
    expect(responses.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await ordersOf(ctx)).toHaveLength(1);
    expect(await attachment(ctx, path)).toEqual({ status: 'claimed', orderId: responses[0]?.id });
    expect(await countMails(ctx)).toBe(mails + 2);
  });

  it.for([{ files: 0 }, { files: 1 }])(
    'answers CONFLICT at once while the first still runs, and the same answer afterwards: $files files',
    async ({ files }, { ctx }) => {
      const paths = files === 0 ? [] : [await buildPending(ctx)];
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      const { promise: isWritten, resolve: reportWritten } = Promise.withResolvers<void>();
      const first = ctx.db.transaction().execute(async (tx) => {
        const response = await createOrder(
          { ...ctx, db: tx },
          { input: buildOrderInput(), filePaths: paths, idempotencyKey },
        );
        reportWritten();
        await isReleased;
        return response;
      });
      await isWritten;
      const started = performance.now();
      await expect(submit(ctx, {}, paths)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(performance.now() - started).toBeLessThan(1_000);
      release();
      const response = await first;
      expect(await submit(ctx, {}, paths)).toEqual({ ...response, isReplay: true });
    },
  );

  it('is held together by the unique index when the lock does not help', async ({ ctx }) => {
    const input = buildOrderInput();
    const order = { input, filePaths: [], idempotencyKey };
    // The other transaction holds the key, but not the lock.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const first = await submit(ctx);
    const row = (await ordersOf(ctx))[0];
    if (!row) throw new Error('the order is missing');
    await ctx.db.deleteFrom('orders').where('id', '=', first.id).execute();
    const { searchText: _, ...values } = row;
    const { promise: isWritten, resolve: reportWritten } = Promise.withResolvers<void>();
    const other = ctx.db.transaction().execute(async (tx) => {
      await tx.insertInto('orders').values(values).execute();
      reportWritten();
      await isReleased;
    });
    await isWritten;
    const mails = await countMails(ctx);
    const second = createOrder(ctx, order);
    await expect.poll(() => countBlocked(ctx.db)).toBe(1);
    release();
    await other;
    // It was written without a conversation.
    expect(await second).toEqual({ ...first, trackingPath: null, isReplay: true });
    expect(await ordersOf(ctx)).toHaveLength(1);
    expect(await countMails(ctx)).toBe(mails);
  });
});
