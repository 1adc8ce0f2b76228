import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { findAsset, MULTIPART, multipart, openStream } from '#tests/faults/faults.ts';
import { type Place, startPlace } from '#tests/faults/place.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { CADDY, startCaddy } from '#tests/support/proxies/caddy.ts';
import { HAPROXY, startHaproxy } from '#tests/support/proxies/haproxy.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import type { Proxy } from '#tests/support/proxies/proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const HOST = 'www.example.com';
/** An address of this machine that is no loopback address, as a visitor's. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let test: TestDatabase;
let database: DatabaseProxy;
let place: Place;
let proxy: Proxy;

type Asked = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  from?: string;
};

async function ask({ method = 'GET', path, headers = {}, body, from = '127.0.0.1' }: Asked) {
  const where = { host: from, localAddress: from, port: proxy.port, agent: false };
  const sent = request({ ...where, method, path, headers: { host: HOST, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await readText(response),
  };
}

async function upload(bytes: Buffer) {
  const body = multipart([{ name: 'file', fileName: 'plan.pdf', value: bytes }]);
  const key = randomUUID();
  const headers = { 'content-length': String(body.length), 'idempotency-key': key };
  const path = '/api/order-attachments';
  const form = { [MULTIPART[0]]: MULTIPART[1], ...headers };
  return { key, ...(await ask({ method: 'POST', path, headers: form, body })) };
}

function pdfOf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 15), Buffer.from('%%EOF\n')]);
}

/** The address that the application has seen behind a request. */
async function readAddress(asked: Asked): Promise<unknown> {
  const { headers } = await ask(asked);
  return vi.waitFor(() => {
    const line = place.process
      .output()
      .split('\n')
      .find((each) => each.includes(String(headers['x-request-id'])));
    const entry = JSON.parse(line ?? '{}') as { address?: string };
    expect(entry.address).toBeTypeOf('string');
    return entry.address;
  }, 10_000);
}

describe.each([
  ['nginx', NGINX, startNginx],
  ['HAProxy', HAPROXY, startHaproxy],
  ['Caddy', CADDY, startCaddy],
] as const)('behind %s', (name, program, startProxy) => {
  describe.skipIf(!program)(program ? 'it' : `it (skipped: ${name} is not installed)`, () => {
    beforeAll(async () => {
      test = await createTestDatabase();
      database = await startDatabaseProxy(test.url);
      place = await startPlace({
        DATABASE_URL: database.url,
        PUBLIC_URL: `http://${HOST}`,
        TRUSTED_PROXIES: '127.0.0.1',
      });
      proxy = await startProxy([place.port]);
    });
    afterAll(async () => {
      await proxy?.stop();
      await place?.stop();
      await database?.stop();
      await test?.destroy();
    });

    it('shows pages as the application compresses them', async () => {
      const plain = await ask({ path: '/' });
      expect(plain.status).toBe(200);
      expect(plain.body).toContain('</html>');
      const packed = await ask({ path: '/', headers: { 'accept-encoding': 'br' } });
      expect(packed.headers['content-encoding']).toBe('br');
      expect((await ask({ path: '/nowhere' })).status).toBe(404);
    });

    it('takes an order with a file of 10 MiB; one byte more is refused by the application', async () => {
      const { status, body, key } = await upload(pdfOf(MAX_UPLOAD_BYTES));
      expect(status, body).toBe(201);
      const { path } = JSON.parse(body) as { path: string };
      const order = await ask({
        method: 'POST',
        path: '/api/submit-order',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ ...buildOrderInput(), fileUrls: [path] }),
      });
      expect(order.status, order.body).toBe(201);
      expect(await readRows(test.db, 'orders', ['fileUrls'])).toEqual([{ fileUrls: [path] }]);

      const larger = await upload(pdfOf(MAX_UPLOAD_BYTES + 1));
      expect(larger.status).toBe(413);
      expect(larger.headers['content-type']).toContain('application/json');
      expect((await upload(pdfOf(12 * 1024 * 1024))).status).toBe(413);
    });

    it('accepts an order with several files from a browser without scripts', async () => {
      const fields = Object.entries({ ...buildOrderInput(), formKey: randomUUID() }).flatMap(
        ([name, value]) => [value].flat().map((each) => ({ name, value: String(each) })),
      );
      const value = pdfOf(6 * 1024 * 1024);
      const files = ['a.pdf', 'b.pdf'].map((fileName) => ({ name: 'files', fileName, value }));
      const body = multipart([...fields, ...files]);
      const length = { 'content-length': String(body.length) };
      for (const sent of [length, { 'transfer-encoding': 'chunked' }]) {
        const response = await ask({
          method: 'POST',
          path: '/order',
          headers: { [MULTIPART[0]]: MULTIPART[1], origin: `http://${HOST}`, ...sent },
          body,
        });
        expect([response.status, response.body.slice(0, 300)]).toEqual([303, '']);
      }
    });

    it.each([
      ['/api/site-settings/stream', 'retry:', 'event: settings'],
      ['/api/admin/events', 'event: ready', 'event: changed'],
    ])('passes the events of %s on within a second', async (path, first, next) => {
      const { token } = await signInForTest(test.db);
      const stream = openStream(proxy.port, path, { host: HOST, 'x-admin-session': token });
      const soon = { timeout: 1_000, interval: 10 };
      await expect.poll(() => stream.text, soon).toContain(first);
      // The first settings come with the start of the stream.
      await expect.poll(() => stream.text.endsWith('\n\n'), soon).toBe(true);
      stream.text = '';
      await sql`update site_settings set copyright_text = ${randomUUID()}`.execute(test.db);
      await expect.poll(() => stream.text, soon).toContain(next);
      stream.close();
    });

    it('tells the address of the visitor, whatever the visitor claims', async () => {
      const from = outside ?? '127.0.0.2';
      const path = '/api/site-settings';
      expect(await readAddress({ path, from })).toBe(from);
      for (const claim of ['203.0.113.7', '127.0.0.1', '203.0.113.7, 127.0.0.1']) {
        const headers = { 'x-forwarded-for': claim };
        expect(await readAddress({ path, from, headers })).toBe(from);
        expect(await readAddress({ path, headers })).toBe('127.0.0.1');
      }
    });

    const reason = outside ? '' : ' (skipped: this machine has no address but its own)';
    it.skipIf(!outside)(`is the one whom a rule blocks${reason}`, async () => {
      const from = outside ?? '';
      const rule = { id: uuidV7(), ipAddress: from, reason: 'Scanner of the week' };
      await insertRows(test.db, 'ipSecurityRules', { ...rule, ruleType: 'blacklist' });
      const statusOf = async (headers: Record<string, string>) =>
        (await ask({ path: '/robots.txt', from, headers })).status;
      const soon = { timeout: 2_000, interval: 50 };
      await expect.poll(() => statusOf({}), soon).toBe(403);
      await expect.poll(() => statusOf({ 'x-forwarded-for': '127.0.0.1' }), soon).toBe(403);
      expect((await ask({ path: '/robots.txt' })).status).toBe(200);
    });

    it('shows pages from memory, and their files, while the database is away', async () => {
      let file = '';
      // Connections go to both processes in turn, and the proxy's own checks count: two requests may reach the same one.
      for (let visit = 0; visit < 8; visit += 1) {
        const { status, body } = await ask({ path: '/' });
        expect(status).toBe(200);
        file = findAsset(body);
      }
      await database.cut();
      try {
        await expect.poll(async () => (await ask({ path: '/readyz' })).status).toBe(503);
        // Longer than the proxy takes to notice.
        await pause(1_500);
        expect((await ask({ path: '/' })).status, place.process.output().slice(-2_000)).toBe(200);
        expect((await ask({ path: file })).status).toBe(200);
      } finally {
        await database.restore();
      }
      await expect.poll(async () => (await ask({ path: '/readyz' })).status).toBe(200);
    });
  });
});
