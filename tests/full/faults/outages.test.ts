import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { clusterOf } from '#server/db/embedded-postgres/place.ts';
import { examine } from '#tests/faults/doctor.ts';
import { send } from '#tests/faults/faults.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { exhaustLog, openEmbeddedDatabase } from './embedded-database.ts';
import { type EnquiryLoad, startEnquiryLoad } from './enquiry-load.ts';
import { recordFault, RETRY, roundsOf } from './fault-table.ts';
import { mountSmallDisk, type SmallDisk, whyNoDisks } from './small-disk.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

const REPORTED_WITHIN_MS = 10_000;
/** Fewer file descriptors than the process has open. */
const LOW_LIMIT = 10;
const PRODUCT = [
  'build',
  'content',
  'node_modules',
  'package.json',
  'public',
  'scripts',
  'server',
  'shared',
] as const;
const ROOT = join(import.meta.dirname, '../../..');

const noDisks = whyNoDisks();
const isRoot = process.getuid?.() === 0;
const named = (name: string, reason: string) =>
  reason === '' ? name : `${name} (skipped: ${reason})`;
const noLimits = process.platform === 'linux' ? '' : 'only Linux changes limits of a process';

let dataDir: string;
let release: string;
let port: number;
let site: SiteProcess;
let wal: SmallDisk | null = null;

const environment = { SAMPLE_CONTENT: 'off' };

/** Moves the write-ahead log of a stopped database to a disk of its own. */
async function giveLogItsOwnDisk(): Promise<SmallDisk> {
  const folder = join(clusterOf(dataDir), 'pg_wal');
  const { uid, gid } = await stat(folder);
  const copy = await mkdtemp(join(dataDir, 'wal-'));
  await cp(folder, copy, { recursive: true });
  const disk = mountSmallDisk(folder);
  await cp(copy, folder, { recursive: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  await chown(folder, uid, gid);
  await rm(copy, { recursive: true });
  return disk;
}

beforeAll(async () => {
  dataDir = await makeDataDir();
  // A release of its own, by hard links, which a test removes.
  release = await mkdtemp(join(ROOT, '.cache/release-'));
  for (const name of PRODUCT) execFileSync('cp', ['-al', join(ROOT, name), release]);
  port = await freePort();
  if (noDisks === '') {
    await (await startSite({ port, dataDir, environment })).end('SIGTERM');
    wal = await giveLogItsOwnDisk();
  }
  site = await startSite({ port, dataDir, environment, root: release });
}, 120_000);

afterAll(async () => {
  await site.end('SIGTERM');
  wal?.unmount();
  await rm(dataDir, { recursive: true, force: true });
  await rm(release, { recursive: true, force: true });
});

async function untilReady(isReady: boolean): Promise<void> {
  const ask = async () => (await send(port, { method: 'GET', path: '/readyz' })).status;
  await expect.poll(ask, { timeout: REPORTED_WITHIN_MS }).toBe(isReady ? 200 : 503);
}

async function untilAcknowledged(load: EnquiryLoad): Promise<void> {
  const start = performance.now();
  await expect.poll(() => load.acknowledgedSince(start), { timeout: 60_000 }).toBeGreaterThan(10);
}

type Fault = {
  fault: string;
  /** Returns how to end the fault. */
  begin: (load: EnquiryLoad) => Promise<() => Promise<void> | void>;
  /** While the fault lasts. */
  during: (load: EnquiryLoad) => Promise<void>;
  rounds?: number;
};

async function endure({ fault, begin, during, rounds = 1 }: Fault): Promise<EnquiryLoad> {
  const load = startEnquiryLoad({ url: `http://127.0.0.1:${port}`, senders: 4, orders: 0.5 });
  const recoveryMs: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await untilAcknowledged(load);
      const end = await begin(load);
      try {
        await during(load);
      } finally {
        await end();
      }
      recoveryMs.push(Math.round(await load.recovery(performance.now())));
      await untilReady(true);
    }
    await untilAcknowledged(load);
  } finally {
    await load.stop();
  }
  const { db, destroy } = await openEmbeddedDatabase(dataDir);
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
  await destroy();
  expect(problems).toEqual([]);
  await recordFault({ fault, rounds, ...outcome, recoveryMs });
  return load;
}

async function connectAsVisitor(): Promise<pg.Client> {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  if (!connection) throw new Error('no database runs there');
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

describe('an outage under load', { retry: RETRY, timeout: 600_000 }, () => {
  it.for(['orders', 'contact_messages', 'conversations'])(
    'a lock on %s is reported, and costs no enquiry',
    async (table) => {
      const load = await endure({
        fault: `exclusive lock on ${table}`,
        rounds: roundsOf({ short: 1, long: 5 }),
        async begin() {
          const client = await connectAsVisitor();
          await client.query(`begin; lock table ${table} in access exclusive mode`);
          return () => client.end();
        },
        during: () => untilReady(false),
      });
      expect([...load.failures.keys()].filter((status) => status !== 503)).toEqual([]);
    },
  );

  it('settings that are not valid reject no enquiry', async () => {
    const load = await endure({
      fault: 'settings row with an unknown time zone',
      async begin() {
        const client = await connectAsVisitor();
        onTestFinished(() => client.end());
        const set = (zone: string) =>
          client.query(
            `update site_settings set office_hours = jsonb_set(office_hours, '{timeZone}', $1)`,
            [JSON.stringify(zone)],
          );
        await set('Mars/Olympus');
        return async () => void (await set('Europe/Istanbul'));
      },
      async during(load) {
        await untilAcknowledged(load);
        await untilReady(true);
        const { stdout } = await examine({ DATA_DIR: dataDir, PORT: String(port) });
        expect(stdout).toContain('replaced by defaults: officeHours');
        for (const path of ['/', '/order', '/contact', `/order?${randomUUID()}`]) {
          expect((await send(port, { method: 'GET', path })).status, path).toBe(200);
        }
      },
    });
    expect([...load.failures]).toEqual([]);
  });

  it.skipIf(noLimits)(named('a process without file descriptors recovers', noLimits), async () => {
    const prlimit = (...args: string[]) =>
      execFileSync('prlimit', ['--pid', String(site.pid), ...args], { encoding: 'utf8' }).trim();
    const before = prlimit('--nofile', '--noheadings', '--output=SOFT');
    await endure({
      fault: 'file-descriptor limit reached',
      rounds: roundsOf({ short: 1, long: 5 }),
      begin() {
        prlimit(`--nofile=${LOW_LIMIT}:`);
        return Promise.resolve(() => void prlimit(`--nofile=${before}:`));
      },
      async during(load) {
        const count = () => [...load.failures.values()].reduce((sum, each) => sum + each, 0);
        await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(0);
      },
    });
  });

  it('a removed socket brings the database back with a new one', async () => {
    await endure({
      fault: 'socket directory of the database removed',
      rounds: roundsOf({ short: 1, long: 5 }),
      async begin() {
        const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
        await rm(connection?.host ?? '', { recursive: true });
        return () => undefined;
      },
      during: () => Promise.resolve(),
    });
  });

  it.skipIf(noDisks)(named('a full disk of the write-ahead log is reported', noDisks), async () => {
    await endure({
      fault: 'disk full for the write-ahead log',
      rounds: roundsOf({ short: 1, long: 5 }),
      async begin() {
        await wal?.fill();
        return () => wal?.makeRoom();
      },
      async during() {
        await exhaustLog(dataDir);
        await untilReady(false);
      },
    });
  });

  // Last: nothing can be started from it again.
  it('a removed release leaves the database able to store enquiries', async () => {
    const load = await endure({
      fault: 'release folder removed',
      async begin() {
        await rm(release, { recursive: true });
        const client = await connectAsVisitor();
        await client.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and application_name like 'vitrin%'
        `);
        await client.end();
        return () => undefined;
      },
      during: () => untilReady(true),
    });
    expect(isRoot && load.failures.get(500)).toBeFalsy();
  });
});
