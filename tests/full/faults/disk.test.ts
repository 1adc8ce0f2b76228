import { closeSync, openSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoInside, send } from '#tests/faults/faults.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { type EnquiryLoad, startEnquiryLoad } from './enquiry-load.ts';
import { recordFault, RETRY, roundsOf } from './fault-table.ts';
import { exhaustLog, openEmbeddedDatabase } from './embedded-database.ts';
import { mountSmallDisk, type SmallDisk, whyNoDisks } from './small-disk.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

const reason = whyNoDisks();
const named = (name: string) => (reason === '' ? name : `${name} (skipped: ${reason})`);

const ROUNDS = roundsOf({ short: 1, long: 10 });
/** Before and after each fault, and tries that must have failed in it. */
const MANY = 15;

let dataDir: string;
let port: number;
let site: SiteProcess;
let log: number;
let disks: Record<'data' | 'files' | 'logs' | 'outbox', SmallDisk>;

beforeAll(async () => {
  if (reason !== '') return;
  dataDir = await makeDataDir();
  port = await freePort();
  const data = mountSmallDisk(dataDir);
  const [files, logs, outbox] = ['files', 'logs', 'outbox'].map((name) =>
    mountSmallDisk(join(dataDir, name)),
  ) as [SmallDisk, SmallDisk, SmallDisk];
  disks = { data, files, logs, outbox };
  await symlink(join('logs', 'postgres.log'), join(dataDir, 'postgres.log'));
  log = openSync(join(dataDir, 'logs', 'stdout'), 'a');
  const environment = { SAMPLE_CONTENT: 'off' };
  site = await startSite({ port, dataDir, stdout: log, environment });
});
afterAll(async () => {
  if (reason !== '') return;
  await site?.end('SIGTERM');
  closeSync(log);
  for (const disk of [disks.outbox, disks.logs, disks.files, disks.data]) disk.unmount();
  await rm(dataDir, { recursive: true, force: true });
});

async function untilAcknowledged(load: EnquiryLoad): Promise<void> {
  const start = performance.now();
  await expect.poll(() => load.acknowledgedSince(start), { timeout: 60_000 }).toBeGreaterThan(MANY);
}

function countFailures({ failures }: EnquiryLoad): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

async function untilFailed(load: EnquiryLoad): Promise<void> {
  const before = countFailures(load);
  await expect.poll(() => countFailures(load), { timeout: 60_000 }).toBeGreaterThan(before + MANY);
}

type Fault = {
  fault: string;
  /** How many of the enquiries have files. */
  orders?: number;
  /** In one round after the other. */
  ways: readonly (() => void | Promise<void>)[];
  end: () => void | Promise<void>;
  during: (load: EnquiryLoad) => Promise<void>;
  remark?: string;
};

/** Enquiries while the fault comes and goes; nobody starts anything again. */
async function endure({
  fault,
  orders = 0.75,
  ways,
  end,
  during,
  remark,
}: Fault): Promise<EnquiryLoad> {
  const load = startEnquiryLoad({ url: `http://127.0.0.1:${port}`, senders: 6, orders });
  const recoveryMs: number[] = [];
  try {
    for (let round = 0; round < Math.max(ROUNDS, ways.length); round += 1) {
      await untilAcknowledged(load);
      try {
        await ways[round % ways.length]?.();
        await during(load);
      } finally {
        await end();
      }
      recoveryMs.push(await load.recovery(performance.now()));
    }
    await untilAcknowledged(load);
  } finally {
    await load.stop();
  }
  const { db, destroy } = await openEmbeddedDatabase(dataDir);
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
  await destroy();
  expect(problems).toEqual([]);
  await recordFault({
    fault,
    rounds: recoveryMs.length,
    ...outcome,
    recoveryMs,
    ...(remark === undefined ? {} : { remark }),
  });
  return load;
}

/** A form without scripts says that it was not sent and holds what was typed. */
async function expectRetainedForm(): Promise<void> {
  const message = `Could we meet on Friday? ${randomUUID()}`;
  const fields = { name: 'Gökçe Demir', email: 'gokce@example.com', message };
  const response = await send(port, {
    path: '/contact',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(fields).toString(),
  });
  expect([503, 507]).toContain(response.status);
  for (const value of Object.values(fields)) expect(response.body).toContain(value);
  expect(response.body).toContain('Error sending message');
  expectNoInside(response);
}

async function expectServing(): Promise<void> {
  for (const path of ['/', '/order', '/healthz']) {
    expect((await send(port, { method: 'GET', path })).status, path).toBe(200);
  }
}

function expectOnly({ failures }: EnquiryLoad, statuses: readonly number[]): void {
  expect([...failures.keys()].filter((status) => !statuses.includes(status))).toEqual([]);
}

async function postMessage() {
  return send(port, {
    path: '/api/contact-messages',
    headers: [
      ['content-type', 'application/json'],
      ['idempotency-key', randomUUID()],
    ],
    body: JSON.stringify({
      name: 'Gökçe Demir',
      email: 'gokce@example.com',
      message: `Could we meet on Tuesday? ${randomUUID()}`,
    }),
  });
}

const readLog = (name: string) => readFile(join(dataDir, 'logs', name), 'utf8');

/** How often the database has ended. */
async function countEnds(): Promise<number> {
  return (await readLog('stdout')).split('PostgreSQL ended unexpectedly').length - 1;
}

/** What was put off for half a minute or more goes out, and nothing was left half written. */
async function expectWholeMails(): Promise<void> {
  const { db, destroy } = await openEmbeddedDatabase(dataDir);
  try {
    await expect
      .poll(
        async () => {
          const mails = db.updateTable('outboxMails').set({ nextAttemptAt: new Date() });
          return mails.where('status', '=', 'pending').returning('id').execute();
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toEqual([]);
    const rows = await db.selectFrom('outboxMails').select(['id', 'status']).execute();
    expect(rows.filter(({ status }) => status !== 'sent')).toEqual([]);
    const names = await readdir(join(dataDir, 'outbox'));
    expect(names.toSorted()).toEqual(rows.map(({ id }) => `${id}.eml`).toSorted());
    for (const name of names) {
      expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).toMatch(/--\S+--\s*$/);
    }
  } finally {
    await destroy();
  }
}

describe('a disk that gets in the way, under load', { retry: RETRY, timeout: 600_000 }, () => {
  // First: a mail whose result a lost database could not record waits for the end of its lease.
  it.skipIf(reason)(named('is full for logs and for mails as files: enquiries go on'), async () => {
    const load = await endure({
      fault: 'disk full for logs',
      ways: [
        async () => {
          await disks.logs.fill();
          await disks.outbox.fill();
        },
      ],
      end() {
        disks.logs.makeRoom();
        disks.outbox.makeRoom();
      },
      during: (load) => untilAcknowledged(load),
    });
    expectOnly(load, []);
    // Of both logs there is a line from afterwards.
    const path = `/api/blog-posts/${randomUUID()}`;
    await send(port, { method: 'GET', path });
    await expect.poll(() => readLog('stdout'), { timeout: 10_000 }).toContain(path);
    await expectWholeMails();
  });

  it.skipIf(reason)(named('is full for files: messages go on, files wait'), async () => {
    const load = await endure({
      fault: 'disk full for files',
      orders: 1,
      ways: [() => disks.files.fill(), () => disks.files.fillNames()],
      end: () => disks.files.makeRoom(),
      async during(load) {
        await untilFailed(load);
        expect((await postMessage()).status).toBe(201);
        await expectServing();
      },
    });
    expectOnly(load, [503, 507]);
  });

  it.skipIf(reason)(named('is read-only for files: messages go on, files wait'), async () => {
    const load = await endure({
      fault: 'read-only file system for files',
      orders: 1,
      ways: [() => disks.files.makeReadOnly()],
      end: () => disks.files.makeWritable(),
      async during(load) {
        await untilFailed(load);
        expect((await postMessage()).status).toBe(201);
        await expectServing();
      },
    });
    expectOnly(load, [503]);
  });

  it.skipIf(reason)(named('has no inodes for the database: enquiries go on'), async () => {
    const load = await endure({
      fault: 'no inodes for the database',
      ways: [() => disks.data.fillNames()],
      end: () => disks.data.makeRoom(),
      async during(load) {
        await untilAcknowledged(load);
        await expectServing();
      },
    });
    expectOnly(load, [503, 507]);
  });

  it.skipIf(reason)(named('is full for the database: forms keep what was typed'), async () => {
    const load = await endure({
      fault: 'disk full for the database',
      ways: [
        () => disks.data.fill(),
        async () => {
          await disks.data.fill();
          const before = await countEnds();
          // In the end it cannot even recover: it is started again and again.
          const exhaust = async () => {
            await exhaustLog(dataDir);
            return countEnds();
          };
          await expect.poll(exhaust, { timeout: 60_000 }).toBeGreaterThan(before + 1);
          await expectRetainedForm();
        },
      ],
      end: () => disks.data.makeRoom(),
      async during(load) {
        await untilFailed(load);
        await expectServing();
      },
    });
    expectOnly(load, [503, 507]);
  });
});
