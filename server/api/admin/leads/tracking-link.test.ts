import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { confirmUrlOf } from '#server/services/privacy/codes.ts';
import { askForEmailChange, confirmRequest } from '#server/services/privacy/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { CONFIRM_CODE } from '#shared/tracking/values.ts';
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

it('is in no preview of a mail', async ({ api, admin }) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const { id: messageId } = await createMessage(ctx, {
    input: buildMessageInput(),
    idempotencyKey: null,
  });
  const { id } = await api.db
    .selectFrom('outboxMails')
    .select('id')
    .where('kind', '=', 'messages.confirmation')
    .where(sql`payload ->> 'messageId'`, '=', messageId)
    .executeTakeFirstOrThrow();
  const { preview } = (await admin.get(`mails/${id}`)).body;
  for (const part of [preview.text, preview.html]) {
    expect(part).toContain('/track/…');
    expect(part).not.toMatch(/\/track\/[\w-]/);
  }
});

describe('POST {lead}/{id}/corrections/{entryId}/restore-email', () => {
  async function takeOver(ctx: ServiceContext) {
    const email = `${uuidV7()}@example.com`;
    const input = buildMessageInput({ email });
    const sent = await createMessage(ctx, { input, idempotencyKey: null });
    const token = sent.trackingPath?.replace('/track/', '') ?? '';
    const stranger = `${uuidV7()}@example.org`;
    await askForEmailChange(ctx, token, stranger);
    const { id: requestId } = await ctx.db
      .selectFrom('trackingRequests')
      .select('id')
      .where('email', '=', stranger)
      .executeTakeFirstOrThrow();
    const url = confirmUrlOf('https://site.example', ctx.trackKey, requestId);
    await confirmRequest(ctx, new URL(url).searchParams.get(CONFIRM_CODE) ?? '');
    return { id: sent.id, token, email, stranger };
  }

  it('gives an enquiry back to its sender, and takes the link from whoever had it', async ({
    api,
    admin,
    session,
  }) => {
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
        admin_username: session.username,
        body: `E-mail: ${stranger} → ${email}`,
        former_email: null,
      }),
    );
    const audit = await api.db
      .selectFrom('contactMessageAudit')
      .select(['action', 'accessedFields'])
      .where('messageId', '=', id)
      .where('action', '=', 'update')
      .execute();
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
