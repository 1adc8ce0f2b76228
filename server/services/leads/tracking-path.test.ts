import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { hashOfToken } from '#server/services/conversations/index.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

function sendOrder(ctx: ServiceContext, idempotencyKey: string, signals = {}) {
  return createOrder(ctx, { input: buildOrderInput(), filePaths: [], idempotencyKey, signals });
}

function sendMessage(ctx: ServiceContext, idempotencyKey: string | null, signals = {}) {
  return createMessage(ctx, { input: buildMessageInput(), idempotencyKey, signals });
}

function readPage(ctx: ServiceContext, path: string | null) {
  return readTracking(ctx, path?.replace('/track/', '') ?? '');
}

describe.each([
  ['an order', 'orderId', sendOrder],
  ['a message', 'messageId', sendMessage],
] as const)('the path of the page of %s', (_name, column, send) => {
  it('opens it', async ({ ctx }) => {
    const { trackingPath } = await send(ctx, randomUUID());
    expect(await readPage(ctx, trackingPath)).toMatchObject({ status: 'due' });
  });

  it('is given again to whoever made the key up', async ({ ctx }) => {
    for (const key of [randomUUID(), uuidV7()]) {
      const { trackingPath } = await send(ctx, key);
      expect(await send(ctx, key)).toMatchObject({ isReplay: true, trackingPath });
    }
  });

  it('is not given to whoever knows what was entered', async ({ ctx }) => {
    const key = randomUUID().replace(/^(.{14})4/, '$18');
    expect(await send(ctx, key)).toMatchObject({
      isReplay: false,
      trackingPath: expect.any(String),
    });
    expect(await send(ctx, key)).toMatchObject({ isReplay: true, trackingPath: null });
  });

  it('is not given again after a day, nor once it was revoked', async ({ ctx }) => {
    const key = randomUUID();
    const { id } = await send(ctx, key);
    const later = { ...ctx, now: () => new Date(Date.now() + DAY_MS + 1_000) };
    expect(await send(later, key)).toMatchObject({ isReplay: true, trackingPath: null });
    await ctx.db
      .updateTable('conversations')
      .set({ tokenVersion: 2, tokenHash: hashOfToken(randomUUID()) })
      .where(column, '=', id)
      .execute();
    expect(await send(ctx, key)).toMatchObject({ isReplay: true, trackingPath: null });
  });

  it('shows the sender of a suspected one what it shows everybody', async ({ ctx }) => {
    const shown = await Promise.all(
      [{}, { homepage: 'https://spam.example' }].map(async (signals) => {
        const { trackingPath } = await send(ctx, randomUUID(), signals);
        const page = await readPage(ctx, trackingPath);
        const hidden = {
          reference: null,
          label: null,
          items: [],
          statusAt: page?.statusAt.slice(0, 13),
          retainedUntil: page?.retainedUntil?.slice(0, 13),
        };
        return { ...page, ...hidden };
      }),
    );
    expect(shown[1]).toEqual(shown[0]);
  });
});
