import { rename } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { retentionSchema } from '#shared/retention/admin-schema.ts';
import { RETENTION } from '#shared/retention/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { readTar } from '#tests/support/privacy/tar.ts';

it('GET privacy/retention says for how long everything is stored', async ({ admin }) => {
  const { status, body } = await admin.get('privacy/retention');
  expect(status).toBe(200);
  expect(body.rules.map(({ kind }: { kind: string }) => kind)).toEqual(
    RETENTION.map(({ kind }) => kind),
  );
  expect(retentionSchema.shape.runsAt.safeParse(body.runs_at).success).toBe(true);
});

describe('one person', () => {
  it('is found, exported and erased by address', async ({ api, admin }) => {
    const ctx = buildServiceContext(api.db, api.storage);
    const { email, id } = await sendOrder(ctx);
    const found = await admin.post('privacy/person', { email });
    expect(found).toMatchObject({
      status: 200,
      body: { enquiries: [{ kind: 'order', id, is_held: false }], files: 1 },
    });
    expect((await admin.post('privacy/person', { email: 'nobody' })).status).toBe(400);
    const archive = await admin.raw('POST', 'privacy/person/export', { email });
    expect(archive.status).toBe(200);
    expect(archive.headers.get('content-type')).toBe('application/x-tar');
    expect(readTar(Buffer.from(await archive.arrayBuffer())).size).toBe(3);
    const { fingerprint } = found.body;
    const wrong = await admin.post('privacy/person/erasure', { email, fingerprint: 'another' });
    expect(wrong.status).toBe(409);
    expect(await admin.post('privacy/person/erasure', { email, fingerprint })).toEqual({
      status: 200,
      body: { erased: 1, held: 0, skipped: [] },
    });
    expect((await admin.post('privacy/person/export', { email })).status).toBe(404);
    expect((await admin.get('privacy/erasures')).body.items[0]).toMatchObject({
      kind: 'person',
      by: 'administrator',
      admin_username: admin.username,
      enquiries: 1,
    });
    const columns = ['action', 'accessedFields'] as const;
    const where = { orderId: id };
    expect(await readRows(api.db, 'contactMessageAudit', columns, where, 'sequence')).toEqual([
      { action: 'view', accessedFields: ['person'] },
      { action: 'export', accessedFields: ['person'] },
      { action: 'update', accessedFields: ['erasure'] },
    ]);
  });

  it('is no broken archive where nothing of it can be written', async ({ api, admin }) => {
    const { email } = await sendOrder(buildServiceContext(api.db, api.storage));
    const { temporaryDir } = api.storage;
    await rename(temporaryDir, `${temporaryDir}.away`);
    try {
      expect((await admin.post('privacy/person/export', { email })).status).toBe(503);
    } finally {
      await rename(`${temporaryDir}.away`, temporaryDir);
    }
  });
});

it('places a legal hold with a reason, shows it and ends it', async ({ api, admin }) => {
  const ctx = buildServiceContext(api.db, api.storage);
  const { id } = await sendOrder(ctx);
  const path = `orders/${id}/hold`;
  expect((await admin.post(path, { reason: '  ' })).status).toBe(400);
  expect((await admin.post(path, { reason: 'x'.repeat(501) })).status).toBe(400);
  expect((await admin.remove(path)).status).toBe(409);
  expect((await admin.post(path, { reason: 'A dispute' })).status).toBe(200);
  expect((await admin.post(path, { reason: 'Again' })).status).toBe(409);
  const { body } = await admin.get(`orders/${id}/conversation`);
  expect(body).toMatchObject({
    held_at: expect.any(String),
    held_by_username: admin.username,
    hold_reason: 'A dispute',
    erasure_asked_at: null,
    order_retained_until: expect.any(String),
    message_retained_until: null,
  });
  expect((await admin.remove(`${path}?is_erasure_asked=perhaps`)).status).toBe(400);
  expect((await admin.remove(`${path}?is_erasure_asked=1`)).status).toBe(409);
  expect(await admin.remove(path)).toEqual({ status: 200, body: { is_erased: false } });
  expect((await admin.get(`orders/${id}/conversation`)).body.held_at).toBeNull();
});

it('GET contact-audit/export.jsonl hands the audit over', async ({ admin }) => {
  const response = await admin.raw('GET', 'contact-audit/export.jsonl');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('.jsonl');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'vitrin-contact-audit-2' });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ head: { entries: lines.length - 2 } });
});
