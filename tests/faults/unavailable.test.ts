import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Unavailability } from '#server/core/errors.ts';
import {
  buildUniqueMessage,
  expectNoInside,
  expectRejection,
  type FaultSite,
  postForm,
  postMessage,
  readMetric,
  readReadiness,
  startFaultSite,
  uploadFile,
} from './faults.ts';

let site: FaultSite;

beforeAll(async () => {
  site = await startFaultSite();
});
afterAll(() => site.stop());

const readStatus = () => readReadiness(site.port);

const countOf = (cause: Unavailability) =>
  readMetric(site.port, `vitrin_unavailable_total{cause="${cause}"}`);

/** Makes PostgreSQL itself reject each new message with this SQLSTATE. */
async function rejectMessages(code: string): Promise<void> {
  await sql`
    create or replace function reject_message() returns trigger language plpgsql as
      $$ begin raise exception 'rejected by the test' using errcode = ${sql.lit(code)}; end $$
  `.execute(site.db);
  await sql`
    create or replace trigger reject_message before insert on contact_messages
      for each statement execute function reject_message()
  `.execute(site.db);
}

const acceptMessages = () =>
  sql`drop trigger if exists reject_message on contact_messages`.execute(site.db);

describe('a write that the database cannot do at the moment', () => {
  const cases: [string, Unavailability, number][] = [
    ['57014', 'timeout', 503],
    ['55P03', 'locked', 503],
    ['53300', 'crowded', 503],
    ['25006', 'read_only', 503],
    ['42501', 'unfit', 503],
    ['53100', 'disk_full', 507],
  ];

  it.each(cases)('%s is named %s and gets %s, to come back later', async (code, cause, status) => {
    const before = await countOf(cause);
    await rejectMessages(code);
    try {
      const response = await postMessage(site.port);
      expect(response.status, response.body).toBe(status);
      expect(JSON.parse(response.body).error.code).toBe(
        status === 507 ? 'INSUFFICIENT_STORAGE' : 'UNAVAILABLE',
      );
      expect(response.headers.get('retry-after')).toBe('10');
      expectNoInside(response);
      const page = await postForm(site.port, '/contact', buildUniqueMessage());
      expect(page.status).toBe(status);
      expect(page.headers.get('retry-after')).toBe('10');
      expect(page.body).toContain('Error sending message');
      expect(await countOf(cause)).toBe(before + 2);
      await expect.poll(() => site.process.output()).toContain(`"unavailable":"${cause}"`);
      if (cause === 'disk_full') await expect.poll(readStatus).toBe(503);
    } finally {
      await acceptMessages();
    }
    await expect.poll(async () => (await postMessage(site.port)).status).toBe(201);
  });

  it('leaves the site ready again some seconds after the disk was full', async () => {
    await expect.poll(readStatus, { timeout: 20_000 }).toBe(200);
  });
});

it('gives up waiting for a lock before the statement itself takes too long', async () => {
  const [locked, timeout] = [await countOf('locked'), await countOf('timeout')];
  const response = await site.db.transaction().execute(async (tx) => {
    await sql`lock table orders, contact_messages in exclusive mode`.execute(tx);
    return postMessage(site.port);
  });
  expectRejection(response, 503);
  expect(await countOf('locked')).toBe(locked + 1);
  expect(await countOf('timeout')).toBe(timeout);
});

it('takes writes again within 5 s of a failover, on whichever connection', async () => {
  const admin = new Client({ connectionString: site.database.url });
  await admin.connect();
  onTestFinished(() => admin.end());
  const name = new URL(site.database.url).pathname.slice(1);
  await expect.poll(readStatus).toBe(200);
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('vitrin', 'vitrin-log')
  `);
  // As many at once as there are connections: each of them meets the database that takes no writes.
  await expect.poll(readStatus).toBe(503);
  const postMany = () => Promise.all(Array.from({ length: 10 }, () => postMessage(site.port)));
  const during = await postMany();
  for (const response of during) {
    expectRejection(response, 503);
    expect(response.headers.get('retry-after')).toBe('10');
  }
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(readStatus, { timeout: 5_000 }).toBe(200);
  expect(new Set((await postMany()).map(({ status }) => status))).toEqual(new Set([201]));
});

it('does not take a missing folder for a database that is away', async () => {
  const [unreachable, files] = [await countOf('unreachable'), await countOf('files')];
  await rm(join(site.dataDir, 'files', 'temporary'), { recursive: true });
  const response = await uploadFile(site.port);
  expectRejection(response, 503);
  expect(await countOf('files')).toBe(files + 1);
  expect(await countOf('unreachable')).toBe(unreachable);
  expect(await readStatus()).toBe(200);
});
