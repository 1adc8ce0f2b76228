import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { readAppliedMigrations } from '#server/db/migrate.ts';
import { INCLUDED } from '#server/db/migrations/index.ts';
import { readSamplePosts, readSampleProjects } from '#server/db/sample-content/read-samples.ts';
import type { DB } from '#server/db/types.ts';
import { makePlace } from '#tests/faults/place.ts';
import { createEmptyTestDatabase } from '#tests/support/test-database.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
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

/** Counts of all rounds, for the row of the fault. */
function createTotals(fault: string) {
  const totals = { acknowledged: 0, found: 0, doubled: 0, halfDone: 0 };
  const recoveryMs: number[] = [];
  return {
    add(outcome: typeof totals, ...recovered: number[]): void {
      for (const name of ['acknowledged', 'found', 'doubled', 'halfDone'] as const) {
        totals[name] += outcome[name];
      }
      recoveryMs.push(...recovered);
    },
    record: (rounds: number) => recordFault({ fault, rounds, ...totals, recoveryMs }),
  };
}

type Upgrade = {
  migration: string;
  db: Kysely<DB>;
  url: string;
  /** Ends the first start within the migration, and returns when what it needs is back. */
  strike: (pid: number) => Promise<void>;
};

/** Breaks a start within a migration; the next one must finish it, and have everything that was there. */
async function breakUpgrade(
  { migration, db, url, strike }: Upgrade,
  totals: ReturnType<typeof createTotals>,
): Promise<void> {
  await prepareUpgrade(db, migration);
  const before = await readEnquiries(db);
  const place = await makePlace({ DATABASE_URL: url });
  try {
    const { promise: spawned, resolve: onSpawn } = Promise.withResolvers<number>();
    const first = place.start({ onSpawn }).then(
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
    const load = startEnquiryLoad({ port: place.port, senders: 1 });
    const recoveryMs = await load.recovery(since);
    await load.stop();
    const after = new Map((await readEnquiries(db)).map(({ id, row }) => [id, row]));
    expect(await readAppliedMigrations(db)).toEqual(MIGRATIONS);
    const sent = load.acknowledged.size;
    const unchanged = before.filter(({ id, row }) => after.get(id) === row).length;
    const added = after.size - unchanged;
    totals.add(
      {
        acknowledged: before.length + sent,
        found: unchanged + Math.min(added, sent),
        doubled: Math.max(added - sent, 0),
        halfDone: await countHalves(db),
      },
      recoveryMs,
    );
  } finally {
    await place.stop();
  }
}

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
    const totals = createTotals('kill -9 of the application within a migration');
    for (const migration of UPGRADES) {
      const database = await createEmptyTestDatabase();
      const strike = (pid: number) => Promise.resolve(void process.kill(pid, 'SIGKILL'));
      await breakUpgrade({ migration, ...database, strike }, totals);
      await database.destroy();
    }
    await totals.record(UPGRADES.length);
  });

  it('whose database server is killed within a migration is made good by the next one', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.remove());
    const { url } = postgres;
    const totals = createTotals('kill -9 of PostgreSQL within a migration');
    const strike = async () => {
      await breakDatabase(url, () => postgres.signal('SIGKILL'));
      await postgres.start();
    };
    for (const migration of UPGRADES) {
      await postgres.query('drop database if exists vitrin with (force)', 'postgres');
      await postgres.query('create database vitrin owner vitrin', 'postgres');
      const { db, destroy } = createDatabase({ connection: url, poolSize: 2 });
      await breakUpgrade({ migration, db, url, strike }, totals);
      await destroy();
    }
    await totals.record(UPGRADES.length);
  });

  it('of two at once on an empty database makes everything once', async () => {
    const rounds = roundsOf({ short: 1, long: 20 });
    const totals = createTotals('two processes that start and migrate at once');
    for (let round = 0; round < rounds; round += 1) {
      const database = await createEmptyTestDatabase();
      const { db } = database;
      const environment = { DATABASE_URL: database.url, SAMPLE_CONTENT: 'on' };
      const one = await makePlace(environment);
      const { dataDir } = one;
      const places = [one, await makePlace(environment, { dataDir })];
      try {
        const since = performance.now();
        await Promise.all(places.map((place) => place.start()));
        const loads = places.map(({ port }) => startEnquiryLoad({ port, senders: 1 }));
        const recoveryMs = await Promise.all(loads.map((load) => load.recovery(since)));
        await Promise.all(loads.map((load) => load.stop()));
        expect(await readAppliedMigrations(db)).toEqual(MIGRATIONS);
        expect(await countContent(db)).toEqual(CONTENT);
        const enquiries = loads.flatMap((load) => load.enquiries);
        const { problems, ...outcome } = await verifyEnquiries({ enquiries }, { db, dataDir });
        expect(problems).toEqual([]);
        totals.add(outcome, ...recoveryMs);
      } finally {
        for (const place of places.toReversed()) await place.stop();
        await database.destroy();
      }
    }
    await totals.record(rounds);
  });
});
