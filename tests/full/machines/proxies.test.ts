import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { CADDY, startCaddy } from '#tests/support/proxies/caddy.ts';
import { HAPROXY, startHaproxy } from '#tests/support/proxies/haproxy.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import type { Proxy } from '#tests/support/proxies/proxy.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../faults/database-proxy.ts';
import { findAsset, MULTIPART, multipart } from '../../faults/faults.ts';

const HOST = 'www.example.com';
/** An address of this machine that is no loopback address, as a visitor's. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let test: TestDatabase;
let database: DatabaseProxy;
let site: SiteProcess;
let dataDir: string;
let proxy: Proxy;
let port: number;

type Asked = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  from?: string;
};

function open({ method = 'GET', path, headers = {}, body, from }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const to = from ?? '127.0.0.1';
    const all = { host: HOST, ...headers };
    request({ host: to, localAddress: to, port, method, path, headers: all, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}

async function ask(asked: Asked) {
  const response = await open(asked);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

function upload(bytes: Buffer) {
  const body = multipart([{ name: 'file', fileName: 'plan.pdf', value: bytes }]);
  const key = randomUUID();
  return ask({
    method: 'POST',
    path: '/api/order-attachments',
    headers: {
      [MULTIPART[0]]: MULTIPART[1],
      'content-length': String(body.length),
      'idempotency-key': key,
    },
    body,
  }).then((response) => ({ ...response, key }));
}

function pdfOf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 15), Buffer.from('%%EOF\n')]);
}

/** The address that the application has seen behind a request. */
async function readAddress(asked: Asked): Promise<unknown> {
  const { headers } = await ask(asked);
  return vi.waitFor(() => {
    const line = site
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
      dataDir = await makeDataDir();
      const sitePort = await freePort();
      site = await startSite({
        port: sitePort,
        dataDir,
        environment: {
          DATABASE_URL: database.url,
          PUBLIC_URL: `http://${HOST}`,
          TRUSTED_PROXIES: '127.0.0.1',
          SAMPLE_CONTENT: 'off',
        },
      });
      proxy = await startProxy([sitePort]);
      ({ port } = proxy);
    });
    afterAll(async () => {
      await proxy?.stop();
      await site?.end('SIGTERM');
      await database?.stop();
      await test?.destroy();
      await rm(dataDir, { recursive: true, force: true });
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
      const orders = await test.db.selectFrom('orders').select('fileUrls').execute();
      expect(orders).toEqual([{ fileUrls: [path] }]);

      const larger = await upload(pdfOf(MAX_UPLOAD_BYTES + 1));
      expect(larger.status).toBe(413);
      expect(larger.headers['content-type']).toContain('application/json');
      expect((await upload(pdfOf(12 * 1024 * 1024))).status).toBe(413);
    });

    it('accepts an order with several files from a browser without scripts', async () => {
      const fields = Object.entries({ ...buildOrderInput(), formKey: randomUUID() }).flatMap(
        ([name, value]) => [value].flat().map((each) => ({ name, value: String(each) })),
      );
      const files = ['a.pdf', 'b.pdf'].map((fileName) => {
        return { name: 'files', fileName, value: pdfOf(6 * 1024 * 1024) };
      });
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
      const stream = await open({ path, headers: { 'x-admin-session': token } });
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const soon = { timeout: 1_000, interval: 10 };
      await expect.poll(() => text, soon).toContain(first);
      // The first settings come with the start of the stream.
      await expect.poll(() => text.endsWith('\n\n'), soon).toBe(true);
      text = '';
      await sql`update site_settings set copyright_text = ${randomUUID()}`.execute(test.db);
      await expect.poll(() => text, soon).toContain(next);
      stream.destroy();
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
      await test.db
        .insertInto('ipSecurityRules')
        .values({
          id: uuidV7(),
          ipAddress: from,
          ruleType: 'blacklist',
          reason: 'Scanner of the week',
        })
        .execute();
      const statusOf = async (headers?: Record<string, string>) =>
        (await ask({ path: '/robots.txt', from, ...(headers ? { headers } : {}) })).status;
      await expect.poll(() => statusOf(), { timeout: 2_000, interval: 50 }).toBe(403);
      await expect
        .poll(() => statusOf({ 'x-forwarded-for': '127.0.0.1' }), { timeout: 2_000, interval: 50 })
        .toBe(403);
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
        expect((await ask({ path: '/' })).status, site.output().slice(-2_000)).toBe(200);
        expect((await ask({ path: file })).status).toBe(200);
      } finally {
        await database.restore();
      }
      await expect.poll(async () => (await ask({ path: '/readyz' })).status).toBe(200);
    });
  });
});
