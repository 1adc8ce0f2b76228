import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildUniqueMessage,
  expectNoInside,
  get,
  postForm,
  postMessage,
} from '#tests/faults/faults.ts';
import { inDatabase, makePlace, type Place } from '#tests/faults/place.ts';
import type { EnquiryLoad } from './enquiry-load.ts';
import { RETRY, roundsOf } from './fault-table.ts';
import { exhaustLog } from './embedded-database.ts';
import { mountSmallDisk, type SmallDisk, whyNoDisks } from './small-disk.ts';
import { runUnderLoad } from './under-load.ts';

const reason = whyNoDisks();
const named = (name: string) => (reason === '' ? name : `${name} (skipped: ${reason})`);

const MANY = 15;

let place: Place;
let log: number;
let disks: Record<'data' | 'files' | 'logs' | 'outbox', SmallDisk>;

beforeAll(async () => {
  if (reason !== '') return;
  place = await makePlace();
  const { dataDir } = place;
  const mount = (name: string) => mountSmallDisk(join(dataDir, name));
  disks = { data: mount(''), files: mount('files'), logs: mount('logs'), outbox: mount('outbox') };
  await symlink(join('logs', 'postgres.log'), join(dataDir, 'postgres.log'));
  log = openSync(join(dataDir, 'logs', 'stdout'), 'a');
  await place.start({ stdout: log });
});
afterAll(async () => {
  if (reason !== '') return;
  await place.process.end('SIGTERM');
  closeSync(log);
  for (const disk of [disks.outbox, disks.logs, disks.files, disks.data]) disk.unmount();
  await place.stop();
});

type Fault = {
  fault: string;
  /** Share of enquiries with files. */
  orders?: number;
  ways: readonly (() => void | Promise<void>)[];
  end: () => void;
  during: (load: EnquiryLoad) => Promise<void>;
  statuses?: number[];
};

/** Enquiries while the fault comes and goes, without a restart. */
async function endure({ fault, orders = 0.75, ways, end, during, statuses = [] }: Fault) {
  const { load } = await runUnderLoad({
    fault,
    rounds: Math.max(roundsOf({ short: 1, long: 10 }), ways.length),
    place,
    load: { orders, maxFileBytes: 300_000 },
    between: MANY,
    async breakAndMend(current, round) {
      try {
        await ways[round % ways.length]?.();
        await during(current);
      } finally {
        end();
      }
    },
  });
  expect(load.failuresExcept(...statuses)).toEqual([]);
}

/** A form without scripts is shown again with what was typed. */
async function expectRetainedForm(): Promise<void> {
  const fields = buildUniqueMessage();
  const response = await postForm(place.port, '/contact', fields);
  expect([503, 507]).toContain(response.status);
  for (const value of Object.values(fields)) expect(response.body).toContain(value);
  expect(response.body).toContain('Error sending message');
  expectNoInside(response);
}

async function expectServing(): Promise<void> {
  for (const path of ['/', '/order', '/healthz']) {
    expect((await get(place.port, path)).status, path).toBe(200);
  }
}

/** Files wait, everything else is served. */
async function expectFilesRejected(load: EnquiryLoad): Promise<void> {
  await load.untilFailed(MANY);
  expect((await postMessage(place.port)).status).toBe(201);
  await expectServing();
}

const readLog = () => readFile(join(place.dataDir, 'logs', 'stdout'), 'utf8');

async function countEnds(): Promise<number> {
  return (await readLog()).split('PostgreSQL ended unexpectedly').length - 1;
}

/** The database cannot even recover in the end, and is started again and again. */
async function exhaustDatabase(): Promise<void> {
  await disks.data.fill();
  const before = await countEnds();
  const exhaust = async () => {
    await exhaustLog(place.dataDir);
    return countEnds();
  };
  await expect.poll(exhaust, { timeout: 60_000 }).toBeGreaterThan(before + 1);
  await expectRetainedForm();
}

/** Checks that emails deferred for half a minute or more are sent, and that no file is half written. */
async function expectWholeMails(): Promise<void> {
  await inDatabase(place, async (db) => {
    const sendPending = () =>
      db
        .updateTable('outboxMails')
        .set({ nextAttemptAt: new Date() })
        .where('status', '=', 'pending')
        .returning('id')
        .execute();
    await expect.poll(sendPending, { timeout: 120_000, interval: 1_000 }).toEqual([]);
    const rows = await db.selectFrom('outboxMails').select(['id', 'status']).execute();
    expect(rows.filter(({ status }) => status !== 'sent')).toEqual([]);
    const outbox = join(place.dataDir, 'outbox');
    const names = await readdir(outbox);
    expect(names.toSorted()).toEqual(rows.map(({ id }) => `${id}.eml`).toSorted());
    for (const name of names) {
      expect(await readFile(join(outbox, name), 'utf8')).toMatch(/--\S+--\s*$/);
    }
  });
}

describe('a disk that gets in the way, under load', { retry: RETRY, timeout: 600_000 }, () => {
  // First: a mail whose result a lost database could not record waits for the end of its lease.
  it.skipIf(reason)(named('is full for logs and for mails as files: enquiries go on'), async () => {
    const unrecorded = [disks.logs, disks.outbox];
    await endure({
      fault: 'disk full for logs',
      ways: [async () => void (await Promise.all(unrecorded.map((disk) => disk.fill())))],
      end: () => unrecorded.forEach((disk) => disk.makeRoom()),
      during: (load) => load.untilAcknowledged(MANY),
    });
    const path = `/api/blog-posts/${randomUUID()}`;
    await get(place.port, path);
    await expect.poll(readLog, { timeout: 10_000 }).toContain(path);
    await expectWholeMails();
  });

  it.skipIf(reason)(named('is full for files: messages go on, files wait'), async () => {
    await endure({
      fault: 'disk full for files',
      orders: 1,
      ways: [() => disks.files.fill(), () => disks.files.fillNames()],
      end: () => disks.files.makeRoom(),
      during: expectFilesRejected,
      statuses: [503, 507],
    });
  });

  it.skipIf(reason)(named('is read-only for files: messages go on, files wait'), async () => {
    await endure({
      fault: 'read-only file system for files',
      orders: 1,
      ways: [() => disks.files.makeReadOnly()],
      end: () => disks.files.makeWritable(),
      during: expectFilesRejected,
      statuses: [503],
    });
  });

  it.skipIf(reason)(named('has no inodes for the database: enquiries go on'), async () => {
    await endure({
      fault: 'no inodes for the database',
      ways: [() => disks.data.fillNames()],
      end: () => disks.data.makeRoom(),
      async during(load) {
        await load.untilAcknowledged(MANY);
        await expectServing();
      },
      statuses: [503, 507],
    });
  });

  it.skipIf(reason)(named('is full for the database: forms keep what was typed'), async () => {
    await endure({
      fault: 'disk full for the database',
      ways: [() => disks.data.fill(), exhaustDatabase],
      end: () => disks.data.makeRoom(),
      async during(load) {
        await load.untilFailed(MANY);
        await expectServing();
      },
      statuses: [503, 507],
    });
  });
});
