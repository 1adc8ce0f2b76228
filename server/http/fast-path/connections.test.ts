import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { collect, listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createFastPathConnections, type FastPathConnections } from './fast-path.ts';

const IDLE_MS = 300;
/** More than the systems at both ends take in advance. */
const LARGE = 40_000_000;

let port: number;
let connections: FastPathConnections;
let accepted: Socket;

function messageOf(body: Buffer | string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
}

/** Has `/plain`, `/large` and `/last` in memory; for all else Node's server says what it read, at once or later. */
async function listen(handOverAfterMs = 0): Promise<void> {
  async function say(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    await pause(request.url === '/slow' ? IDLE_MS + 200 : 20);
    response.end(`[node ${request.method} ${request.url} ${body}]`);
  }
  const node = createServer((request, response) => void say(request, response));
  const responses = new Map([
    ['/plain', { message: messageOf('plain'), isLast: false }],
    ['/large', { message: messageOf(Buffer.alloc(LARGE, 'x')), isLast: false }],
    ['/last', { message: messageOf('last'), isLast: true }],
  ]);
  const [readByNode] = node.listeners('connection');
  connections = createFastPathConnections({
    respond: ({ target }) => responses.get(target) ?? null,
    handOver(socket) {
      if (handOverAfterMs === 0) readByNode?.call(node, socket);
      else setTimeout(() => readByNode?.call(node, socket), handOverAfterMs);
    },
    idleMs: IDLE_MS,
  });
  const listener = createSocketServer({ allowHalfOpen: true }, (socket) => {
    accepted = socket;
    connections.accept(socket);
  });
  onTestFinished(() => {
    node.closeAllConnections();
    connections.close(true);
  });
  port = await listenForTest(listener);
}

async function open(): Promise<{ socket: Socket; received: () => string }> {
  await listen();
  const socket = await openSocket(port);
  return { socket, received: collect(socket) };
}

/** Opens a connection that has asked for the large response, and reads nothing of it. */
async function askForLarge(): Promise<Socket> {
  await listen();
  const socket = await openSocket(port);
  socket.write(get('/large'));
  await pause(100);
  return socket;
}

function get(path: string, ...lines: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'host: a.example', ...lines, '', ''].join('\r\n');
}

function bodiesIn(text: string): string[] {
  return [...text.matchAll(/\[node ([^\]]*)\]|plain|last/g)].map(
    ([body, made]) => made?.trim() ?? body,
  );
}

describe('a connection with plain requests', () => {
  it('waits there as long as the other server does', async () => {
    const { socket, received } = await open();
    socket.write(get('/slow'));
    await once(socket, 'data');
    expect(bodiesIn(received())).toEqual(['GET /slow']);
  });

  it('hands over bytes that others do not write into', async () => {
    await listen(200);
    const responses = ['/first', '/later'].map(async (path) => {
      const socket = await openSocket(port);
      socket.write(get(path, 'connection: close'));
      return bodiesIn(await text(socket));
    });
    expect(await Promise.all(responses)).toEqual([['GET /first'], ['GET /later']]);
  });

  it('ends when nothing comes, and when the visitor ends it', async () => {
    const { socket } = await open();
    const started = performance.now();
    await once(socket, 'close');
    expect(performance.now() - started).toBeGreaterThan(IDLE_MS - 50);
    const second = await openSocket(port);
    second.end(get('/plain'));
    expect(bodiesIn(await text(second))).toEqual(['plain']);
  });

  it('stays open for who asks now and then, until a response that is the last one', async () => {
    const { socket, received } = await open();
    for (const count of [1, 2, 3, 4]) {
      await pause(IDLE_MS * 0.4);
      socket.write(get('/plain'));
      await expect.poll(() => bodiesIn(received())).toHaveLength(count);
    }
    expect(socket.closed).toBe(false);
    socket.write(get('/last'));
    await once(socket, 'close');
    expect(bodiesIn(received())).toEqual(['plain', 'plain', 'plain', 'plain', 'last']);
  });

  it('waits for who reads slowly, and responds to what he asked meanwhile', async () => {
    const socket = await askForLarge();
    await pause(IDLE_MS + 100);
    expect(accepted.writableLength).toBeGreaterThan(0);
    socket.write(get('/plain', 'connection: close'));
    const received = await text(socket);
    expect(received.length).toBeGreaterThan(LARGE);
    expect(bodiesIn(received.slice(-200))).toEqual(['GET /plain']);
  });

  it('prepares no second response for who has not taken the first', async () => {
    const socket = await askForLarge();
    socket.write(get('/large'));
    await pause(100);
    expect(accepted.writableLength).toBeGreaterThan(0);
    expect(accepted.writableLength).toBeLessThan(1.5 * LARGE);
  });

  it('ends with the server at once, or a moment after it was let in, and then responds once', async () => {
    const { socket } = await open();
    const [used, silent] = [await openSocket(port), await openSocket(port)];
    used.write(get('/plain'));
    await once(used, 'data');
    const started = performance.now();
    connections.close(false);
    await once(used, 'close');
    expect(performance.now() - started).toBeLessThan(IDLE_MS / 2);
    socket.write(get('/plain'));
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1.1 200 /);
    await Promise.all([once(socket, 'close'), once(silent, 'close')]);
  });

  it('ends with the server, but not before its response has arrived', async () => {
    const socket = await askForLarge();
    connections.close(false);
    expect((await text(socket)).length).toBeGreaterThan(LARGE);
  });

  it('survives a visitor who breaks it off', async () => {
    const socket = await askForLarge();
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    socket.resetAndDestroy();
    await closed;
    const next = await openSocket(port);
    next.end(get('/plain'));
    expect(bodiesIn(await text(next))).toEqual(['plain']);
  });
});
