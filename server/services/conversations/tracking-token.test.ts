import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { hashOfToken, makeMissingTokens, trackingTokenOf } from './index.ts';

it('is known by its hash from the statement that writes the lead', async ({ ctx }) => {
  await createOrder(ctx, {
    input: buildOrderInput(),
    filePaths: [],
    idempotencyKey: randomUUID(),
  });
  await createMessage(ctx, { input: buildMessageInput(), idempotencyKey: null });
  const rows = await ctx.db.selectFrom('conversations').selectAll().execute();
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const row of rows) {
    const token = trackingTokenOf(ctx, row);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(row.tokenHash).toEqual(hashOfToken(token));
  }
});

it('is another one for each conversation, version and key', ({ ctx }) => {
  const [id, other] = [randomUUID(), randomUUID()];
  const tokens = [
    trackingTokenOf(ctx, { id, tokenVersion: 1 }),
    trackingTokenOf(ctx, { id, tokenVersion: 2 }),
    trackingTokenOf(ctx, { id: other, tokenVersion: 1 }),
    trackingTokenOf({ trackKey: Buffer.alloc(32, 9) }, { id, tokenVersion: 1 }),
  ];
  expect(new Set(tokens).size).toBe(4);
});

it('is made for conversations that came without one', async ({ ctx }) => {
  const { id } = await createMessage(ctx, { input: buildMessageInput(), idempotencyKey: null });
  await ctx.db.updateTable('conversations').set({ tokenHash: null }).execute();
  expect(await makeMissingTokens(ctx)).toBeGreaterThan(0);
  expect(await makeMissingTokens(ctx)).toBe(0);
  const row = await ctx.db
    .selectFrom('conversations')
    .selectAll()
    .where('messageId', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.tokenHash).toEqual(hashOfToken(trackingTokenOf(ctx, row)));
});
