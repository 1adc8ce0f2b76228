import { describe, expect, it } from 'vitest';
import { parseRequest } from './parse-request.ts';

function read(message: string) {
  return parseRequest(Buffer.from(message, 'latin1'));
}

function messageWith(...lines: string[]): string {
  return ['GET /blog HTTP/1.1', 'host: a.example', ...lines, '', ''].join('\r\n');
}

describe('a plain request', () => {
  it('is read, and needs nothing but a host', () => {
    const message = messageWith(
      'Accept-Encoding:gzip, br',
      'IF-NONE-MATCH: \t"a", W/"b"\t ',
      'x-forwarded-for: 203.0.113.7',
      'Connection: Keep-Alive',
      'cookie: a=1; b="2"',
      'Sec-Fetch-Site: cross-site',
      'sec-fetch-mode: navigate',
      'sec-fetch-dest: document',
      'sec-fetch-user: ?1',
      'x-real-ip: 203.0.113.8',
      'Forwarded: for=203.0.113.8',
      'x-empty:',
    );
    expect(read(message)).toEqual({
      target: '/blog',
      host: 'a.example',
      acceptEncoding: 'gzip, br',
      ifNoneMatch: '"a", W/"b"',
      forwardedFor: '203.0.113.7',
      realIp: '203.0.113.8',
      forwarded: 'for=203.0.113.8',
      fetchSite: 'cross-site',
      fetchDest: 'document',
      fetchUser: '?1',
    });
    const bare = 'GET /?a=%20#b HTTP/1.1\r\nhost:\r\n\r\n';
    expect(read(bare)).toEqual({ target: '/?a=%20#b', host: '' });
  });

  it.each([
    ['nothing', ''],
    ['a part of it', messageWith().slice(0, -2)],
    ['a part of its last line', messageWith().slice(0, -1)],
    ['more than one request', messageWith() + messageWith()],
    ['a byte too many', `${messageWith()}\n`],
    ['no host', 'GET / HTTP/1.1\r\naccept: a\r\n\r\n'],
    ['another method', messageWith().replace('GET', 'HEAD')],
    ['a method in small letters', messageWith().replace('GET', 'get')],
    ['another version', messageWith().replace('1.1', '1.0')],
    ['a whole address', messageWith().replace('/blog', 'http://a.example/blog')],
    ['a blank in the address', messageWith().replace('/blog', '/blog x')],
    ['bytes above 127 in the address', messageWith().replace('/blog', '/caf\xe9')],
    ['a body', messageWith('content-length: 0')],
    ['chunks', messageWith('Transfer-Encoding: chunked')],
    ['a wish for another protocol', messageWith('upgrade: websocket')],
    ['an expectation', messageWith('expect: 100-continue')],
    ['a range', messageWith('range: bytes=0-1')],
    ['a condition on a range', messageWith('if-range: "a"')],
    ['the end of the connection', messageWith('connection: close')],
    ['names of hop-by-hop headers', messageWith('connection: keep-alive, x-forwarded-for')],
    ['a second host', messageWith('Host: b.example')],
    ['a second forwarded address', messageWith('x-forwarded-for: 1.1.1.1', 'x-forwarded-for: 2')],
    ['a blank before the colon', messageWith('content-length : 5')],
    ['a folded line', messageWith('x-a: b', ' c')],
    ['a line without a colon', messageWith('hello')],
    ['a line without a name', messageWith(': b')],
    ['a bare line feed', messageWith('x-a: b\nx-c: d')],
    ['a bare carriage return', messageWith('x-a: b\rx-c: d')],
    ['a zero byte', messageWith('x-a: b\0')],
    ['bytes above 127 in a header', messageWith('x-a: caf\xe9')],
    ['too much of everything', messageWith(`x-a: ${'a'.repeat(8_200)}`)],
  ])('is not one with %s', (_case, message) => {
    expect(read(message)).toBeNull();
  });
});
