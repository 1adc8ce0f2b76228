import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  negotiate,
  parseRange,
  precompress,
  toResponse,
  type Negotiation,
} from './cached-response.ts';

const body = Buffer.from('0123456789');
const NEGOTIATION: Negotiation = { method: 'GET', acceptEncoding: null, ifNoneMatch: null };

function prepare(changes: Partial<Parameters<typeof precompress>[0]> = {}) {
  return precompress({
    status: 200,
    headers: [
      ['content-type', 'text/plain'],
      ['cache-control', 'no-cache'],
      ['vary', 'accept-encoding'],
    ],
    body,
    encoded: { br: brotliCompressSync(body), gzip: gzipSync(body) },
    ...changes,
  });
}

function choose(cached: ReturnType<typeof prepare>, negotiation: Partial<Negotiation>) {
  const { status, headers, body: sent } = negotiate(cached, { ...NEGOTIATION, ...negotiation });
  const named: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    named[headers[index] ?? ''] = headers[index + 1] ?? '';
  }
  return { status, headers: named, body: sent?.toString('latin1') ?? null };
}

describe('a prepared answer', () => {
  it('is sent in the best encoding, each with a tag of its own, without a body for HEAD', () => {
    const cached = prepare();
    const plain = choose(cached, {});
    const br = choose(cached, { acceptEncoding: 'gzip, br' });
    const gzip = choose(cached, { acceptEncoding: 'gzip' });
    expect(plain.body).toBe('0123456789');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
    expect(br.headers['content-length']).toBe(String(brotliCompressSync(body).length));
    const unprepared = choose(prepare({ encoded: {} }), { acceptEncoding: 'br' });
    expect(unprepared.headers['content-encoding']).toBeUndefined();
    expect(unprepared.body).toBe('0123456789');
    const head = choose(cached, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' }, body: null });
  });

  it.each([
    ['the very tag', (etag: string) => etag],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['a weak one, as a proxy that compresses makes it', (etag: string) => `W/${etag}`],
    ['any', () => '*'],
  ])('says that nothing has changed to %s', (_case, headerOf) => {
    const cached = prepare();
    const etag = choose(cached, { acceptEncoding: 'br' }).headers['etag'] ?? '';
    const again = choose(cached, { acceptEncoding: 'br', ifNoneMatch: headerOf(etag) });
    expect(again).toEqual({
      status: 304,
      headers: { 'cache-control': 'no-cache', vary: 'accept-encoding', etag },
      body: null,
    });
    // The tag of another encoding is that of another response.
    if (headerOf(etag) !== '*') {
      expect(choose(cached, { ifNoneMatch: headerOf(etag) }).status).toBe(200);
    }
  });

  it('has another tag when only a header changed, and none and no 304 when it is no success', () => {
    const other = prepare({ headers: [['content-security-policy', "default-src 'self'"]] });
    expect(choose(other, {}).headers['etag']).not.toBe(choose(prepare(), {}).headers['etag']);
    const missing = choose(prepare({ status: 404 }), { ifNoneMatch: '*' });
    expect(missing.status).toBe(404);
    expect(missing.headers).not.toHaveProperty('etag');
  });

  it('is the same as a Response', async () => {
    const response = toResponse(
      prepare(),
      new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } }),
    );
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(gzipSync(body));
  });
});

describe('parts of an answer', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=8-', { first: 8, last: 9 }],
    ['bytes=-4', { first: 6, last: 9 }],
    ['bytes=-40', { first: 0, last: 9 }],
    ['bytes=5-500', { first: 5, last: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    ['bytes=1e3-', null],
    [`bytes=${'9'.repeat(400)}-`, null],
  ])('%s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  it('are sent as they are stored, never compressed, and of the version that the browser has', () => {
    const cached = prepare({ hasRanges: true });
    const part = choose(cached, { range: 'bytes=2-4', acceptEncoding: 'br' });
    expect(part).toMatchObject({ status: 206, body: '234' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    expect(part.headers).not.toHaveProperty('content-encoding');
    expect(choose(cached, { range: 'bytes=99-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
    });
    // A browser with another version gets the full response.
    const etag = choose(cached, {}).headers['etag'] ?? '';
    expect(choose(cached, { range: 'bytes=0-0', ifRange: etag }).status).toBe(206);
    expect(choose(cached, { range: 'bytes=0-0', ifRange: '"older"' }).status).toBe(200);
    expect(choose(prepare(), { range: 'bytes=0-0' }).status).toBe(200);
  });
});
