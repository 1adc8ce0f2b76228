import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { get, readMetric, uploadFile } from '#tests/faults/faults.ts';
import { makeTestDatabase, type Place, startTestPlace } from '#tests/faults/place.ts';
import { createPersistentClient } from './persistent-client.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { RETRY } from './fault-table.ts';
import { recordEnquiries } from './verify-enquiries.ts';

/** Each response writes a line of more than 300 bytes in the log. */
const LONG_PATH = `/api/blog-posts/${'a'.repeat(180)}`;
/** More than the system and the program hold together for a reader. */
const MANY = 3_500;

async function start(stdout: number) {
  const { db, url } = await makeTestDatabase();
  return { db, place: await startTestPlace({ DATABASE_URL: url }, { stdout }) };
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

/** Requests over a few connections; each must get a response. */
async function askOften({ port }: Place): Promise<void> {
  const client = createPersistentClient(port, 4, 5_000);
  let left = MANY;
  const askOne = async () => {
    while ((left -= 1) >= 0) await client.ask(LONG_PATH);
  };
  await Promise.all(Array.from({ length: 4 }, askOne));
  client.close();
}

/** Serving needs the threads that write files, too. */
async function expectServing({ port }: Place): Promise<void> {
  expect((await get(port, '/healthz')).status).toBe(200);
  const stored = await uploadFile(port, randomUUID(), `%PDF-1.7 ${randomUUID()}`);
  expect(stored.status, stored.body).toBe(201);
}

const readDropped = ({ port }: Place) => readMetric(port, 'vitrin_log_lines_dropped_total');

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

async function expectEndOf({ process }: Place): Promise<void> {
  const started = performance.now();
  expect(await process.end('SIGTERM')).toBe(0);
  expect(performance.now() - started).toBeLessThan(30_000);
}

describe('a reader of the log that stands still', { retry: RETRY, timeout: 180_000 }, () => {
  it('holds up nothing', async () => {
    const pipe = await makePipe();
    const { place, db } = await start(pipe);
    const { port, dataDir } = place;
    const load = startEnquiryLoad({ port, senders: 2 });
    await askOften(place);
    const recoveryMs = [await load.recovery(performance.now())];
    await load.stop();
    await recordEnquiries({ fault: 'log reader stalled', recoveryMs }, load, { db, dataDir });
    await expectServing(place);
    await vi.waitFor(async () => expect(await readDropped(place)).toBeGreaterThan(0));

    let text = '';
    await vi.waitFor(() => {
      text += readPipe(pipe);
      expect(text).toContain('log lines were dropped');
    }, 10_000);
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    const losses = lines.map((line) => JSON.parse(line)).filter(({ dropped }) => dropped > 0);
    expect(losses).toHaveLength(1);
    expect(losses[0].dropped).toBeGreaterThan(10);
    await get(port, '/api/faqs?after=stall');
    await expect.poll(() => readPipe(pipe)).toContain('"path":"/api/faqs"');

    await askOften(place);
    await expectServing(place);
    await expectEndOf(place);
  });
});

describe('a log on a full disk', { timeout: 120_000 }, () => {
  it('holds up nothing', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { place } = await start(full);
    await askOften(place);
    await expectServing(place);
    expect(await readDropped(place)).toBeGreaterThan(0);
    await expectEndOf(place);
  });
});
