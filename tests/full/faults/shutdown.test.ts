import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { startSite } from '#tests/support/site-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { MULTIPART, multipart, send } from '#tests/faults/faults.ts';
import type { SentEnquiry } from './enquiry-load.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

/** Of each kind: messages that wait for the database, and such as are still being sent; uploads that are still being sent. */
const COUNTS = { blocked: 20, unfinished: 15, uploads: 15 };

type Pending = {
  key: string;
  /** Sends the rest. */
  finish: () => void;
  response: Promise<{ status: number; body: Record<string, string>; keepsOpen: boolean }>;
};

/** Sends a request up to the middle of its body, and returns once the server has begun with it. */
async function begin(port: number, path: string, type: string, body: Buffer): Promise<Pending> {
  const key = randomUUID();
  const client: ClientRequest = request({
    port,
    path,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: {
      host: 'localhost',
      'content-type': type,
      'content-length': body.length,
      'idempotency-key': key,
      expect: '100-continue',
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    client.once('response', resolve).once('error', reject);
  }).then(async (message) => ({
    status: message.statusCode ?? 0,
    body: JSON.parse((await buffer(message)).toString()) as Record<string, string>,
    keepsOpen: message.headers.connection !== 'close',
  }));
  const begun = new Promise<void>((done) => client.once('continue', () => done()));
  client.flushHeaders();
  await Promise.race([begun, response]);
  const half = Math.floor(body.length / 2);
  client.write(body.subarray(0, half));
  return { key, finish: () => void client.end(body.subarray(half)), response };
}

function beginMessages(port: number, count: number): Promise<Pending[]> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const input = buildMessageInput({ message: `The site is told to end, ${randomUUID()}.` });
      const body = Buffer.from(JSON.stringify(input));
      return begin(port, '/api/contact-messages', 'application/json', body);
    }),
  );
}

function beginUploads(port: number, count: number): Promise<Pending[]> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const value = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]);
      const body = multipart([{ name: 'file', fileName: 'plan.pdf', value }]);
      return begin(port, '/api/order-attachments', MULTIPART[1], body);
    }),
  );
}

/** Keeps every message from being written, until the returned function is called. */
async function lockMessages(db: Kysely<DB>): Promise<() => Promise<unknown>> {
  const transaction = await db.startTransaction().execute();
  await sql`lock table contact_messages in share mode`.execute(transaction);
  return () => transaction.commit().execute();
}

async function waitForLock(db: Kysely<DB>): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
      return rows.length;
    })
    .toBeGreaterThan(0);
}

describe('SIGTERM', { retry: RETRY, timeout: IS_LONG ? 600_000 : 60_000 }, () => {
  it('with 50 requests in flight gives each of them its response, and loses nothing', async () => {
    const rounds = roundsOf({ short: 2, long: 20 });
    const database = await createTestDatabase();
    const { db, url } = database;
    const dataDir = await makeDataDir();
    const port = await freePort();
    onTestFinished(async () => {
      await database.destroy();
      await rm(dataDir, { recursive: true, force: true });
    });
    const enquiries: SentEnquiry[] = [];
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const environment = { DATABASE_URL: url, SAMPLE_CONTENT: 'off' };
      const site = await startSite({ port, dataDir, environment });
      const unlock = await lockMessages(db);
      const [blocked, unfinished, uploads] = await Promise.all([
        beginMessages(port, COUNTS.blocked),
        beginMessages(port, COUNTS.unfinished),
        beginUploads(port, COUNTS.uploads),
      ]);
      for (const { finish } of blocked) finish();
      await waitForLock(db);
      const ended = site.end('SIGTERM');
      // Nobody new is let in any more.
      await expect
        .poll(() => send(port, { method: 'GET', path: '/livez' }).catch(() => null), {
          interval: 20,
        })
        .toBeNull();
      await unlock();
      for (const { finish } of [...unfinished, ...uploads]) finish();
      for (const { key, response } of [...blocked, ...unfinished]) {
        const { status, body, keepsOpen } = await response;
        expect([201, 503], JSON.stringify(body)).toContain(status);
        expect(keepsOpen).toBe(false);
        enquiries.push({ key, files: [], isMessage: true, receipt: body['id'] ?? null });
      }
      for (const { response } of uploads) expect((await response).status).toBe(201);
      expect(await ended).toBe(0);
    }
    const { problems, ...outcome } = await verifyEnquiries({ enquiries }, { db, dataDir });
    await recordFault({
      fault: 'SIGTERM with 50 requests in flight',
      rounds,
      ...outcome,
      recoveryMs,
      remark: `${enquiries.length - outcome.acknowledged} messages got 503`,
    });
    expect(problems).toEqual([]);
    expect(outcome.acknowledged).toBeGreaterThan(0);
  });
});
