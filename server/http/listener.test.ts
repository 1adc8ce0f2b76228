import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ORDINARY_LIMITS } from '#shared/traffic-signals/values.ts';
import { listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createTestGate } from '#tests/support/traffic.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { createHttpServer, endHttpServer } from './listener.ts';
import { buildSecurityHeaders } from './base/security-headers.ts';

const HEADERS = buildSecurityHeaders('https://a.example');

let server: Server;

/** `peerOf`: the address that each new connection is said to come from. */
async function listen(peerOf = () => '127.0.0.1'): Promise<number> {
  const reader = createSourceReader([]);
  const sourceOf = () => reader.sourceOf(peerOf());
  const sources = { ...reader, sourceOf, read: sourceOf };
  server = createHttpServer({
    fetch: (request) => Response.json({ path: new URL(request.url).pathname }),
    sources,
    gate: createTestGate(sources),
    securityHeaders: HEADERS,
  });
  return listenForTest(server);
}

async function send(port: number, raw: string): Promise<string> {
  const socket = await openSocket(port);
  socket.write(raw);
  return text(socket);
}

function openSockets(port: number, count: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => openSocket(port)));
}

const LAST = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const SERVED = '{"path":"/"}';

const TWO_LENGTHS = 'content-length: 1\r\ncontent-length: 2';
const LONG = `x-long: ${'a'.repeat(LIMITS.headerBlock)}`;
it.each([
  ['another spelling of a path', 400, 'GET //a HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a path that is none', 400, 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['two hosts', 400, 'GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['a host that is none', 400, 'GET / HTTP/1.1\r\nhost: a/b\r\n\r\n'],
  ['a body where none belongs', 400, 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n'],
  ['the same in chunks', 400, 'HEAD / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['two lengths', 400, `POST / HTTP/1.1\r\nhost: x\r\n${TWO_LENGTHS}\r\n\r\n`],
  ['a long header', 431, `GET / HTTP/1.1\r\nhost: x\r\n${LONG}\r\n\r\n`],
])(
  'a request that the application never sees gets the headers of every response: %s',
  async (_case, status, raw) => {
    const [head = '', body = ''] = (await send(await listen(), raw)).split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const sent = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    for (const [name, value] of HEADERS) expect(sent.get(name), name).toBe(value);
    expect(sent.get('content-security-policy')).toContain("default-src 'none'");
    expect(sent.get('cache-control')).toBe('no-store');
    expect(sent.get('connection')).toBe('close');
    expect(Date.parse(sent.get('date') ?? '')).not.toBeNaN();
    if (!raw.startsWith('HEAD'))
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  },
);

it('redirects a page with too many slashes to its path on this origin', async () => {
  const request = (target: string) =>
    `GET ${target} HTTP/1.1\r\nhost: x\r\naccept: text/html,*/*\r\n\r\n`;
  const response = await send(await listen(), request('//contact?a=//b'));
  expect(response).toMatch(/^HTTP\/1.1 308 /);
  expect(response).toContain('\r\nlocation: /contact?a=//b\r\n');
  expect(await send(await listen(), request('//api/faqs'))).toMatch(/^HTTP\/1.1 400 /);
});

describe('limits of a connection', () => {
  it.each([
    ['an IPv4 address', 'connectionsPerAddress', () => '203.0.113.9'],
    ['an IPv6 /64', 'connectionsPerAddress', (serial: number) => `2001:db8:1:1::${serial}`],
    ['an IPv6 /48', 'connectionsPerNetwork', (serial: number) => `2001:db8:1:${serial}::1`],
  ] as const)('are counted for %s until they close', async (_, limit, addressOf) => {
    let serial = 0;
    let stranger: string | null = null;
    const port = await listen(() => stranger ?? addressOf((serial += 1)));
    const sockets = await openSockets(port, LIMITS[limit]);
    await once(await openSocket(port), 'close');
    expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
    stranger = '2001:db8:2::1';
    expect(await send(port, LAST)).toContain(SERVED);
    stranger = null;
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => send(port, LAST).catch(() => '')).toContain(SERVED);
  });

  it('lets in no more new connections of a source than it may send requests', async () => {
    let peer = '203.0.113.9';
    const port = await listen(() => peer);
    const responses: string[] = [];
    for (let index = 0; index < ORDINARY_LIMITS.burst * 2; index += 1) {
      responses.push(await send(port, LAST).catch(() => ''));
    }
    const admitted = responses.filter((response) => response.includes('200 OK')).length;
    expect(admitted).toBeGreaterThanOrEqual(ORDINARY_LIMITS.burst);
    expect(responses).toContain('');
    peer = '203.0.113.10';
    expect(await send(port, LAST)).toContain(SERVED);
  });

  it('reads nothing of what has arrived behind a request that ends the connection', async () => {
    const port = await listen();
    let requests = 0;
    server.on('request', () => (requests += 1));
    const next = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    const response = await send(port, next + next.replace('/', '//') + next.repeat(1_500));
    expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(requests).toBe(2);
  });

  it('does not count the connections of this machine or of a proxy', async () => {
    const port = await listen();
    const sockets = await openSockets(port, LIMITS.connectionsPerAddress + 1);
    expect(sockets.every((socket) => !socket.destroyed)).toBe(true);
  });
});

describe('a body that nobody reads', () => {
  const PIECE = Buffer.alloc(1024 * 1024);
  const PIECES = 300;

  /** The response to a request that sends all it can. */
  async function sendAll(port: number): Promise<string> {
    const socket = await openSocket(port);
    const closed = new Promise((done) => socket.once('close', done));
    const response = text(socket).catch(() => '');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${PIECES * PIECE.length}\r\n\r\n`);
    for (let pieces = 0; pieces < PIECES && !socket.destroyed; pieces += 1) {
      if (!socket.write(PIECE)) await Promise.race([once(socket, 'drain'), closed]);
    }
    return response;
  }

  it.each([
    [1, '203.0.113.77'],
    [8, '203.0.113.78'],
  ])(
    'is read on at the rate of its source, not to its end, and each of %i senders sees the response',
    async (senders, address) => {
      const port = await listen(() => address);
      const sockets: Socket[] = [];
      server.on('request', ({ socket }) => sockets.push(socket));
      const responses = await Promise.all(Array.from({ length: senders }, () => sendAll(port)));
      for (const response of responses) expect(response).toContain(SERVED);
      const received = sockets.reduce((bytes, { bytesRead }) => bytes + bytesRead, 0);
      const { perSecond, burst } = LIMITS.bodyRate.own;
      // What Node holds ready while nobody reads comes on top.
      expect(received).toBeLessThan(burst + perSecond * 1.5);
    },
  );
});

describe('the end of the server', () => {
  it('comes when the last response is out, not when its connection has been idle for long', async () => {
    const port = await listen();
    const [idle, busy] = [await openSocket(port), await openSocket(port)];
    idle.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    busy.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n');
    await once(idle, 'data');
    const ended = endHttpServer(server);
    await once(idle, 'close');
    const response = text(busy);
    busy.write('\r\n{}');
    expect(await response).toContain(SERVED);
    await ended;
  });

  it('cuts off what goes on for too long', async () => {
    const socket = await openSocket(await listen());
    socket.write('POST / HTTP/1.1\r\nhost: x\r\n');
    await Promise.all([once(socket, 'close'), endHttpServer(server, 200)]);
  });
});
