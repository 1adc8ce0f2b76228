import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { JOBS, SCHEDULED } from './catalog.ts';
import { startJobs } from './runner.ts';
import { it } from '#tests/support/fixtures.ts';
import type { DB } from '#server/db/types.ts';

let queue: Database;
let jobs: ReturnType<typeof startJobs>;

it.beforeAll(async ({ database, db, files }) => {
  queue = createDatabase({ connection: database.url, poolSize: 3 });
  jobs = startJobs({
    pool: queue.pool,
    log: createTestLog(),
    contextOf: () => buildServiceContext(db, files.storage),
    settings: { webhook: null },
  });
});
afterAll(async () => {
  await jobs.stop();
  await queue.destroy();
});

async function scheduledJobs(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from jobs._private_known_crontabs order by identifier
  `.execute(db);
  return rows.map(({ identifier }) => identifier);
}

it('puts every job of the catalog that has one on its schedule', async ({ db }) => {
  await expect
    .poll(() => scheduledJobs(db).catch(() => null))
    .toEqual(SCHEDULED.map(([name]) => name).toSorted());
});

it('removes temporary files that an upload has left a day ago, as a job of every hour', async ({
  db,
  files,
}) => {
  expect(JOBS['files.remove-temporary'].cron).toMatch(/^\d+ \* \* \* \*$/);
  const { temporaryDir } = files.storage;
  for (const name of ['old.part', 'new.part']) await writeFile(join(temporaryDir, name), 'half');
  await utimes(join(temporaryDir, 'old.part'), 0, 0);
  await sql`select jobs.add_job('files.remove-temporary')`.execute(db);
  await expect.poll(() => readdir(temporaryDir)).toEqual(['new.part']);
});
