import type { Database } from '#server/context/context.ts';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { endWaiting, makeMissingTokens } from './index.ts';
import { asOwner, sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';

const CREATED = { createdAt: new Date('2026-06-16T07:00:00Z') };

/** Does `work` while somebody else holds rows. */
async function whileLocked<T>(
  db: Database,
  [table, id]: ['conversations' | 'orders' | 'contactMessages', string],
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
    return work();
  });
}

it('reading an order and its conversation waits for nobody', async ({ ctx, db }) => {
  const admin = await asOwner(ctx);
  const orderId = await buildEnquiry(db, 'order', CREATED);
  const { id } = await orders.getConversation(admin, orderId);
  await whileLocked(db, ['conversations', id], () => orders.getConversation(admin, orderId));
  await whileLocked(db, ['orders', orderId], async () => {
    await orders.getConversation(admin, orderId);
    await orders.get(admin, orderId);
  });
  const messageId = await buildEnquiry(db, 'message', CREATED);
  const ofMessage = await messages.getConversation(admin, messageId);
  await whileLocked(db, ['conversations', ofMessage.id], () =>
    messages.getConversation(admin, messageId),
  );
});

it('the job that makes tokens leaves out what somebody is changing', async ({ ctx, db }) => {
  const [, { conversationId: id }] = [await sendMessage(ctx), await sendMessage(ctx)];
  const readHashes = () => readRows(db, 'conversations', ['id', 'tokenHash']);
  const before = new Map((await readHashes()).map((row) => [row.id, row.tokenHash]));
  await updateRows(db, 'conversations', {}, { tokenHash: null });
  const made = await whileLocked(db, ['conversations', id], () => makeMissingTokens(ctx));
  expect(made).toBe(before.size - 1);
  expect((await readHashes()).filter(({ tokenHash }) => !tokenHash)).toMatchObject([{ id }]);
  expect(await makeMissingTokens(ctx)).toBe(1);
  const [sent] = (await readHashes()).filter((row) => row.id === id);
  expect(sent?.tokenHash).toEqual(before.get(id));
});

it('several conversations are locked in the order of their ids', async ({ db }) => {
  const [low, high] = [uuidV7(), uuidV7()];
  // Their leads, and their places in the table, are in the other order.
  const ofHigh = await buildEnquiry(db, 'order', { ...CREATED, id: high });
  const ofLow = await buildEnquiry(db, 'order', { ...CREATED, id: low });
  const leads = { lead: 'orderId', ids: [ofHigh, ofLow] } as const;
  const { ending } = await whileLocked(db, ['conversations', low], async () => {
    const ending = db.transaction().execute((tx) => endWaiting(tx, leads));
    await expect.poll(() => countBlocked(db)).toBeGreaterThan(0);
    const free = db.selectFrom('conversations').select('id').where('id', '=', high);
    expect(await free.forUpdate().skipLocked().execute()).toEqual([{ id: high }]);
    return { ending };
  });
  await ending;
  for (const id of [low, high]) {
    expect(await readRow(db, 'conversations', ['dueAt'], { id })).toEqual({ dueAt: null });
  }
});
