import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { hashOfToken } from '#server/services/conversations/index.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';

function sendOrder(ctx: ServiceContext, idempotencyKey: string, signals = {}) {
  return createOrder(ctx, { input: buildOrderInput(), filePaths: [], idempotencyKey, signals });
}

function sendMessage(ctx: ServiceContext, idempotencyKey: string, signals = {}) {
  return createMessage(ctx, { input: buildMessageInput(), idempotencyKey, signals });
}

describe.each([
  ['an order', 'orderId', sendOrder],
  ['a message', 'messageId', sendMessage],
] as const)('the path of the page of %s', (_name, column, send) => {
  it('is returned again for a day to a key that was made up, until revoked', async ({ ctx }) => {
    for (const key of [randomUUID(), uuidV7()]) {
      const { trackingPath } = await send(ctx, key);
      expect(await send(ctx, key)).toMatchObject({ isReplay: true, trackingPath });
    }
    // A key that was computed from what was entered.
    const computed = randomUUID().replace(/^(.{14})4/, '$18');
    expect((await send(ctx, computed)).trackingPath).toEqual(expect.any(String));
    expect(await send(ctx, computed)).toMatchObject({ isReplay: true, trackingPath: null });
    const key = randomUUID();
    const { id } = await send(ctx, key);
    const later = { ...ctx, now: () => new Date(Date.now() + 86_401_000) };
    expect(await send(later, key)).toMatchObject({ isReplay: true, trackingPath: null });
    const revoked = { tokenVersion: 2, tokenHash: hashOfToken(randomUUID()) };
    await updateRows(ctx.db, 'conversations', { [column]: id }, revoked);
    expect(await send(ctx, key)).toMatchObject({ isReplay: true, trackingPath: null });
  });

  it('shows the sender of a suspected one what it shows everybody', async ({ ctx }) => {
    const read = async (signals: object) => {
      const { trackingPath } = await send(ctx, randomUUID(), signals);
      const page = await readTracking(ctx, trackingPath?.replace('/track/', '') ?? '');
      const statusAt = page?.statusAt.slice(0, 13);
      const retainedUntil = page?.retainedUntil?.slice(0, 13);
      return { ...page, reference: null, label: null, items: [], statusAt, retainedUntil };
    };
    const shown = await read({});
    expect(shown).toMatchObject({ status: 'due' });
    expect(await read({ homepage: 'https://spam.example' })).toEqual(shown);
  });
});
