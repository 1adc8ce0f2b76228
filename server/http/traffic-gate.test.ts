import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpBindings } from '@hono/node-server';
import type { Guard } from '../traffic/guard.ts';
import type { SourceReader } from '../traffic/source.ts';
import { createTestGuard } from '#tests/support/traffic.ts';
import { LIMITS } from '../limits.ts';
import { createHttpServer } from './listener.ts';
import { sourceOf } from './request-context.ts';
import { createTrafficGate, routeClassOf } from './traffic-gate.ts';

let server: Server;
let port: number;
let url: string;
let guard: Guard;
let sources: SourceReader;
let reads = 0;
let logged: { address: string; path: string; status: number }[] = [];

async function listen(trustedProxies: string[]): Promise<void> {
  const made = createTestGuard(trustedProxies);
  guard = made.guard;
  sources = {
    ...made.sources,
    read: (peer, forwardedFor) => {
      reads += 1;
      return made.sources.read(peer, forwardedFor);
    },
  };
  server = createHttpServer({
    fetch: (_, env) => new Response(sourceOf((env as HttpBindings).incoming, sources).address),
    sources,
    gate: createTrafficGate({
      guard,
      sources,
      requestLog: { add: ({ address, path, status }) => logged.push({ address, path, status }) },
    }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
}

beforeEach(() => {
  reads = 0;
  logged = [];
  return listen(['127.0.0.0/8', '::1']);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('takes for a probe only what reads one', () => {
  const classes = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'].map((method) =>
    routeClassOf(method, '/healthz'),
  );
  expect(classes).toEqual(['free', 'free', 'page', 'page', 'page']);
});

function send(path: string): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    body: 'name=Selin+Kaya',
  });
}

/** Sends forms until one is refused. */
async function refusedForm(path: string): Promise<Response> {
  for (let count = 0; count < 100; count += 1) {
    const response = await send(path);
    if (response.status !== 200) return response;
    await response.text();
  }
  throw new Error('no form was refused');
}

it('tells who sent a form without scripts too early when to try again, and that nothing is lost', async () => {
  const response = await refusedForm('/order');
  expect(response.status).toBe(429);
  const seconds = response.headers.get('retry-after');
  expect(Number(seconds)).toBeGreaterThan(1);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await response.text();
  expect(text).toContain(`Please try again in ${seconds} seconds.`);
  expect(text).toContain('go back with the Back button of your browser');
  expect(text).toContain('Files may have to be chosen again.');
  const contact = await (await refusedForm('/contact')).text();
  expect(contact).toContain('go back with the Back button of your browser');
  expect(contact).not.toContain('Files');
});

it('tells a form with scripts in the error shape, without words about the Back button', async () => {
  const response = await refusedForm('/api/contact-messages');
  expect(response.status).toBe(429);
  const seconds = response.headers.get('retry-after');
  const { error } = await response.json();
  expect(error.code).toBe('RATE_LIMITED');
  expect(error.message).toContain(`Please try again in ${seconds} seconds.`);
  expect(error.message).not.toContain('Back');
  const other = await send('/api/admin-auth');
  expect(other.status).toBe(200);
});

it('reads where a request comes from once, also for what answers it', async () => {
  const response = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await response.text()).toBe('203.0.113.7');
  expect(reads).toBe(1);
});

describe('a request that cannot be read', () => {
  const VISITOR = '127.0.0.1';

  async function write(...pieces: string[]): Promise<string> {
    const socket = connect(port, VISITOR);
    const answer = text(socket);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((done) => setTimeout(done, 50));
    }
    return answer;
  }

  it.each([
    ['no HTTP', ['hello\r\n\r\n'], '(malformed)', 400],
    ['that of another protocol', ['\u0016\u0003\u0001\u0002'], '(malformed)', 400],
    ['with a broken header', ['GET /blog?a=1 HTTP/1.1\r\nho st: x\r\n\r\n'], '/blog', 400],
    ['broken in a later piece', ['GET /a HTTP/1.1\r\n', 'ho st: x\r\n\r\n'], '(malformed)', 400],
    [
      'with a long header',
      [`GET /long HTTP/1.1\r\nx: ${'a'.repeat(LIMITS.headerBlock)}\r\n\r\n`],
      '/long',
      431,
    ],
    ['with an odd address', ['GET //blog?a=1 HTTP/1.1\r\nhost: x\r\n\r\n'], '//blog', 400],
  ])('%s is scored, and written to the request log', async (_, pieces, path, status) => {
    const before = guard.scoreOf(sources.sourceOf(VISITOR));
    for (let count = 0; count < 5; count += 1) {
      expect(await write(...pieces)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    expect(logged).toEqual(Array.from({ length: 5 }, () => ({ address: VISITOR, path, status })));
    expect(guard.scoreOf(sources.sourceOf(VISITOR))).toBeGreaterThan(before);
  });

  it('that stops arriving is written, a connection that was never used is not', async () => {
    const unused = text(connect(port, VISITOR));
    expect(await write('GET /slow HTTP/1.1\r\nho')).toMatch(/^HTTP\/1.1 408 /);
    await unused;
    expect(logged).toEqual([{ address: VISITOR, path: '(stalled)', status: 408 }]);
  });
});
