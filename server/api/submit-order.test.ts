import { describe, expect } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { orderAttachmentResponseSchema, submitOrderResponseSchema } from '#shared/orders/schema.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

function submit(
  api: TestApp,
  body: object,
  key: string | null = crypto.randomUUID(),
): Promise<Response> {
  return api.request('/api/submit-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify(body),
  });
}

async function upload(api: TestApp, key: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File(['%PDF-1.7\nscope\n%%EOF\n'], 'Scope.pdf'));
  const response = await api.request('/api/order-attachments', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: form,
  });
  return orderAttachmentResponseSchema.parse(await response.json()).path;
}

describe('POST /api/submit-order', () => {
  it('stores an order with its file once, however often it is sent', async ({ api }) => {
    const key = crypto.randomUUID();
    const body = { ...buildOrderInput(), fileUrls: [await upload(api, key)] };
    const first = await submit(api, body, key);
    expect(first.status).toBe(201);
    const received = submitOrderResponseSchema.parse(await first.json());
    const again = await submit(api, body, key.toUpperCase());
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(received);
    const orders = await api.db
      .selectFrom('orders')
      .select(['reference', 'fileUrls', 'serviceType', 'status'])
      .where('idempotencyKey', '=', key)
      .execute();
    expect(orders).toEqual([
      {
        reference: received.reference,
        fileUrls: body.fileUrls,
        serviceType: 'Business Dashboards',
        status: 'new',
      },
    ]);
  });

  it('takes what the form sends; a suspect gets the same response as everyone else and is marked', async ({
    api,
  }) => {
    const score = () => api.guard.scoreOf(api.sources.sourceOf('0.0.0.0'));
    const before = score();
    const key = crypto.randomUUID();
    const projectDescription =
      'A text that no other test here sends, about three depots in Ankara.';
    const input = buildOrderInput({ projectDescription });
    const honest = await submit(api, { ...input, homepage: '', formAge: 74_000 }, key);
    expect(honest.status).toBe(201);
    expect(score()).toBe(before);
    const spamKey = crypto.randomUUID();
    const spam = { ...input, fullName: 'Buy Now', homepage: 'https://spam.example' };
    const marked = await submit(api, { ...spam, formAge: 40 }, spamKey);
    expect(marked.status).toBe(201);
    const received = submitOrderResponseSchema.parse(await marked.json());
    expect(score()).toBeGreaterThan(before);
    // The age of the form is not compared: another try is older.
    const again = await submit(api, { ...spam, formAge: 9_000 }, spamKey);
    expect(await again.json()).toEqual(received);
    const rows = await api.db
      .selectFrom('orders')
      .select(['fullName', 'isSuspect', 'suspectReasons'])
      .where('idempotencyKey', 'in', [key, spamKey])
      .orderBy('createdAt')
      .execute();
    expect(rows).toEqual([
      { fullName: 'Özlem Öztürk', isSuspect: false, suspectReasons: [] },
      { fullName: 'Buy Now', isSuspect: true, suspectReasons: ['trap'] },
    ]);
  });

  it('refuses the same key with another body', async ({ api }) => {
    const key = crypto.randomUUID();
    await submit(api, buildOrderInput(), key);
    const other = await submit(api, buildOrderInput({ fullName: 'Murat Çetin' }), key);
    expect(other.status).toBe(422);
  });

  it('accepts an order without the optional fields', async ({ api }) => {
    const { phone: _phone, company: _company, ...input } = buildOrderInput();
    expect((await submit(api, input)).status).toBe(201);
  });

  it('asks for the key', async ({ api }) => {
    const response = await submit(api, buildOrderInput(), null);
    expect(response.status).toBe(400);
    const { error } = errorBodySchema.parse(await response.json());
    expect(Object.keys(error.fields ?? {})).toEqual(['idempotency-key']);
  });

  it('names every field of an empty order with the message of the form', async ({ api }) => {
    const response = await submit(api, {});
    expect(response.status).toBe(400);
    const { error } = errorBodySchema.parse(await response.json());
    const { phone: _phone, company: _company, ...required } = buildOrderInput();
    const messages = Object.keys(required).map((name) => [
      name,
      ORDER_MESSAGES[name as keyof typeof ORDER_MESSAGES],
    ]);
    expect(error.fields).toEqual(Object.fromEntries(messages));
  });

  it.for([
    ['a list in the hidden field', { homepage: ['x'] }, 'homepage'],
    ['a negative age', { formAge: -1 }, 'formAge'],
    ['an age as text', { formAge: '5000' }, 'formAge'],
  ] as const)('rejects %s', async ([, changes, field], { api }) => {
    const before = await api.db.selectFrom('orders').select('id').execute();
    const response = await submit(api, { ...buildOrderInput(), ...changes });
    expect(response.status).toBe(400);
    const { error } = errorBodySchema.parse(await response.json());
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
    expect(await api.db.selectFrom('orders').select('id').execute()).toEqual(before);
  });
});
