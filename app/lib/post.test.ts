import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFormKey, postJson, readResult } from './post.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('createFormKey', () => {
  it('makes different UUIDs of version 4', () => {
    const keys = Array.from({ length: 50 }, createFormKey);
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(keys).size).toBe(50);
  });
});

describe('readResult', () => {
  it('returns the value, or the message and fields of an error', () => {
    expect(readResult(201, '{"path":"p"}')).toEqual({ ok: true, value: { path: 'p' } });
    const error = { message: 'No.', fields: { email: 'Wrong' } };
    expect(readResult(400, JSON.stringify({ error: { code: 'VALIDATION', ...error } }))).toEqual({
      ok: false,
      status: 400,
      ...error,
    });
  });

  it('does not accept a page of a proxy as a response', () => {
    expect(readResult(200, '<html>')).toMatchObject({ ok: false, message: null });
    expect(readResult(502, '<html>')).toMatchObject({ ok: false, status: 502, fields: {} });
  });
});

const ACCEPTED_AT = 'Tue, 24 Nov 2026 11:40:00 GMT';

describe('postJson', () => {
  it('asks again under the same key while the first request is still being worked on', async () => {
    vi.useFakeTimers();
    const responses = [
      new Response('{}', { status: 409 }),
      new Response('{"id":"1"}', { status: 201, headers: { date: ACCEPTED_AT } }),
    ];
    const send = vi.fn(async (_path: string, _options: RequestInit) => responses.shift());
    vi.stubGlobal('fetch', send);

    const pending = postJson('/api/submit-order', { a: 1 }, 'key');
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await pending).toEqual({ ok: true, value: { id: '1' }, acceptedAt: ACCEPTED_AT });
    const keys = send.mock.calls.map(([, options]) =>
      new Headers(options.headers).get('idempotency-key'),
    );
    expect(keys).toEqual(['key', 'key']);
  });

  it('says when the server is not reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await postJson('/api/submit-order', {}, 'key')).toMatchObject({ ok: false, status: 0 });
  });
});
