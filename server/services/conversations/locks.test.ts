import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { it } from '#tests/support/fixtures.ts';
import { endWaiting, makeMissingTokens } from './index.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';

const CREATED = { createdAt: new Date('2026-06-16T07:00:00Z') };

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('conversations').execute();
});

/** Does `work` while somebody else holds rows. */
async function whileLocked<T>(
  db: Kysely<DB>,
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
  const held = ['conversations', ofMessage.id] as const;
  await whileLocked(db, [...held], () => messages.getConversation(admin, messageId));
});

it('the job that makes tokens leaves out what somebody is changing', async ({ ctx, db }) => {
  const ids = await Promise.all([1, 2, 3].map(() => buildEnquiry(db, 'order', CREATED)));
  const rows = await db.selectFrom('conversations').select('id').execute();
  expect(rows).toHaveLength(ids.length);
  const locked = rows[1]?.id ?? '';
  expect(await whileLocked(db, ['conversations', locked], () => makeMissingTokens(ctx))).toBe(2);
  const left = () =>
    db.selectFrom('conversations').select('id').where('tokenHash', 'is', null).execute();
  expect(await left()).toEqual([{ id: locked }]);
  expect(await makeMissingTokens(ctx)).toBe(1);
  expect(await left()).toEqual([]);
});

it('several conversations are locked in the order of their ids', async ({ db }) => {
  const low = uuidV7();
  const high = uuidV7();
  // Their leads, and their places in the table, are in the other order.
  const ofHigh = await buildEnquiry(db, 'order', { ...CREATED, id: high });
  const ofLow = await buildEnquiry(db, 'order', { ...CREATED, id: low });
  const leads = { lead: 'orderId', ids: [ofHigh, ofLow] } as const;
  let ending: Promise<void> | undefined;
  await whileLocked(db, ['conversations', low], async () => {
    ending = db.transaction().execute((tx) => endWaiting(tx, leads));
    ending.catch(() => undefined);
    await expect.poll(() => countBlocked(db)).toBeGreaterThan(0);
    const free = db.selectFrom('conversations').select('id').where('id', '=', high);
    expect(await free.forUpdate().skipLocked().execute()).toEqual([{ id: high }]);
  });
  await ending;
  const due = await db.selectFrom('conversations').select('dueAt').execute();
  expect(due).toEqual([{ dueAt: null }, { dueAt: null }]);
});
