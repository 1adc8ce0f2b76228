import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clusterOf } from '#server/db/embedded-postgres/place.ts';
import { examine } from '#tests/faults/doctor.ts';
import { get, readReadiness } from '#tests/faults/faults.ts';
import { makePlace, type Place } from '#tests/faults/place.ts';
import { exhaustLog } from './embedded-database.ts';
import type { EnquiryLoad } from './enquiry-load.ts';
import { RETRY, roundsOf } from './fault-table.ts';
import { mountSmallDisk, type SmallDisk, whyNoDisks } from './small-disk.ts';
import { runUnderLoad } from './under-load.ts';

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

let place: Place;
let release: string;
let wal: SmallDisk | null = null;

/** Moves the write-ahead log of a stopped database to a disk of its own. */
async function giveLogItsOwnDisk(): Promise<SmallDisk> {
  const folder = join(clusterOf(place.dataDir), 'pg_wal');
  const { uid, gid } = await stat(folder);
  const copy = await mkdtemp(join(place.dataDir, 'wal-'));
  await cp(folder, copy, { recursive: true });
  const disk = mountSmallDisk(folder);
  await cp(copy, folder, { recursive: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  await rm(copy, { recursive: true });
  return disk;
}

beforeAll(async () => {
  place = await makePlace();
  // A release of its own, by hard links, which a test removes.
  release = await mkdtemp(join(ROOT, '.cache/release-'));
  for (const name of PRODUCT) execFileSync('cp', ['-al', join(ROOT, name), release]);
  if (noDisks === '') {
    await (await place.start()).end('SIGTERM');
    wal = await giveLogItsOwnDisk();
  }
  await place.start({ root: release });
}, 120_000);

afterAll(async () => {
  await place.process.end('SIGTERM');
  wal?.unmount();
  await place.stop();
  await rm(release, { recursive: true, force: true });
});

async function untilReady(isReady: boolean): Promise<void> {
  const read = () => readReadiness(place.port);
  await expect.poll(read, { timeout: REPORTED_WITHIN_MS }).toBe(isReady ? 200 : 503);
}

type Fault = {
  fault: string;
  /** Returns how to end the fault. */
  begin: () => Promise<() => Promise<void> | void>;
  during: (load: EnquiryLoad) => Promise<void>;
  rounds?: number;
};

async function endure({ begin, during, ...fault }: Fault): Promise<EnquiryLoad> {
  const { load } = await runUnderLoad({
    ...fault,
    place,
    load: { senders: 4, orders: 0.5, maxFileBytes: 300_000 },
    between: 10,
    async breakAndMend(current) {
      await untilReady(true);
      const end = await begin();
      try {
        await during(current);
      } finally {
        await end();
      }
    },
  });
  await untilReady(true);
  return load;
}

async function connectToDatabase(): Promise<pg.Client> {
  const client = new pg.Client(await place.connection());
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
          const client = await connectToDatabase();
          await client.query(`begin; lock table ${table} in access exclusive mode`);
          return () => client.end();
        },
        during: () => untilReady(false),
      });
      expect(load.failuresExcept(503)).toEqual([]);
    },
  );

  it('settings that are not valid reject no enquiry', async () => {
    const load = await endure({
      fault: 'settings row with an unknown time zone',
      async begin() {
        const client = await connectToDatabase();
        onTestFinished(() => client.end());
        const set = (zone: string) =>
          client.query(
            `update site_settings set office_hours = jsonb_set(office_hours, '{timeZone}', $1)`,
            [JSON.stringify(zone)],
          );
        await set('Mars/Olympus');
        return async () => void (await set('Europe/Istanbul'));
      },
      async during(current) {
        const { port, dataDir } = place;
        await current.untilAcknowledged(10);
        await untilReady(true);
        const { stdout } = await examine({ DATA_DIR: dataDir, PORT: String(port) });
        expect(stdout).toContain('replaced by defaults: officeHours');
        for (const path of ['/', '/order', '/contact', `/order?${randomUUID()}`]) {
          expect((await get(port, path)).status, path).toBe(200);
        }
      },
    });
    expect([...load.failures]).toEqual([]);
  });

  it.skipIf(noLimits)(named('a process without file descriptors recovers', noLimits), async () => {
    const prlimit = (...args: string[]) =>
      execFileSync('prlimit', ['--pid', String(place.process.pid), ...args], {
        encoding: 'utf8',
      }).trim();
    const before = prlimit('--nofile', '--noheadings', '--output=SOFT');
    await endure({
      fault: 'file-descriptor limit reached',
      rounds: roundsOf({ short: 1, long: 5 }),
      begin() {
        prlimit(`--nofile=${LOW_LIMIT}:`);
        return Promise.resolve(() => void prlimit(`--nofile=${before}:`));
      },
      during: (load) => load.untilFailed(1),
    });
  });

  it('a removed socket brings the database back with a new one', async () => {
    await endure({
      fault: 'socket directory of the database removed',
      rounds: roundsOf({ short: 1, long: 5 }),
      async begin() {
        const connection = await place.connection();
        const folder = typeof connection === 'string' ? undefined : connection.host;
        await rm(folder ?? '', { recursive: true });
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
        await exhaustLog(place.dataDir);
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
        const client = await connectToDatabase();
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
