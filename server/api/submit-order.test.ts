import { describe, expect } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { MESSAGE_MESSAGES } from '#shared/messages/messages.ts';
import { messageResponseSchema } from '#shared/messages/schema.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { orderAttachmentResponseSchema, submitOrderResponseSchema } from '#shared/orders/schema.ts';
import { expectInvalid, postJson } from '#tests/support/admin-requests.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';

describe('POST /api/submit-order', () => {
  const submit = (api: TestApp, body: object, key: string = crypto.randomUUID()) =>
    postJson(api, '/api/submit-order', body, { 'idempotency-key': key });

  async function upload(api: TestApp, key: string): Promise<string> {
    const form = new FormData();
    form.set('file', new File(['%PDF-1.7\nscope\n%%EOF\n'], 'Scope.pdf'));
    const init = { method: 'POST', headers: { 'idempotency-key': key }, body: form };
    const response = await api.request('/api/order-attachments', init);
    return orderAttachmentResponseSchema.parse(await response.json()).path;
  }

  it('stores an order with its file once, however often it is sent', async ({ api }) => {
    const idempotencyKey = crypto.randomUUID();
    const fileUrls = [await upload(api, idempotencyKey)];
    const body = { ...buildOrderInput(), fileUrls };
    const first = await submit(api, body, idempotencyKey);
    expect(first.status).toBe(201);
    const { reference } = submitOrderResponseSchema.parse(first.body);
    expect(await submit(api, body, idempotencyKey.toUpperCase())).toEqual(first);
    const other = await submit(api, { ...body, company: 'Another' }, idempotencyKey);
    expect(other.status).toBe(422);
    const stored = { reference, fileUrls, serviceType: 'Business Dashboards', status: 'new' };
    const columns = ['reference', 'fileUrls', 'serviceType', 'status'] as const;
    expect(await readRows(api.db, 'orders', columns, { idempotencyKey })).toEqual([stored]);
  });

  it('marks a suspect, which gets the same response as everyone else', async ({ api }) => {
    const score = () => api.guard.scoreOf(api.sources.sourceOf('0.0.0.0'));
    const read = (idempotencyKey: string) =>
      readRow(api.db, 'orders', ['isSuspect', 'suspectReasons'], { idempotencyKey });
    const before = score();
    const [key, spamKey] = [crypto.randomUUID(), crypto.randomUUID()];
    const projectDescription =
      'A text that no other test here sends, about three depots in Ankara.';
    const { phone: _phone, company: _company, ...input } = buildOrderInput({ projectDescription });
    const honest = await submit(api, { ...input, homepage: '', formAge: 74_000 }, key);
    expect([honest.status, score()]).toEqual([201, before]);
    const spam = { ...input, fullName: 'Buy Now', homepage: 'https://spam.example' };
    const marked = await submit(api, { ...spam, formAge: 40 }, spamKey);
    submitOrderResponseSchema.parse(marked.body);
    expect(score()).toBeGreaterThan(before);
    // The age of the form is not compared: another try is older.
    expect(await submit(api, { ...spam, formAge: 9_000 }, spamKey)).toEqual(marked);
    expect(await read(key)).toEqual({ isSuspect: false, suspectReasons: [] });
    expect(await read(spamKey)).toEqual({ isSuspect: true, suspectReasons: ['trap'] });
  });

  it('asks for the key, and names every missing field with its message', async ({ api }) => {
    const { body } = await postJson(api, '/api/submit-order', buildOrderInput());
    expect(Object.keys(body.error.fields)).toEqual(['idempotency-key']);
    const { phone: _phone, company: _company, ...required } = buildOrderInput();
    const messages = Object.keys(required).map((name) => [
      name,
      ORDER_MESSAGES[name as keyof typeof ORDER_MESSAGES],
    ]);
    expectInvalid(await submit(api, {}), Object.fromEntries(messages));
  });
});

describe('POST /api/contact-messages', () => {
  const send = (api: TestApp, changes: object = {}, headers: Record<string, string> = {}) =>
    postJson(api, '/api/contact-messages', { ...buildMessageInput(), ...changes }, headers);

  it('stores a message and where its sender came from, once for a key', async ({ api }) => {
    const source = {
      sourcePage: '/blog/a-late-truck',
      landingPage: '/',
      referrer: 'News.Example/a',
    };
    const key = { 'idempotency-key': '5A1E7D3C-0000-4000-8000-000000000002' };
    const first = await send(api, { name: '  Gökçe Demir ', ...source }, key);
    expect(first.status).toBe(201);
    expect((await send(api, { sourcePage: '/faq' }, key)).body).toEqual(first.body);
    const { id } = messageResponseSchema.parse(first.body);
    const columns = ['name', 'email', 'message', 'status'] as const;
    const stored = { ...buildMessageInput(), name: 'Gökçe Demir', status: 'new' };
    expect(await readRow(api.db, 'contactMessages', columns, { id })).toEqual(stored);
    const readSource = (messageId: string) =>
      readRow(api.db, 'conversations', ['sourcePage', 'landingPage', 'referrer'], { messageId });
    expect(await readSource(id)).toEqual({ ...source, referrer: 'news.example/a' });

    const made = { sourcePage: '/no-such-page', landingPage: '//evil', referrer: 'a b' };
    const none = { sourcePage: null, landingPage: null, referrer: null };
    expect(await readSource((await send(api, made)).body.id)).toEqual(none);
  });

  it('marks what is suspect, with its reasons, and responds as usual', async ({ api }) => {
    const message = 'Cheap visitors for your shop, at once!';
    const reasons = [];
    for (const form of [
      { message: 'A text that is written once, by a person.', homepage: '' },
      { message: 'See https://a.example for what we have now', formAge: 900 },
      { message: 'https://a.example https://b.example', homepage: 'b' },
      { message, name: 'Sender a' },
      { message, name: 'Sender b' },
      { message, name: 'Sender c' },
    ]) {
      const { status, body } = await send(api, form);
      expect(status).toBe(201);
      const { id } = messageResponseSchema.parse(body);
      const row = await readRow(api.db, 'contactMessages', ['isSuspect', 'suspectReasons'], { id });
      expect(row.isSuspect).toBe(row.suspectReasons.length > 0);
      reasons.push(row.suspectReasons);
    }
    expect(reasons).toEqual([[], ['fast'], ['trap', 'links'], [], [], ['repeated']]);
  });

  const { name, email, message } = MESSAGE_MESSAGES;
  it.for([
    [
      { name: 'x', email: 'nobody', message: 'too short' },
      { name, email, message },
    ],
    [{ isAdmin: true }, { isAdmin: 'This field is not known' }],
    [{ homepage: 1 }, { homepage: 'The hidden field is a text' }],
    [{ formAge: null }, { formAge: 'The age of the form is a number of milliseconds' }],
    [{ formAge: -1 }, { formAge: 'The age of the form is a number of milliseconds' }],
  ])('rejects %j in the words of the form', async ([changes, fields = {}], { api }) => {
    const before = await readRows(api.db, 'contactMessages', ['id']);
    expectInvalid(await send(api, changes), fields);
    expect(await readRows(api.db, 'contactMessages', ['id'])).toHaveLength(before.length);
  });

  it('takes a body of exactly the limit, and reads nothing behind that', async ({ api }) => {
    const sendBody = (body: BodyInit, length: Record<string, string> = {}) => {
      const headers = { 'content-type': 'application/json', ...length };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      return api.request('/api/contact-messages', init);
    };
    const text = JSON.stringify(buildMessageInput());
    const largest = text + ' '.repeat(LIMITS.jsonBody - Buffer.byteLength(text));
    expect((await sendBody(largest)).status).toBe(201);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 8_192;
        controller.enqueue(new Uint8Array(8_192).fill(0x20));
      },
    });
    for (const response of [
      await sendBody(`${largest} `),
      await sendBody(`${largest} `, { 'content-length': '10' }),
      await sendBody(text, { 'content-length': String(2 ** 40) }),
      await sendBody(endless),
    ]) {
      expect(response.status).toBe(413);
      errorBodySchema.parse(await response.json());
    }
    expect(sent).toBeLessThan(LIMITS.jsonBody * 2);
  });
});
