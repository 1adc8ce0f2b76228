import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '#server/core/errors.ts';
import { errorResponse } from '#server/http/base/error-response.ts';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { precompress } from '#server/http/base/cached-response.ts';
import { collect, listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createTestGate } from '#tests/support/traffic.ts';

/** More than the systems at both ends take in advance. */
const LARGE = Buffer.alloc(40_000_000, 'x');
const HEAD = 'HTTP/1.1\r\nhost: a.example\r\n';

let server: Server;

async function listen(windowMs = 400): Promise<number> {
  const sources = createSourceReader([]);
  const page = precompress({ status: 200, headers: [], body: LARGE });
  server = createHttpServer({
    fetch: (request) =>
      request.method === 'POST'
        ? errorResponse(new ServiceError('TIMEOUT', 'The request stopped.'))
        : new Response(LARGE),
    sources,
    gate: createTestGate(sources),
    cached: createCachedResponses({
      files: new Map([['/page', page]]),
      pages: { find: () => undefined },
      isKnownHost: () => true,
      sources,
      traffic: { finished: () => undefined },
    }),
    slowReader: { windowMs, minBytes: 1_000_000 },
  });
  return listenForTest(server);
}

describe.each([
  ['from memory, before Node reads the request', `GET /page ${HEAD}\r\n`],
  ['from memory', `GET /page ${HEAD}x-a: \xe9\r\n\r\n`],
  ['of the application', `GET /made ${HEAD}\r\n`],
])('a response %s', (_case, request) => {
  it('is not kept for who never takes it', async () => {
    const port = await listen();
    const [peer, client] = await Promise.all([once(server, 'connection'), openSocket(port)]);
    const [accepted] = peer as [Socket];
    client.pause();
    client.write(request, 'latin1');
    await once(accepted, 'close');
    expect(accepted.bytesRead).toBe(request.length);
  });

  it('arrives whole at who takes it in time', async () => {
    const client = await openSocket(await listen(60_000));
    const received = collect(client);
    client.write(request, 'latin1');
    await expect.poll(() => received().length).toBeGreaterThan(LARGE.length);
  });
});

it.each([
  ['a request that timed out ends its connection, whatever is still to come', 'POST /form', 408],
  ['the body of a GET is not waited for', 'GET /page', 400],
])('%s', async (_, line, status) => {
  const client = await openSocket(await listen());
  const received = collect(client);
  client.write(`${line} ${HEAD}content-length: 1000\r\n\r\n{`);
  await once(client, 'close');
  expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received().toLowerCase()).toContain('\r\nconnection: close\r\n');
});
