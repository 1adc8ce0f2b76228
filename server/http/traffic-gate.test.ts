import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestGate } from '#tests/support/traffic.ts';
import { splitTarget } from './canonical-path.ts';

let server: Server;
let url: string;

beforeEach(async () => {
  const gate = createTestGate(['127.0.0.0/8', '::1']);
  server = createServer((request, response) => {
    const { path } = splitTarget(request.url ?? '');
    if (gate.admit(request, response, path)) response.end('admitted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

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
