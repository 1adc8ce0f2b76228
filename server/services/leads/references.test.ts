import { expect } from 'vitest';
import { listQueue } from '#server/services/queue/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { getSiteContent, updateSiteContent } from '#server/services/site-content/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';

it('names new enquiries with the prefixes of the company, and keeps those that were sent', async ({
  ctx,
}) => {
  const owner = await asOwner(ctx);
  const readReferences = async () =>
    (await listQueue(owner, { filter: 'all' })).items.map(({ reference }) => reference);
  await sendOrder(ctx);
  const sent = await sendMessage(ctx);
  const before = await readReferences();
  expect(before).toEqual([expect.stringMatching(/^V-/), expect.stringMatching(/^M-/)]);
  const company = await getSiteContent(owner, 'company');
  const prefixes = { orderPrefix: 'EGE', messagePrefix: '35' };
  await updateSiteContent(owner, 'company', { ...company, ...prefixes });
  await sendOrder(ctx);
  await sendMessage(ctx);
  const after = await readReferences();
  expect(after).toEqual([
    ...before,
    expect.stringMatching(/^EGE-[0-9A-Z]{8}$/),
    expect.stringMatching(/^35-[0-9A-F]{10}$/),
  ]);
  expect((await readTracking(ctx, sent.token))?.label).toBe(`message ${before[1]}`);
  for (const [lead, found] of [
    [orders, before[0]],
    [messages, before[1]],
    [orders, after[2]],
    [messages, after[3]],
  ] as const) {
    const { items } = await lead.adminList(owner, { search: found });
    expect(items.map(({ reference }) => reference)).toEqual([found]);
  }
  const equal = updateSiteContent(owner, 'company', {
    ...company,
    updatedAt: undefined,
    messagePrefix: 'V',
  });
  await expect(equal).rejects.toMatchObject({ fields: { messagePrefix: expect.any(String) } });
});
