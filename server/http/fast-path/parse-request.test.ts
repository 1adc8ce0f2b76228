import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from './parse-request.ts';

function read(message: string) {
  return parseRequest(Buffer.from(message, 'latin1'));
}

function messageWith(...lines: string[]): string {
  return ['GET /blog HTTP/1.1', 'host: a.example', ...lines, '', ''].join('\r\n');
}

describe('a plain request', () => {
  it('is read', () => {
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
  });

  it('needs nothing but a host', () => {
    expect(read('GET /?a=%20#b HTTP/1.1\r\nhost:\r\n\r\n')).toEqual({
      target: '/?a=%20#b',
      host: '',
      acceptEncoding: undefined,
      ifNoneMatch: undefined,
      forwardedFor: undefined,
      realIp: undefined,
      forwarded: undefined,
      fetchSite: undefined,
      fetchDest: undefined,
      fetchUser: undefined,
    });
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

  it('takes no time to refuse what was made to take long', () => {
    const started = performance.now();
    expect(read(messageWith(`x-a: ${'\t a'.repeat(2_600)}\0`))).toBeNull();
    expect(performance.now() - started).toBeLessThan(100);
  });
});

describe("beside Node's parser", () => {
  const PIECES = [
    '\r\n', '\n', '\r', ' ', '\t', ':', ',', '\0', '\x80', '"', 'GET ', '/', '?', ' HTTP/1.1', 'host: b', 'Host: c.example\r\n',
    'content-length: 3\r\n', 'x-forwarded-for: 1.2.3.4\r\n', 'if-none-match: "x"\r\n', 'accept-encoding: br\r\n', '\r\n\r\n',
  ]; // prettier-ignore
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    server = createServer(({ url, headers, rawHeaders }, response) => {
      response.setHeader('connection', 'close');
      response.end(
        JSON.stringify({
          target: url,
          host: headers.host,
          acceptEncoding: headers['accept-encoding'],
          ifNoneMatch: headers['if-none-match'],
          forwardedFor: headers['x-forwarded-for'],
          realIp: headers['x-real-ip'],
          forwarded: headers.forwarded,
          fetchSite: headers['sec-fetch-site'],
          fetchDest: headers['sec-fetch-dest'],
          fetchUser: headers['sec-fetch-user'],
          lines: rawHeaders.length,
        }),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function askNode(bytes: Buffer): Promise<unknown> {
    const socket = connect(port, '127.0.0.1');
    socket.end(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    const { lines: _lines, ...read } = JSON.parse(body);
    return read;
  }

  it('reads the same out of everything it reads at all', async () => {
    let seed = 20_261_121;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const original = messageWith(
      'accept-encoding: gzip, deflate, br',
      'x-forwarded-for: 203.0.113.7, 10.0.0.1',
      'if-none-match: "abc"',
      'sec-fetch-dest: image',
      'sec-fetch-site: cross-site',
      'user-agent: Mozilla/5.0 (X11; Linux x86_64)',
      'connection: keep-alive',
    );
    let read = 0;
    for (let round = 0; round < 4_000; round += 1) {
      let message = original;
      for (let change = random(3); change >= 0; change -= 1) {
        const at = random(message.length + 1);
        const piece = PIECES[random(PIECES.length)] ?? '';
        message = message.slice(0, at) + piece + message.slice(at + random(2) * random(12));
      }
      const bytes = Buffer.from(message, 'latin1');
      const request = parseRequest(bytes);
      if (!request) continue;
      read += 1;
      expect(await askNode(bytes), JSON.stringify(message)).toEqual(
        JSON.parse(JSON.stringify(request)),
      );
    }
    expect(read).toBeGreaterThan(300);
  });
});
