import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { collect, openSocket } from '#tests/support/http/sockets.ts';
import {
  BOUNDARY,
  countLeads,
  buildHead,
  MULTIPART,
  send,
  startFaultSite,
} from '#tests/faults/faults.ts';

function isClosed(socket: Socket): Promise<boolean> {
  return Promise.race([
    socket.closed ? Promise.resolve(true) : once(socket, 'close').then(() => true),
    new Promise<boolean>((done) => setTimeout(() => done(false), 3_000)),
  ]);
}

it('ends on SIGTERM: what is in flight finishes, streams close, nothing new is accepted', async () => {
  const site = await startFaultSite();
  onTestFinished(() => site.stop());
  const open = async (...pieces: string[]) => {
    const socket = await openSocket(site.port);
    const received = collect(socket);
    for (const piece of pieces) socket.write(piece);
    return { socket, received };
  };
  const before = await countLeads(site);
  const begin = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plan.pdf"\r\n\r\n%PDF-1.7\n`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const length = ['content-length', String(begin.length + end.length)] as const;
  const key = ['idempotency-key', randomUUID()] as const;
  const upload = await open(buildHead('/api/order-attachments', MULTIPART, key, length), begin);
  const idle = await open('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const stream = await open('GET /api/site-settings/stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(stream.received).toContain('event: settings');
  await expect.poll(idle.received).toContain('"ok"');

  const started = performance.now();
  const ended = site.process.end('SIGTERM');
  expect(await isClosed(stream.socket)).toBe(true);
  expect(stream.received()).toMatch(/\r\n0\r\n\r\n$/);
  expect(await isClosed(idle.socket)).toBe(true);
  const late = await send(site.port, { method: 'GET', path: '/readyz' }).catch(() => null);
  expect(late === null || late.status === 503).toBe(true);

  upload.socket.write(end);
  await expect.poll(upload.received).toContain('HTTP/1.1 201 ');
  expect(await ended).toBe(0);
  // Not the time for which an idle connection may be open.
  expect(performance.now() - started).toBeLessThan(10_000);
  const { attachments, files } = before;
  const added = { attachments: attachments + 1, files: files + 1 };
  expect(await countLeads(site)).toEqual({ ...before, ...added });
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

  it('is rejected in one line when another process uses the data folder', async () => {
    const dataDir = await makeTestFolder();
    const first = await startSite({ port: await freePort(), dataDir });
    try {
      const { lines } = await failToStart(dataDir);
      expect(lines).toEqual([expect.stringContaining(`already in use by process ${first.pid}`)]);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    } finally {
      expect(await first.end('SIGTERM')).toBe(0);
    }
  });

  it.each(['127.0.0.1', 'localhost'])(
    'is rejected in one line when no database answers at %s',
    async (host) => {
      const port = await freePort();
      const url = `postgres://vitrin:a-secret-word@${host}:${port}/vitrin`;
      const { lines, ms } = await failToStart(await makeTestFolder(), { DATABASE_URL: url });
      expect(lines).toEqual([expect.stringContaining(String(port))]);
      expect(lines.join('\n')).not.toContain('a-secret-word');
      expect(ms).toBeLessThan(15_000);
    },
  );
});
