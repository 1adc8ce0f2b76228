import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAcceptedBytes, findCurrentResponse, stopParsing } from './node-internals.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LARGE = 60_000_000;

let server: Server;
let client: Socket;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});

afterEach(() => {
  client.destroy();
  server.close();
});

describe('undocumented properties of Node', () => {
  it('count the accepted bytes of a chunk that the client reads in part', async () => {
    const [accepted] = (await once(server, 'connection')) as [Socket];
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
    const [{ socket }, response] = (await once(server, 'request')) as [
      { socket: Socket },
      ServerResponse,
    ];
    expect(findCurrentResponse(socket)).toBe(response);
    response.end();
    await once(response, 'close');
    expect(findCurrentResponse(socket)).toBeNull();
  });

  it('stop the parser before further requests of the same packet', async () => {
    let count = 0;
    server.on('request', ({ socket }, response) => {
      count += 1;
      if (count === 2) stopParsing(socket);
      response.end();
    });
    client.write(REQUEST.repeat(5));
    client.resume();
    await once(client, 'close');
    expect(count).toBe(2);
  });
});
