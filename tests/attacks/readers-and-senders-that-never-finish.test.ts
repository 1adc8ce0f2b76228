import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '#server/core/errors.ts';
import { errorResponse } from '#server/http/base/error-response.ts';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { precompress } from '#server/http/base/cached-response.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { createTestGuard } from '#tests/support/traffic.ts';

/** More than the systems at both ends take in advance. */
const LARGE = Buffer.alloc(40_000_000, 'x');
const HEAD = 'HTTP/1.1\r\nhost: a.example\r\n';

let server: Server;
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function listen(windowMs = 400): Promise<number> {
  const { guard, sources } = createTestGuard();
  const page = precompress({ status: 200, headers: [], body: LARGE });
  server = createHttpServer({
    fetch: (request) =>
      request.method === 'POST'
        ? errorResponse(new ServiceError('TIMEOUT', 'The request stopped.'))
        : new Response(LARGE),
    sources,
    gate: createTrafficGate({ guard, sources, requestLog: { add: () => undefined } }),
    cached: createCachedResponses({
      files: new Map([['/page', page]]),
      pages: { find: () => undefined },
      isKnownHost: () => true,
      sources,
      traffic: { finished: () => undefined },
    }),
    slowReader: { windowMs, minBytes: 1_000_000 },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  return client;
}

describe.each([
  ['from memory, before Node reads the request', `GET /page ${HEAD}\r\n`],
  ['from memory', `GET /page ${HEAD}x-a: \xe9\r\n\r\n`],
  ['of the application', `GET /made ${HEAD}\r\n`],
])('a response %s', (_case, request) => {
  it('is not kept for who never takes it', async () => {
    const port = await listen();
    const [peer] = await Promise.all([once(server, 'connection'), open(port)]);
    const [accepted] = peer as [Socket];
    clients[0]?.pause();
    clients[0]?.write(request, 'latin1');
    await once(accepted, 'close');
    expect(accepted.bytesRead).toBe(request.length);
  });

  it('arrives whole at who takes it in time', async () => {
    const client = await open(await listen(60_000));
    let received = 0;
    client.on('data', (chunk) => (received += chunk.length));
    client.write(request, 'latin1');
    await expect.poll(() => received).toBeGreaterThan(LARGE.length);
  });
});

it('a request that timed out ends its connection, whatever is still to come', async () => {
  const client = await open(await listen());
  let received = '';
  client.on('data', (chunk) => (received += chunk.toString('latin1')));
  client.write(`POST /form ${HEAD}content-length: 1000\r\n\r\n{`);
  await once(client, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n');
});

it('the body of a GET is not waited for', async () => {
  const client = await open(await listen());
  let received = '';
  client.on('data', (chunk) => (received += chunk.toString('latin1')));
  client.write(`GET /page ${HEAD}content-length: 1000\r\n\r\n{`);
  await once(client, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
});
