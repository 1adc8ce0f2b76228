import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import {
  BOUNDARY,
  countLeads,
  expectRejection,
  type FaultSite,
  headOf,
  MULTIPART,
  send,
  startFaultSite,
} from '#tests/faults/faults.ts';

describe('the built site', () => {
  let site: FaultSite;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    site = await startFaultSite();
    return async () => {
      await site.stop();
    };
  });

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it.each([
    '//admin',
    '/admin//orders',
    '/./admin',
    '/admin/../admin',
    '/admin/%2e%2e/admin',
    '/%61dmin',
    '/admin%2forders',
    '/api%2fadmin/orders',
    '/api/admin/orders%00',
    '/api/admin;x/..%2forders',
    '/api\\admin',
    '/api/admin%5corders',
    '/api/ad%0amin',
    '/api/%C0%AFadmin',
    '/api/%',
    '/api/%zz',
    '/ö',
    '/assets/../../package.json',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    'api/faqs',
    '?x',
    'http://localhost/api/faqs',
  ])('refuses the address %s before anything looks at it', async (path) => {
    for (const method of ['GET', 'POST']) {
      expectRejection(await send(site.port, { method, path }), 400);
    }
  });

  async function open(...pieces: (string | Buffer)[]): Promise<{ socket: Socket; text(): string }> {
    const socket = connect({ port: site.port, host: '127.0.0.1' });
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    for (const piece of pieces) socket.write(piece);
    return { socket, text: () => text };
  }

  function isClosed(socket: Socket): Promise<boolean> {
    return Promise.race([
      socket.closed ? Promise.resolve(true) : once(socket, 'close').then(() => true),
      new Promise<boolean>((done) => setTimeout(() => done(false), 3_000)),
    ]);
  }

  // The last test: the site has ended after it.
  it('ends on SIGTERM: what is under way finishes, streams close, nothing new is taken', async () => {
    const before = await countLeads(site);
    const begin = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plan.pdf"\r\n\r\n%PDF-1.7\n`;
    const end = `\r\n--${BOUNDARY}--\r\n`;
    const length = ['content-length', String(begin.length + end.length)] as const;
    const key = ['idempotency-key', randomUUID()] as const;
    const upload = await open(headOf('/api/order-attachments', MULTIPART, key, length), begin);
    const idle = await open('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const stream = await open('GET /api/site-settings/stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => stream.text()).toContain('event: settings');
    await expect.poll(() => idle.text()).toContain('"ok"');

    const started = performance.now();
    const ended = site.process.end('SIGTERM');
    expect(await isClosed(stream.socket)).toBe(true);
    expect(stream.text()).toMatch(/\r\n0\r\n\r\n$/);
    expect(await isClosed(idle.socket)).toBe(true);
    const late = await send(site.port, { method: 'GET', path: '/readyz' }).catch(() => null);
    expect(late === null || late.status === 503).toBe(true);

    upload.socket.write(end);
    await expect.poll(() => upload.text()).toContain('HTTP/1.1 201 ');
    expect(await ended).toBe(0);
    // Not the time for which an idle connection may be open.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await countLeads(site)).toEqual({
      ...before,
      attachments: before.attachments + 1,
      files: before.files + 1,
    });
  });
});

describe('ending', () => {
  it('does not wait for a sender that never comes to an end', async () => {
    const site = await startFaultSite();
    const head = headOf(
      '/api/order-attachments',
      MULTIPART,
      ['idempotency-key', randomUUID()],
      ['content-length', '5000'],
    );
    const begin = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plan.pdf"\r\n\r\n%PDF-1.7\n`;
    const socket = connect({ port: site.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(head + begin);
    const trickle = setInterval(() => socket.write(' '), 500);
    try {
      await new Promise((done) => setTimeout(done, 200));
      const started = performance.now();
      expect(await site.process.end('SIGTERM')).toBe(0);
      expect(performance.now() - started).toBeLessThan(30_000);
      expect((await countLeads(site)).files).toBe(0);
    } finally {
      clearInterval(trickle);
      socket.destroy();
      await site.database.destroy();
      await rm(site.dataDir, { recursive: true, force: true });
    }
  });
});

describe('starting', () => {
  async function failToStart(dataDir: string, environment: Record<string, string> = {}) {
    const started = performance.now();
    const error = await startSite({ port: await freePort(), dataDir, environment }).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    );
    const lines = error.message.trim().split('\n').slice(1);
    return { lines, ms: performance.now() - started };
  }

  it('is refused in one line when another process uses the data folder', async () => {
    const dataDir = await makeDataDir();
    const first = await startSite({ port: await freePort(), dataDir });
    try {
      const { lines } = await failToStart(dataDir);
      expect(lines).toEqual([expect.stringContaining(`already in use by process ${first.pid}`)]);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    } finally {
      expect(await first.end('SIGTERM')).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it.each(['127.0.0.1', 'localhost'])(
    'is refused in one line when no database answers at %s',
    async (host) => {
      const dataDir = await makeDataDir();
      const port = await freePort();
      const url = `postgres://vitrin:a-secret-word@${host}:${port}/vitrin`;
      const { lines, ms } = await failToStart(dataDir, { DATABASE_URL: url });
      await rm(dataDir, { recursive: true, force: true });
      expect(lines).toEqual([expect.stringContaining(String(port))]);
      expect(lines.join('\n')).not.toContain('a-secret-word');
      expect(ms).toBeLessThan(15_000);
    },
  );
});
