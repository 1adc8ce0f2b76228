import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { buildUniqueMessage, MULTIPART, multipart, send } from '#tests/faults/faults.ts';
import { makeTestDatabase, makeTestPlace } from '#tests/faults/place.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';
import type { SentEnquiry } from './enquiry-load.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { recordEnquiries } from './verify-enquiries.ts';

/** Messages that wait for the database, and messages and uploads that are still being sent. */
const COUNTS = { blocked: 20, unfinished: 15, uploads: 15 };

type Pending = {
  key: string;
  finish: () => void;
  response: Promise<{ status: number; body: Record<string, string>; keepsOpen: boolean }>;
};

/** Sends a request up to the middle of its body, and returns once the server has begun with it. */
async function begin(port: number, path: string, type: string, body: Buffer): Promise<Pending> {
  const key = randomUUID();
  const client = request({
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
  const response = once(client, 'response').then(async ([message]: IncomingMessage[]) => ({
    status: message?.statusCode ?? 0,
    body: (await json(message as IncomingMessage)) as Record<string, string>,
    keepsOpen: message?.headers.connection !== 'close',
  }));
  const begun = once(client, 'continue');
  client.flushHeaders();
  await Promise.race([begun, response]);
  const half = Math.floor(body.length / 2);
  client.write(body.subarray(0, half));
  return { key, finish: () => void client.end(body.subarray(half)), response };
}

const beginMany = (count: number, beginOne: () => Promise<Pending>) =>
  Promise.all(Array.from({ length: count }, beginOne));

function beginMessage(port: number): Promise<Pending> {
  const body = Buffer.from(JSON.stringify(buildUniqueMessage()));
  return begin(port, '/api/contact-messages', 'application/json', body);
}

function beginUpload(port: number): Promise<Pending> {
  const value = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]);
  const body = multipart([{ name: 'file', fileName: 'plan.pdf', value }]);
  return begin(port, '/api/order-attachments', MULTIPART[1], body);
}

/** Keeps every message from being written, until the returned function is called. */
async function lockMessages(db: Kysely<DB>): Promise<() => Promise<unknown>> {
  const transaction = await db.startTransaction().execute();
  await sql`lock table contact_messages in share mode`.execute(transaction);
  return () => transaction.commit().execute();
}

describe('SIGTERM', { retry: RETRY, timeout: IS_LONG ? 600_000 : 60_000 }, () => {
  it('with 50 requests in flight gives each of them its response, and loses nothing', async () => {
    const rounds = roundsOf({ short: 2, long: 20 });
    const { db, url } = await makeTestDatabase();
    const place = await makeTestPlace({ DATABASE_URL: url });
    const { port, dataDir } = place;
    const enquiries: SentEnquiry[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await place.start();
      const unlock = await lockMessages(db);
      const [blocked, unfinished, uploads] = await Promise.all([
        beginMany(COUNTS.blocked, () => beginMessage(port)),
        beginMany(COUNTS.unfinished, () => beginMessage(port)),
        beginMany(COUNTS.uploads, () => beginUpload(port)),
      ]);
      for (const { finish } of blocked) finish();
      await expect.poll(() => countBlocked(db)).toBeGreaterThan(0);
      const ended = place.process.end('SIGTERM');
      const live = { method: 'GET', path: '/livez' };
      const ask = () => send(port, live).catch(() => null);
      await expect.poll(ask, { interval: 20 }).toBeNull();
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
    const rejected = enquiries.filter(({ receipt }) => receipt === null).length;
    const remark = `${rejected} messages got 503`;
    const fault = 'SIGTERM with 50 requests in flight';
    await recordEnquiries({ fault, rounds, remark }, { enquiries }, { db, dataDir });
    expect(rejected).toBeLessThan(enquiries.length);
  });
});
