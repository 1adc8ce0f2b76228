import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { createMessage } from '#server/services/messages/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildServiceContext } from '#tests/support/leads.ts';

it('gives the link to the page of a visitor, and makes it worthless', async ({ api, admin }) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const input = buildMessageInput();
  const { id } = await createMessage(ctx, { input, idempotencyKey: null });
  const read = (path: string) => readTracking(ctx, path.replace('/track/', ''));
  const { status, body } = await admin.get(`messages/${id}/tracking-link`);
  expect([status, body]).toEqual([200, { path: expect.stringMatching(/^\/track\/[\w-]{43}$/) }]);
  expect(await read(body.path)).not.toBeNull();
  const revoked = await admin.post(`messages/${id}/tracking-link`, {});
  expect(revoked.status).toBe(200);
  expect(revoked.body.path).not.toBe(body.path);
  expect(await read(body.path)).toBeNull();
  expect(await read(revoked.body.path)).not.toBeNull();
  const audit = await api.db
    .selectFrom('contactMessageAudit')
    .select(['action', 'accessedFields'])
    .where('messageId', '=', id)
    .orderBy('sequence')
    .execute();
  expect(audit).toEqual([
    { action: 'view', accessedFields: ['tracking_link'] },
    { action: 'update', accessedFields: ['tracking_link'] },
  ]);
  for (const path of [`messages/${uuidV7()}/tracking-link`, `orders/${id}/tracking-link`]) {
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post(path, {})).status).toBe(404);
  }
});
