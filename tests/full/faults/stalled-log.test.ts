import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { multipart, MULTIPART, send } from '../../faults/faults.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { recordFault, RETRY } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

/** Each response writes a line of more than 300 bytes in the log. */
const LONG_PATH = `/api/blog-posts/${'a'.repeat(180)}`;
/** More than the system and the program hold together for a reader. */
const MANY = 3_500;

type Started = { port: number; site: SiteProcess; dataDir: string; db: TestDatabase['db'] };

async function start(stdout: number): Promise<Started> {
  const database = await createTestDatabase();
  onTestFinished(() => database.destroy());
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const environment = { DATABASE_URL: database.url, SAMPLE_CONTENT: 'off' };
  const site = await startSite({ port, dataDir, environment, stdout });
  onTestFinished(async () => void (await site.end('SIGKILL')));
  return { port, site, dataDir, db: database.db };
}

/** A pipe whose reader stands still; its own end is read and written here only. */
async function makePipe(): Promise<number> {
  const folder = await makeDataDir();
  const path = join(folder, 'log.fifo');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, 'r+');
  onTestFinished(async () => {
    closeSync(pipe);
    await rm(folder, { recursive: true, force: true });
  });
  return pipe;
}

function ask(port: number, path: string, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, host: '127.0.0.1', timeout: 5_000 }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    })
      .on('timeout', () => reject(new Error(`${path} takes too long`)))
      .on('error', reject);
  });
}

/** Requests over a few connections; each must get a response. */
async function askOften(port: number, path: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        await ask(port, path, agent);
      }
    }),
  );
  agent.destroy();
}

/** What serving needs besides the thread of the program: those that write files. */
async function expectServing(port: number): Promise<void> {
  expect((await send(port, { method: 'GET', path: '/healthz' })).status).toBe(200);
  const file = { name: 'file', fileName: 'plan.pdf', value: `%PDF-1.7 ${randomUUID()}` };
  const stored = await send(port, {
    path: '/api/order-attachments',
    headers: [MULTIPART, ['idempotency-key', randomUUID()]],
    body: multipart([file]),
  });
  expect(stored.status, stored.body).toBe(201);
}

async function readDropped(port: number): Promise<number> {
  const { body } = await send(port, { method: 'GET', path: '/metrics' });
  return Number(/^vitrin_log_lines_dropped_total (\d+)$/m.exec(body)?.[1] ?? Number.NaN);
}

/** Reads what is in the pipe, and what comes while it is being read. */
function readPipe(pipe: number): string {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    try {
      const length = readSync(pipe, buffer);
      chunks.push(Buffer.from(buffer.subarray(0, length)));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
        return Buffer.concat(chunks).toString();
      }
      throw error;
    }
  }
}

async function expectEndOf(site: SiteProcess): Promise<void> {
  const started = performance.now();
  expect(await site.end('SIGTERM')).toBe(0);
  expect(performance.now() - started).toBeLessThan(30_000);
}

/** Has visitors send enquiries as long as nobody reads the log, and records what became of them. */
async function sendUnread(fault: string, { port, dataDir, db }: Started): Promise<void> {
  const load = startEnquiryLoad({ url: `http://127.0.0.1:${port}`, senders: 2 });
  await askOften(port, LONG_PATH, MANY);
  const recoveryMs = [await load.recovery(performance.now())];
  await load.stop();
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
  expect(problems).toEqual([]);
  await recordFault({ fault, rounds: 1, ...outcome, recoveryMs });
}

describe('a reader of the log that stands still', { retry: RETRY, timeout: 180_000 }, () => {
  it('holds up nothing', async () => {
    const pipe = await makePipe();
    const started = await start(pipe);
    const { port, site } = started;
    await sendUnread('log reader stalled', started);
    await expectServing(port);
    await vi.waitFor(async () => expect(await readDropped(port)).toBeGreaterThan(0));

    let text = '';
    await vi.waitFor(() => {
      text += readPipe(pipe);
      expect(text).toContain('log lines were dropped');
    }, 10_000);
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    const losses = lines.map((line) => JSON.parse(line)).filter(({ dropped }) => dropped > 0);
    expect(losses).toHaveLength(1);
    expect(losses[0].dropped).toBeGreaterThan(10);
    await send(port, { method: 'GET', path: '/api/faqs?after=stall' });
    await expect.poll(() => readPipe(pipe)).toContain('"path":"/api/faqs"');

    await askOften(port, LONG_PATH, MANY);
    await expectServing(port);
    await expectEndOf(site);
  });
});

describe('a log on a full disk', { timeout: 120_000 }, () => {
  it('holds up nothing', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { port, site } = await start(full);
    await askOften(port, LONG_PATH, MANY);
    await expectServing(port);
    expect(await readDropped(port)).toBeGreaterThan(0);
    await expectEndOf(site);
  });
});
