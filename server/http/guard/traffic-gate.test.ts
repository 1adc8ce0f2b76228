import { type IncomingMessage, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpBindings } from '@hono/node-server';
import type { Guard } from '#server/traffic/guard.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import { listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createTestGuard } from '#tests/support/traffic.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { sourceOf } from '#server/http/base/request-context.ts';
import { createTrafficGate, routeClassOf } from './traffic-gate.ts';

let port: number;
let url: string;
let guard: Guard;
let sources: SourceReader;
let reads = 0;
let logged: { address: string; path: string; status: number }[] = [];

beforeEach(async () => {
  reads = 0;
  logged = [];
  const made = createTestGuard(['127.0.0.0/8', '::1']);
  guard = made.guard;
  sources = {
    ...made.sources,
    read: (...from) => {
      reads += 1;
      return made.sources.read(...from);
    },
  };
  const server = createHttpServer({
    fetch: (_, env) => new Response(sourceOf((env as HttpBindings).incoming, sources).address),
    sources,
    gate: createTrafficGate({
      guard,
      sources,
      requestLog: { add: ({ address, path, status }) => logged.push({ address, path, status }) },
    }),
  });
  port = await listenForTest(server);
  url = `http://127.0.0.1:${port}`;
});

it('takes a probe to be as cheap as a file, unless something is sent there', () => {
  const classes = ['GET', 'HEAD', 'POST'].map((method) => routeClassOf(method, '/healthz'));
  expect(classes).toEqual(['file', 'file', 'page']);
});

function send(path: string): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    body: 'name=Selin+Kaya',
  });
}

/** Sends forms until one is rejected. */
async function rejectedForm(path: string): Promise<Response> {
  for (let count = 0; count < 100; count += 1) {
    const response = await send(path);
    if (response.status !== 200) return response;
    await response.text();
  }
  throw new Error('no form was refused');
}

it('tells who sent a form too early when to try again, and that nothing is lost without scripts', async () => {
  const response = await rejectedForm('/order');
  expect(response.status).toBe(429);
  const seconds = response.headers.get('retry-after');
  expect(Number(seconds)).toBeGreaterThan(1);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  expect(page).toContain(`Please try again in ${seconds} seconds.`);
  expect(page).toContain('go back with the Back button of your browser');
  expect(page).toContain('Files may have to be chosen again.');
  const contact = await (await rejectedForm('/contact')).text();
  expect(contact).toContain('go back with the Back button of your browser');
  expect(contact).not.toContain('Files');

  const scripted = await rejectedForm('/api/contact-messages');
  expect(scripted.status).toBe(429);
  const { error } = await scripted.json();
  expect(error.code).toBe('RATE_LIMITED');
  const retryAfter = scripted.headers.get('retry-after');
  expect(error.message).toContain(`Please try again in ${retryAfter} seconds.`);
  expect(error.message).not.toContain('Back');
  expect((await send('/api/admin-auth')).status).toBe(200);
});

it('reads where a request comes from once, also for what answers it', async () => {
  const response = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await response.text()).toBe('203.0.113.7');
  expect(reads).toBe(1);
});

describe('a request that cannot be read', () => {
  const VISITOR = '127.0.0.1';

  async function write(...pieces: string[]): Promise<string> {
    const socket = await openSocket(port);
    const closing = text(socket);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((done) => setTimeout(done, 50));
    }
    return closing;
  }

  it.each([
    ['no HTTP', ['hello\r\n\r\n'], '(malformed)'],
    ['with a broken header', ['GET /blog?a=1 HTTP/1.1\r\nho st: x\r\n\r\n'], '/blog'],
    ['broken in a later piece', ['GET /a HTTP/1.1\r\n', 'ho st: x\r\n\r\n'], '(malformed)'],
    ['with an odd address', ['GET //blog?a=1 HTTP/1.1\r\nhost: x\r\n\r\n'], '//blog'],
  ])('%s is scored, and written to the request log', async (_, pieces, path) => {
    const before = guard.scoreOf(sources.sourceOf(VISITOR));
    const entry = { address: VISITOR, path, status: 400 };
    for (let count = 0; count < 5; count += 1) {
      expect(await write(...pieces)).toMatch(/^HTTP\/1.1 400 /);
    }
    expect(logged).toEqual(Array.from({ length: 5 }, () => entry));
    expect(guard.scoreOf(sources.sourceOf(VISITOR))).toBeGreaterThan(before);
  });

  const long = `/long${'a'.repeat(LIMITS.headerBlock)}`;
  const cut = expect.stringMatching(/^\/longa+$/) as string;
  it.each([
    ['meant to be encrypted', '\u0016\u0003\u0001\u0002', '(malformed)', 400],
    ['with a long address', `GET ${long} HTTP/1.1\r\n\r\n`, cut, 431],
  ])('%s may be the doing of another site: it is written and not scored', async (...row) => {
    const [, piece, path, status] = row;
    for (let count = 0; count < 9; count += 1) await write(piece);
    expect(logged).toEqual(Array.from({ length: 9 }, () => ({ address: VISITOR, path, status })));
    expect(guard.scoreOf(sources.sourceOf(VISITOR))).toBe(0);
  });

  it('that stops arriving is cut and written, a connection that was never used is not written', async () => {
    const started = performance.now();
    const unused = text(await openSocket(port));
    expect(await write('GET /slow HTTP/1.1\r\nho')).toMatch(/^HTTP\/1.1 408 /);
    expect(performance.now() - started).toBeGreaterThanOrEqual(LIMITS.headerTimeout - 500);
    await unused;
    expect(logged).toEqual([{ address: VISITOR, path: '(stalled)', status: 408 }]);
  });
});

describe('a page of another site', () => {
  const VISITOR = '203.0.113.7';
  const PROBES = ['/.env', '/wp-login.php', '/.git/config', '/phpmyadmin/', '/nothing', '/a//b'];
  const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  const OPENED = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };

  /** Node's own `fetch` writes some of these headers itself. */
  async function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const request = { method, path, port, agent: false, headers };
    const sent = httpRequest({ ...request, headers: { ...headers, 'x-forwarded-for': VISITOR } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  }
  const score = () => guard.scoreOf(sources.sourceOf(VISITOR));

  it.each(['image', 'script', 'iframe', 'empty'])(
    'cannot get its reader blocked by 20 %s probes, and is denied',
    async (dest) => {
      for (let round = 0; round < 20; round += 1) {
        const path = PROBES[round % PROBES.length] ?? '';
        const { status, body } = await ask(path, { ...EMBEDDED, 'sec-fetch-dest': dest });
        expect(status).toBe(403);
        expect(body).toContain('came from another site');
      }
      expect(score()).toBe(0);
    },
  );

  it('takes none of the room that its reader has for forms', async () => {
    const headers = { ...EMBEDDED, 'sec-fetch-dest': 'empty' };
    for (let count = 0; count < 100; count += 1) {
      const { status, body } = await ask('/api/contact-messages', headers, 'POST');
      expect(status).toBe(403);
      expect(JSON.parse(body).error.code).toBe('FORBIDDEN');
    }
    expect((await send('/api/contact-messages')).status).toBe(200);
  });

  it('may open a page, but no probe, and gives no points by it', async () => {
    expect((await ask('/blog', OPENED)).status).toBe(200);
    for (const path of ['/.env', '/wp-login.php']) {
      expect((await ask(path, OPENED)).status).toBe(403);
    }
    expect((await ask('/a//b', OPENED)).status).toBe(400);
    for (let index = 0; index < 30; index += 1) {
      const completed = { method: 'GET', path: `/gone-${index}`, status: 404, isForeign: true };
      guard.observe(sources.sourceOf(VISITOR), completed);
    }
    expect(score()).toBe(0);
  });

  it('does not excuse what a person opens there, or what comes from here', async () => {
    for (const headers of [
      { ...OPENED, 'sec-fetch-user': '?1' },
      { ...OPENED, 'sec-fetch-site': 'same-origin' },
      { ...EMBEDDED, 'sec-fetch-site': 'none' },
    ]) {
      const before = score();
      for (let count = 0; count < 5; count += 1) {
        expect((await ask('/a//b', headers)).status).toBe(400);
      }
      expect(score()).toBeGreaterThan(before);
    }
  });
});
