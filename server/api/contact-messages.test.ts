import { describe, expect } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { MESSAGE_MESSAGES } from '#shared/messages/messages.ts';
import { messageResponseSchema } from '#shared/messages/schema.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { LIMITS } from '#server/core/limits.ts';
import { it } from '#tests/support/fixtures.ts';

function send(
  api: TestApp,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.request('/api/contact-messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
}

async function countMessages(api: TestApp): Promise<number> {
  return (await api.db.selectFrom('contactMessages').select('id').execute()).length;
}

describe('POST /api/contact-messages', () => {
  it('stores a message and answers its id', async ({ api }) => {
    const input = buildMessageInput({ name: '  Gökçe Demir ' });
    const response = await send(api, JSON.stringify(input));
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { id } = messageResponseSchema.parse(await response.json());
    const stored = await api.db
      .selectFrom('contactMessages')
      .select(['name', 'email', 'message', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(stored).toEqual({ ...input, name: 'Gökçe Demir', status: 'new' });
  });

  it('stores where its sender came from, also when they come again another way', async ({
    api,
  }) => {
    const headers = { 'idempotency-key': '5A1E7D3C-0000-4000-8000-000000000002' };
    const input = buildMessageInput();
    const source = {
      sourcePage: '/blog/a-late-truck',
      landingPage: '/',
      referrer: 'News.Example/logistics',
    };
    const first = await send(api, JSON.stringify({ ...input, ...source }), headers);
    const { id } = messageResponseSchema.parse(await first.json());
    const again = await send(api, JSON.stringify({ ...input, sourcePage: '/faq' }), headers);
    expect(await again.json()).toMatchObject({ id });
    const found = (messageId: string) =>
      api.db
        .selectFrom('conversations')
        .select(['sourcePage', 'landingPage', 'referrer'])
        .where('messageId', '=', messageId)
        .executeTakeFirst();
    expect(await found(id)).toEqual({ ...source, referrer: 'news.example/logistics' });

    const made = { sourcePage: '/no-such-page', landingPage: '//evil', referrer: 'a b' };
    const other = await send(api, JSON.stringify({ ...buildMessageInput(), ...made }));
    expect(other.status).toBe(201);
    const stored = await found(messageResponseSchema.parse(await other.json()).id);
    expect(stored).toEqual({ sourcePage: null, landingPage: null, referrer: null });
  });

  it('stores a message that is sent again with its key once', async ({ api }) => {
    const headers = { 'idempotency-key': '5A1E7D3C-0000-4000-8000-000000000001' };
    const body = JSON.stringify(buildMessageInput());
    const first = await (await send(api, body, headers)).json();
    const again = await send(api, body, headers);
    expect([again.status, await again.json()]).toEqual([201, first]);
    const changed = JSON.stringify(buildMessageInput({ name: 'Murat Çetin' }));
    expect((await send(api, changed, headers)).status).toBe(422);
  });

  it('marks what is suspect, with its reasons, and answers it like everything else', async ({
    api,
  }) => {
    const repeated = { message: 'Cheap visitors for your shop, at once!' };
    const forms = [
      { message: 'A text that is written once, by a person.', homepage: '' },
      { message: 'See https://a.example for what we have now', formAge: 900 },
      { message: 'https://a.example https://b.example', homepage: 'b' },
      { ...repeated, name: 'Sender a' },
      { ...repeated, name: 'Sender b' },
      { ...repeated, name: 'Sender c' },
    ];
    const reasons = [];
    for (const form of forms) {
      const response = await send(api, JSON.stringify({ ...buildMessageInput(), ...form }));
      expect(response.status).toBe(201);
      const { id } = messageResponseSchema.parse(await response.json());
      const row = await api.db
        .selectFrom('contactMessages')
        .select(['isSuspect', 'suspectReasons'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.isSuspect).toBe(row.suspectReasons.length > 0);
      reasons.push(row.suspectReasons);
    }
    expect(reasons).toEqual([[], ['fast'], ['trap', 'links'], [], [], ['repeated']]);
  });

  it.for<[string, object, Record<string, string>]>([
    [
      'short texts',
      { name: 'x', email: 'nobody', message: 'too short' },
      {
        name: MESSAGE_MESSAGES.name,
        email: MESSAGE_MESSAGES.email,
        message: MESSAGE_MESSAGES.message,
      },
    ],
    [
      'long texts',
      { name: 'ğ'.repeat(201), message: 'x'.repeat(5_001) },
      { name: MESSAGE_MESSAGES.nameTooLong, message: MESSAGE_MESSAGES.messageTooLong },
    ],
    ['NUL', { name: 'Gökçe\u0000' }, { name: 'Please remove characters that cannot be stored' }],
    ['an unknown field', { isAdmin: true }, { isAdmin: 'This field is not known' }],
    ['a number in the hidden field', { homepage: 1 }, { homepage: 'The hidden field is a text' }],
    [
      'an endless age',
      { formAge: null },
      { formAge: 'The age of the form is a number of milliseconds' },
    ],
  ])('rejects %s in the words of the form', async ([, changes, fields], { api }) => {
    const before = await countMessages(api);
    const response = await send(api, JSON.stringify({ ...buildMessageInput(), ...changes }));
    expect(response.status).toBe(400);
    const { error } = errorBodySchema.parse(await response.json());
    expect([error.code, error.fields]).toEqual(['VALIDATION', fields]);
    expect(await countMessages(api)).toBe(before);
  });

  const text = JSON.stringify(buildMessageInput());

  it.for([
    ['a lying length', `{"name":"${'x'.repeat(70_000)}"}`, '10'],
    ['a large announced length', text, String(2 ** 40)],
  ] as const)('rejects %s', async ([, body, length], { api }) => {
    const before = await countMessages(api);
    const response = await send(api, body, { 'content-length': length });
    expect(response.status).toBe(413);
    errorBodySchema.parse(await response.json());
    expect(await countMessages(api)).toBe(before);
  });

  it('stops reading a stream without a length at the limit', async ({ api }) => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 8_192;
        controller.enqueue(new Uint8Array(8_192).fill(0x20));
      },
    });
    const response = await send(api, endless);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(LIMITS.jsonBody * 2);
  });

  it('accepts a body of exactly the limit', async ({ api }) => {
    const padding = ' '.repeat(LIMITS.jsonBody - Buffer.byteLength(text));
    expect((await send(api, text + padding)).status).toBe(201);
    expect((await send(api, `${text}${padding} `)).status).toBe(413);
  });
});
