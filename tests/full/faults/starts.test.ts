import { rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { readAppliedMigrations } from '#server/db/migrate.ts';
import { readSamplePosts, readSampleProjects } from '#server/db/sample-content/read-samples.ts';
import type { DB } from '#server/db/types.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createEmptyTestDatabase } from '#tests/support/test-database.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { INCLUDED } from '#server/db/migrations/index.ts';
import {
  countHalves,
  MIGRATIONS,
  prepareUpgrade,
  readEnquiries,
  releaseMigration,
  waitForMigration,
} from './held-migration.ts';
import { breakDatabase } from './killed-site.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

/** A folder for the whole test. */
async function makeFolder(): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A port to start at, with what was started there. */
async function makePlace(dataDir: string, environment: Record<string, string>) {
  const port = await freePort();
  const started: SiteProcess[] = [];
  return {
    url: `http://127.0.0.1:${port}`,
    async start(onSpawn?: (pid: number) => void): Promise<void> {
      started.push(await startSite({ port, dataDir, environment, ...(onSpawn && { onSpawn }) }));
    },
    async stop(): Promise<void> {
      for (const site of started.splice(0)) await site.end('SIGTERM');
    },
  };
}

const outcome = { acknowledged: 0, found: 0, doubled: 0, halfDone: 0 };
type Totals = typeof outcome;

type Upgrade = {
  migration: string;
  db: Kysely<DB>;
  url: string;
  /** Ends the first start within the migration, and returns when what it needs is back. */
  strike: (pid: number) => Promise<void>;
};

/** Breaks a start within a migration; the next one must finish it, and have everything that was there. Returns how long until an enquiry is acknowledged. */
async function breakUpgrade(
  { migration, db, url, strike }: Upgrade,
  totals: Totals,
): Promise<number> {
  await prepareUpgrade(db, migration);
  const before = await readEnquiries(db);
  const place = await makePlace(await makeFolder(), {
    DATABASE_URL: url,
    SAMPLE_CONTENT: 'off',
  });
  try {
    const { promise: spawned, resolve: handleSpawn } = Promise.withResolvers<number>();
    const first = place.start(handleSpawn).then(
      () => 'ready',
      () => 'ended',
    );
    const pid = await spawned;
    await waitForMigration(db);
    await strike(pid);
    const since = performance.now();
    expect(await first, migration).toBe('ended');
    expect(await readAppliedMigrations(db)).not.toContain(migration);
    const next = place.start();
    await releaseMigration(db);
    await next;
    const load = startEnquiryLoad({ url: place.url, senders: 1 });
    const recoveryMs = await load.recovery(since);
    await load.stop();
    const after = new Map((await readEnquiries(db)).map(({ id, row }) => [id, row]));
    expect(await readAppliedMigrations(db)).toEqual(MIGRATIONS);
    totals.acknowledged += before.length + load.acknowledged.size;
    const unchanged = before.filter(({ id, row }) => after.get(id) === row).length;
    const added = after.size - unchanged;
    totals.found += unchanged + Math.min(added, load.acknowledged.size);
    totals.doubled += Math.max(added - load.acknowledged.size, 0);
    totals.halfDone += await countHalves(db);
    return recoveryMs;
  } finally {
    await place.stop();
  }
}

/** What a first start makes. */
const CONTENT = {
  admins: 1,
  projects: readSampleProjects().length,
  posts: readSamplePosts().length,
};

async function countContent(db: Kysely<DB>) {
  const { rows } = await sql`
    select (select count(*)::int from admin_users) as admins,
      (select count(*)::int from projects) as projects,
      (select count(*)::int from blog_posts) as posts
  `.execute(db);
  return rows[0];
}

/** The first schema and all migrations since, or only the first schema and the newest migration. */
const UPGRADES = MIGRATIONS.filter(
  (_name, index) =>
    index === 0 || index === MIGRATIONS.length - 1 || (IS_LONG && index >= INCLUDED.length),
);

describe('a start', { retry: RETRY, timeout: IS_LONG ? 1_200_000 : 120_000 }, () => {
  it('that is killed within a migration is made good by the next one', async () => {
    const totals = { ...outcome };
    const recoveryMs: number[] = [];
    for (const migration of UPGRADES) {
      const database = await createEmptyTestDatabase();
      const { db, url } = database;
      try {
        const strike = (pid: number) => Promise.resolve(void process.kill(pid, 'SIGKILL'));
        recoveryMs.push(await breakUpgrade({ migration, db, url, strike }, totals));
      } finally {
        await database.destroy();
      }
    }
    const fault = 'kill -9 of the application within a migration';
    await recordFault({ fault, rounds: UPGRADES.length, ...totals, recoveryMs });
  });

  it('whose database server is killed within a migration is made good by the next one', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.remove());
    const { url } = postgres;
    const totals = { ...outcome };
    const recoveryMs: number[] = [];
    for (const migration of UPGRADES) {
      await postgres.query('drop database if exists vitrin with (force)', 'postgres');
      await postgres.query('create database vitrin owner vitrin', 'postgres');
      const { db, destroy } = createDatabase({ connection: url, poolSize: 2 });
      try {
        const strike = async () => {
          await breakDatabase(url, () => postgres.signal('SIGKILL'));
          await postgres.start();
        };
        recoveryMs.push(await breakUpgrade({ migration, db, url, strike }, totals));
      } finally {
        await destroy();
      }
    }
    const fault = 'kill -9 of PostgreSQL within a migration';
    await recordFault({ fault, rounds: UPGRADES.length, ...totals, recoveryMs });
  });

  it('of two at once on an empty database makes everything once', async () => {
    const rounds = roundsOf({ short: 1, long: 20 });
    const totals = { ...outcome };
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const database = await createEmptyTestDatabase();
      const { db, url } = database;
      const dataDir = await makeFolder();
      const places = await Promise.all([1, 2].map(() => makePlace(dataDir, { DATABASE_URL: url })));
      try {
        const since = performance.now();
        await Promise.all(places.map((place) => place.start()));
        const loads = places.map((place) => startEnquiryLoad({ url: place.url, senders: 1 }));
        recoveryMs.push(...(await Promise.all(loads.map((load) => load.recovery(since)))));
        await Promise.all(loads.map((load) => load.stop()));
        expect(await readAppliedMigrations(db)).toEqual(MIGRATIONS);
        expect(await countContent(db)).toEqual(CONTENT);
        const enquiries = loads.flatMap((load) => load.enquiries);
        const { problems, ...found } = await verifyEnquiries({ enquiries }, { db, dataDir });
        expect(problems).toEqual([]);
        for (const name of ['acknowledged', 'found', 'doubled', 'halfDone'] as const) {
          totals[name] += found[name];
        }
      } finally {
        await Promise.all(places.map((place) => place.stop()));
        await database.destroy();
      }
    }
    await recordFault({
      fault: 'two processes that start and migrate at once',
      rounds,
      ...totals,
      recoveryMs,
    });
  });
});
