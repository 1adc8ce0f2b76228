import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { countAcceptedBytes, findCurrentResponse } from './node-internals.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LARGE = 60_000_000;

let server: Server;
let client: Socket;
let accepted: Socket;

beforeEach(async () => {
  server = createServer();
  const port = await listenForTest(server);
  const connection = once(server, 'connection');
  client = await openSocket(port);
  [accepted] = (await connection) as [Socket];
});

describe('undocumented properties of Node', () => {
  it('count the accepted bytes of a chunk that the client reads in part', async () => {
    accepted.on('error', () => undefined);
    accepted.write(Buffer.alloc(LARGE));
    await expect.poll(() => countAcceptedBytes(accepted)).toBeGreaterThan(0);
    const before = countAcceptedBytes(accepted);
    expect(before).toBeLessThan(LARGE);
    expect(accepted.writableLength).toBe(LARGE);
    let read = 0;
    client.on('data', (chunk) => {
      read += chunk.length;
      if (read > LARGE / 2) client.pause();
    });
    await expect.poll(() => countAcceptedBytes(accepted)).toBeGreaterThan(before + LARGE / 4);
    expect(accepted.writableLength).toBe(LARGE);
    accepted.destroy();
  });

  it('name the response that a connection sends', async () => {
    client.write(REQUEST);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    expect(findCurrentResponse(accepted)).toBe(response);
    response.end();
    await once(response, 'close');
    expect(findCurrentResponse(accepted)).toBeNull();
  });
});
