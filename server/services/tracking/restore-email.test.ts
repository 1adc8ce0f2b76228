import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmPersonErasure,
  confirmRequest,
  holdEnquiry,
  releaseEnquiry,
} from '#server/services/privacy/index.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner, codeOfRequest, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { readTracking } from './read.ts';
import { restoreEmail } from './admin.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Sent = Awaited<ReturnType<typeof sendOrder>>;

async function buildHeldOrder(ctx: ServiceContext) {
  const owner = await asOwner(ctx);
  const order = await sendOrder(ctx);
  await holdEnquiry(owner, { orderId: order.id }, 'A dispute');
  return { owner, order };
}

/** Whoever has the link changes the address to their own; returns the entry that says so. */
async function takeOver(ctx: ServiceContext, { token, conversationId }: Sent): Promise<string> {
  await askForEmailChange(ctx, token, `${randomUUID()}@example.org`);
  await confirmRequest(ctx, await codeOfRequest(ctx, conversationId, 'email'));
  const { id } = await readRow(ctx.db, 'conversationEntries', ['id'], {
    conversationId,
    kind: 'corrected',
  });
  return id;
}

const ERASURES = {
  async erasure(ctx: ServiceContext, { token, conversationId }: Sent) {
    await askForErasure(ctx, token);
    return confirmRequest(ctx, await codeOfRequest(ctx, conversationId, 'erasure'));
  },
  async 'person-erasure'(ctx: ServiceContext, { token, conversationId }: Sent) {
    await askForPerson(ctx, token, 'person-erasure');
    const code = await codeOfRequest(ctx, conversationId, 'person-erasure');
    return (await confirmPersonErasure(ctx, code))?.skipped[0]?.reason;
  },
};

describe.each(['erasure', 'person-erasure'] as const)('a confirmed %s on legal hold', (kind) => {
  it('goes when its confirmed address is replaced by the former one', async ({ ctx }) => {
    const { owner, order } = await buildHeldOrder(ctx);
    const entryId = await takeOver(ctx, order);
    await expect(ERASURES[kind](ctx, order)).rejects.toThrow(TRACKING_MESSAGES.newEmail);
    const later = () => new Date(Date.now() + (NEW_EMAIL_DAYS + 1) * DAY_MS);
    expect(await ERASURES[kind]({ ...ctx, now: later }, order)).toBe('held');
    await restoreEmail(owner, { orderId: order.id }, entryId);
    const requests = await readRows(ctx.db, 'trackingRequests', ['kind'], {
      conversationId: order.conversationId,
    });
    expect(requests).toEqual([{ kind: 'email' }]);
    expect(await releaseEnquiry(owner, { orderId: order.id }, { isErasureAsked: false })).toEqual({
      isErased: false,
    });
  });

  it('stays when its sender confirmed it before another change', async ({ ctx }) => {
    const { owner, order } = await buildHeldOrder(ctx);
    expect(await ERASURES[kind](ctx, order)).toBe('held');
    await restoreEmail(owner, { orderId: order.id }, await takeOver(ctx, order));
    const release = (by: ServiceContext) =>
      releaseEnquiry(by, { orderId: order.id }, { isErasureAsked: true });
    await expect(release(owner)).rejects.toMatchObject({ code: 'CONFLICT' });
    const later = () => new Date(Date.now() + (NEW_EMAIL_DAYS + 1) * DAY_MS);
    expect(await release(await asOwner({ ...ctx, now: later }))).toEqual({ isErased: true });
    expect(await readTracking(ctx, order.token)).toBeNull();
  });
});

it('does not erase with what was mailed to a former address', async ({ ctx }) => {
  const order = await sendOrder(ctx);
  await askForErasure(ctx, order.token);
  const code = await codeOfRequest(ctx, order.conversationId, 'erasure');
  await takeOver(ctx, order);
  expect(await confirmRequest(ctx, code)).toBeNull();
  expect(await readTracking(ctx, order.token)).not.toBeNull();
});
