import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { changeEmail, sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { readRows } from '#tests/support/database/rows.ts';

it('gives the link to the page of a visitor, and makes it worthless', async ({ api, admin }) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const { id } = await sendMessage(ctx);
  const read = (path: string) => readTracking(ctx, path.replace('/track/', ''));
  const { status, body } = await admin.get(`messages/${id}/tracking-link`);
  expect([status, body]).toEqual([200, { path: expect.stringMatching(/^\/track\/[\w-]{43}$/) }]);
  expect(await read(body.path)).not.toBeNull();
  const revoked = await admin.post(`messages/${id}/tracking-link`, {});
  expect(revoked.status).toBe(200);
  expect(revoked.body.path).not.toBe(body.path);
  expect(await read(body.path)).toBeNull();
  expect(await read(revoked.body.path)).not.toBeNull();
  const columns = ['action', 'accessedFields'] as const;
  const where = { messageId: id };
  expect(await readRows(api.db, 'contactMessageAudit', columns, where, 'sequence')).toEqual([
    { action: 'view', accessedFields: ['tracking_link'] },
    { action: 'update', accessedFields: ['tracking_link'] },
  ]);
  for (const path of [`messages/${uuidV7()}/tracking-link`, `orders/${id}/tracking-link`]) {
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post(path, {})).status).toBe(404);
  }
});

describe('POST {lead}/{id}/corrections/{entryId}/restore-email', () => {
  async function takeOver(ctx: ServiceContext) {
    const sent = await sendMessage(ctx);
    const stranger = `${uuidV7()}@example.org`;
    await changeEmail(ctx, sent, stranger);
    return { ...sent, stranger };
  }

  it('returns an enquiry to its sender, and revokes the link', async ({ api, admin }) => {
    const ctx = buildServiceContext(api.db, api.storage);
    const { id, token, email, stranger } = await takeOver(ctx);
    const conversation = () => admin.get(`messages/${id}/conversation`);
    const [correction] = (await conversation()).body.items.filter(
      (item: { kind: string }) => item.kind === 'corrected',
    );
    expect(correction).toMatchObject({ former_email: email });
    const path = `messages/${id}/corrections/${correction.id}/restore-email`;
    const { status, body } = await admin.post(path, {});
    expect(status).toBe(200);
    expect(await readTracking(ctx, token)).toBeNull();
    expect(await readTracking(ctx, body.path.replace('/track/', ''))).toMatchObject({
      contact: { email },
      items: [{ kind: 'visitor' }, { kind: 'corrected' }, { kind: 'restored', author: null }],
    });
    expect((await conversation()).body.items).toContainEqual(
      expect.objectContaining({
        kind: 'restored',
        admin_username: admin.username,
        body: `E-mail: ${stranger} → ${email}`,
        former_email: null,
      }),
    );
    const audit = await readRows(api.db, 'contactMessageAudit', ['action', 'accessedFields'], {
      messageId: id,
      action: 'update',
    });
    expect(audit).toEqual([{ action: 'update', accessedFields: ['email', 'tracking_link'] }]);
  });

  it('is for entries of the same enquiry that replaced an address', async ({ api, admin }) => {
    const ctx = buildServiceContext(api.db, api.storage);
    const [own, other] = [await takeOver(ctx), await takeOver(ctx)];
    const { items } = (await admin.get(`messages/${other.id}/conversation`)).body;
    for (const { id: entryId } of [...items, { id: uuidV7() }]) {
      const path = `messages/${own.id}/corrections/${entryId}/restore-email`;
      expect((await admin.post(path, {})).status).toBe(404);
    }
    expect(await readTracking(ctx, own.token)).toMatchObject({ contact: { email: own.stranger } });
  });
});
