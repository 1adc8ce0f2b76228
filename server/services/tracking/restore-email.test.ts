import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import {
  confirmPersonErasure,
  holdEnquiry,
  releaseEnquiry,
} from '#server/services/privacy/index.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';
import { it } from '#tests/support/fixtures.ts';
import {
  askForCode,
  asOwner,
  changeEmail,
  eraseByVisitor,
  sendOrder,
} from '#tests/support/privacy/sent-enquiries.ts';
import { readTracking } from './read.ts';
import { restoreEmail } from './admin.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';

const muchLater = (ctx: ServiceContext): ServiceContext => ({
  ...ctx,
  now: () => new Date(Date.now() + (NEW_EMAIL_DAYS + 1) * 86_400_000),
});

type Sent = Awaited<ReturnType<typeof sendOrder>>;

async function buildHeldOrder(ctx: ServiceContext) {
  const owner = await asOwner(ctx);
  const order = await sendOrder(ctx);
  await holdEnquiry(owner, { orderId: order.id }, 'A dispute');
  return { owner, order };
}

/** Changes the address to one of a stranger who has the link; returns the id of the entry. */
async function takeOver(ctx: ServiceContext, order: Sent): Promise<string> {
  await changeEmail(ctx, order);
  const entry = { conversationId: order.conversationId, kind: 'corrected' };
  return (await readRow(ctx.db, 'conversationEntries', ['id'], entry)).id;
}

const ERASURES = {
  erasure: eraseByVisitor,
  async 'person-erasure'(ctx: ServiceContext, sent: Sent) {
    const code = await askForCode(ctx, sent, 'person-erasure');
    return (await confirmPersonErasure(ctx, code))?.skipped[0]?.reason;
  },
};

describe.each(['erasure', 'person-erasure'] as const)('a confirmed %s on legal hold', (kind) => {
  it('goes when its confirmed address is replaced by the former one', async ({ ctx }) => {
    const { owner, order } = await buildHeldOrder(ctx);
    const entryId = await takeOver(ctx, order);
    await expect(ERASURES[kind](ctx, order)).rejects.toThrow(TRACKING_MESSAGES.newEmail);
    expect(await ERASURES[kind](muchLater(ctx), order)).toBe('held');
    await restoreEmail(owner, { orderId: order.id }, entryId);
    const { conversationId } = order;
    const requests = await readRows(ctx.db, 'trackingRequests', ['kind'], { conversationId });
    expect(requests).toEqual([{ kind: 'email' }]);
    const released = await releaseEnquiry(owner, { orderId: order.id }, { isErasureAsked: false });
    expect(released).toEqual({ isErased: false });
  });

  it('stays when its sender confirmed it before another change', async ({ ctx }) => {
    const { owner, order } = await buildHeldOrder(ctx);
    expect(await ERASURES[kind](ctx, order)).toBe('held');
    await restoreEmail(owner, { orderId: order.id }, await takeOver(ctx, order));
    const release = (by: ServiceContext) =>
      releaseEnquiry(by, { orderId: order.id }, { isErasureAsked: true });
    await expect(release(owner)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await release(await asOwner(muchLater(ctx)))).toEqual({ isErased: true });
    expect(await readTracking(ctx, order.token)).toBeNull();
  });
});
