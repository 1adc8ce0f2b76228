import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, describe, expect } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { DAY_MS, getNextRun, HOUR_MS, MINUTE_MS } from '#server/lib/schedule.ts';
import { LIMITS } from '#server/core/limits.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { type JobName, JOBS } from './catalog.ts';
import { startJobs } from './runner.ts';

const TEMPORARY = 'files.remove-temporary';
const TOKENS = 'conversations.make-tokens';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

it.beforeEach(async ({ db }) => {
  await db.deleteFrom('periodicJobs').execute();
});

type Runs = (job: JobName) => Promise<void> | undefined;

/** A process with the jobs; `storage` responds as `runs` does before each job. */
function start(
  db: Kysely<DB>,
  storage: Parameters<typeof buildServiceContext>[1],
  runs?: Runs,
  now = () => new Date(),
) {
  const contextOf = (job: JobName) => {
    const removeStaleFiles = async () => {
      await runs?.(job);
      return storage.removeStaleFiles();
    };
    return buildServiceContext(db, { ...storage, removeStaleFiles });
  };
  const jobs = startJobs({ db, log: createTestLog(), now, contextOf });
  stops.push(() => jobs.stop());
  return jobs;
}

function readJob(db: Kysely<DB>, name: string) {
  return db.selectFrom('periodicJobs').selectAll().where('name', '=', name).executeTakeFirst();
}

function hasRun(db: Kysely<DB>, name: string) {
  return expect.poll(() => readJob(db, name)).toMatchObject({ attempts: 0, lastError: null });
}

async function makeDue(db: Kysely<DB>, name: string, dueAt = new Date(Date.now() - 9 * DAY_MS)) {
  await db
    .insertInto('periodicJobs')
    .values({ name, dueAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ dueAt }))
    .execute();
}

describe('periodic jobs', () => {
  it('wait for their first time, and return after their removal', async ({ db, files }) => {
    await makeDue(db, 'gone');
    let now = Date.now();
    start(db, files.storage, undefined, () => new Date(now));
    const read = () => db.selectFrom('periodicJobs').selectAll().orderBy('name').execute();
    const readNames = async () => (await read()).map(({ name }) => name);
    await expect.poll(readNames).toEqual(Object.keys(JOBS).toSorted());
    for (const { name, dueAt, attempts } of await read()) {
      const { schedule } = JOBS[name as JobName];
      expect(attempts).toBe(0);
      expect(dueAt.getTime() - Date.now(), name).toBeLessThanOrEqual(schedule.every);
    }
    await db.deleteFrom('periodicJobs').execute();
    now += HOUR_MS;
    await expect.poll(() => readJob(db, TOKENS)).toBeDefined();
  });

  it('catch up with one run on all that they missed', async ({ db, files }) => {
    await makeDue(db, TEMPORARY);
    const { temporaryDir } = files.storage;
    for (const name of ['old.part', 'new.part']) await writeFile(join(temporaryDir, name), 'half');
    await utimes(join(temporaryDir, 'old.part'), 0, 0);
    let runs = 0;
    start(db, files.storage, () => void (runs += 1));
    await expect.poll(() => readdir(temporaryDir)).toEqual(['new.part']);
    await hasRun(db, TEMPORARY);
    const { dueAt } = (await readJob(db, TEMPORARY)) ?? {};
    expect(dueAt).toEqual(getNextRun(JOBS[TEMPORARY].schedule, new Date()));
    expect(runs).toBe(1);
  });

  it('are run by one process at a time, also beyond the first lease', async ({ db, files }) => {
    await makeDue(db, TEMPORARY);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    let runs = 0;
    const hold = () => {
      runs += 1;
      return isReleased;
    };
    start(db, files.storage, hold);
    await expect.poll(() => runs).toBe(1);
    const { dueAt: leasedUntil } = (await readJob(db, TEMPORARY)) ?? {};
    expect(leasedUntil?.getTime()).toBeGreaterThan(Date.now());
    expect(leasedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + LIMITS.jobLease);
    await makeDue(db, TOKENS);
    start(db, files.storage, hold);
    await expect
      .poll(async () => (await readJob(db, TOKENS))?.dueAt.getTime())
      .toBeGreaterThan(Date.now());
    expect(runs).toBe(1);
    release();
    await hasRun(db, TEMPORARY);
  });

  it('are run again after a killed process or a wrong clock', async ({ db, files }) => {
    await makeDue(db, TEMPORARY, new Date(Date.now() + 2_000));
    await db.updateTable('periodicJobs').set({ attempts: 1 }).execute();
    await makeDue(db, TOKENS, new Date(Date.now() + DAY_MS + HOUR_MS));
    start(db, files.storage);
    await hasRun(db, TEMPORARY);
    await expect
      .poll(async () => (await readJob(db, TOKENS))?.dueAt)
      .toEqual(getNextRun(JOBS[TOKENS].schedule, new Date()));
  });

  it('that fail are tried again later, and do not stop the others', async ({ db, files }) => {
    await makeDue(db, TEMPORARY);
    let runs = 0;
    start(db, files.storage, async () => {
      runs += 1;
      if (runs === 1) throw new Error('no disk');
    });
    await expect.poll(async () => (await readJob(db, TEMPORARY))?.lastError).toBe('no disk');
    const failed = await readJob(db, TEMPORARY);
    expect(failed?.attempts).toBe(1);
    const delay = Number(failed?.dueAt) - Date.now();
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(MINUTE_MS);
    await makeDue(db, TOKENS);
    await expect
      .poll(async () => (await readJob(db, TOKENS))?.dueAt.getTime())
      .toBeGreaterThan(Date.now());
    await hasRun(db, TOKENS);
    await makeDue(db, TEMPORARY);
    await hasRun(db, TEMPORARY);
  });
});

it('the next run is at the offset within the period, never now', () => {
  const daily = { every: DAY_MS, at: 3 * HOUR_MS + 27 * MINUTE_MS };
  for (const [now, next] of [
    ['2026-11-27T03:26:59.999Z', '2026-11-27T03:27:00.000Z'],
    ['2026-11-27T03:27:00.000Z', '2026-11-28T03:27:00.000Z'],
    ['2026-11-27T00:00:00.000Z', '2026-11-27T03:27:00.000Z'],
  ] as const) {
    expect(getNextRun(daily, new Date(now)).toISOString()).toBe(next);
  }
  const often = { every: 15 * MINUTE_MS };
  expect(getNextRun(often, new Date('2026-11-27T03:15:00Z')).toISOString()).toBe(
    '2026-11-27T03:30:00.000Z',
  );
});
