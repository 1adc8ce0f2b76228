import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collect, listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createTestGate } from '#tests/support/traffic.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import { createHttpServer, endHttpServer, leaveHttpServer } from '#server/http/listener.ts';
import { precompress } from '#server/http/base/cached-response.ts';
import type { FinishedRequest } from '#server/http/guard/traffic.ts';

const LARGE = Buffer.alloc(20_000_000, 'x');
const finished = vi.fn<(request: FinishedRequest) => void>();
let server: Server;

afterEach(() => void finished.mockClear());

function prepare(body: Buffer | string, status = 200) {
  return precompress({
    status,
    headers: [['content-type', 'text/plain']],
    body: Buffer.from(body),
  });
}

async function listen(): Promise<number> {
  const pages = new Map([
    ['/kept', prepare('kept')],
    ['/missing', prepare('missing', 404)],
    ['//evil', prepare('evil', 404)],
    ['/large', prepare(LARGE)],
  ]);
  server = createHttpServer({
    fetch: async (request) => {
      await pause(20);
      return new Response(`made ${new URL(request.url).pathname}`);
    },
    sources: createSourceReader([]),
    gate: createTestGate(),
    cached: createCachedResponses({
      files: new Map([['/file.txt', prepare('file')]]),
      pages: { find: (_target, path) => pages.get(path) },
      isKnownHost: (host) => host === 'a.example',
      sources: createSourceReader([]),
      traffic: { finished },
    }),
  });
  return listenForTest(server);
}

/** Everything that the server sends until it closes the connection, or for `ms`. */
async function exchange(port: number, request: string, ms = 300): Promise<string> {
  const socket = await openSocket(port);
  const received = collect(socket);
  const closed = once(socket, 'close');
  socket.write(request);
  await Promise.race([closed, pause(ms)]);
  return received();
}

function get(path: string, lines: string[] = [], method = 'GET', version = '1.1'): string {
  return [`${method} ${path} HTTP/${version}`, 'host: a.example', ...lines, '', ''].join('\r\n');
}

describe('an answer from memory', () => {
  it('is a whole message with its date', async () => {
    const response = await exchange(await listen(), get('/kept'));
    const [head = '', body] = response.split('\r\n\r\n');
    const date = /^date: (.+)$/m.exec(head)?.[1]?.trim() ?? '';
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/plain\r\n/);
    expect(head).toContain('\r\nconnection: keep-alive\r\n');
    expect(new Date(date).toUTCString()).toBe(date);
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(5_000);
    expect(body).toBe('kept');
  });

  it.each([
    ['it is asked to', get('/kept', ['connection: close'])],
    ['it is spoken to in HTTP/1.0', get('/kept', [], 'GET', '1.0')],
  ])('is the last one on its connection when %s', async (_case, request) => {
    const started = performance.now();
    const response = await exchange(await listen(), request, 3_000);
    expect(performance.now() - started).toBeLessThan(2_500);
    expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(response.endsWith('\r\n\r\nkept')).toBe(true);
  });

  it('has no body for HEAD, and the connection goes on', async () => {
    const response = await exchange(await listen(), get('/kept', [], 'HEAD') + get('/missing'));
    const [head = '', second = '', body] = response.split('\r\n\r\n');
    expect(head).toContain('content-length: 4');
    expect(second).toMatch(/^HTTP\/1\.1 404 Not Found/);
    expect(body).toBe('missing');
  });

  it('is told to the guard and the log like any other, once', async () => {
    const port = await listen();
    await exchange(port, get('/kept?a=1') + get('/missing') + get('/file.txt', [], 'HEAD'));
    expect(finished.mock.calls.map(([{ path, status, kind }]) => [path, status, kind])).toEqual([
      ['/kept', 200, 'page'],
      ['/missing', 404, 'page'],
      ['/file.txt', 200, 'asset'],
    ]);
  });

  it.each([
    ['a form', get('/kept', ['content-length: 0'], 'POST')],
    ['another host', get('/kept').replace('a.example', 'b.example')],
  ])('is not given to %s', async (_case, request) => {
    expect(await exchange(await listen(), request)).toContain('made /kept');
  });
});

describe('the end of the server', () => {
  it.each(['/kept', '/made'])(
    'is told in the response for %s to who keeps a connection, before it comes',
    async (path) => {
      const port = await listen();
      const idle = await openSocket(port);
      const closed = once(idle, 'close');
      const received = collect(idle);
      idle.write(get(path));
      await expect.poll(received).toContain(path.slice(1));
      const first = received();
      expect(first.toLowerCase()).not.toContain('connection: close');
      await leaveHttpServer(server, 0);
      idle.write(get(path));
      await closed;
      const second = received().slice(first.length);
      expect(second).toMatch(/^HTTP\/1\.1 200/);
      expect(second.toLowerCase()).toContain('\r\nconnection: close\r\n');
      expect(await exchange(port, get(path))).toContain(path.slice(1));
    },
  );

  it('cuts off who does not take what he was sent', async () => {
    const socket = await openSocket(await listen());
    socket.write(get('/large'));
    await pause(100);
    const started = performance.now();
    await endHttpServer(server, 200);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
