import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { JOBS } from './catalog.ts';
import { startJobs } from './runner.ts';

let test: TestDatabase;
let files: TestStorage;
let queue: Database;
let jobs: ReturnType<typeof startJobs>;

beforeAll(async () => {
  test = await createTestDatabase();
  files = await createTestStorage();
  queue = createDatabase({ connection: test.url, poolSize: 3 });
  jobs = startJobs({
    pool: queue.pool,
    log: createTestLog(),
    contextOf: () => buildServiceContext(test.db, files.storage),
  });
});
afterAll(async () => {
  await jobs.stop();
  await queue.destroy();
  await test.destroy();
  await files.destroy();
});

async function scheduledJobs(): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from jobs._private_known_crontabs order by identifier
  `.execute(test.db);
  return rows.map(({ identifier }) => identifier);
}

it('puts every job of the catalog on its schedule', async () => {
  await expect.poll(() => scheduledJobs().catch(() => null)).toEqual(Object.keys(JOBS).toSorted());
});

it('removes temporary files that an upload has left a day ago, as a job of every hour', async () => {
  expect(JOBS['files.remove-temporary'].cron).toMatch(/^\d+ \* \* \* \*$/);
  const { temporaryDir } = files.storage;
  for (const name of ['old.part', 'new.part']) await writeFile(join(temporaryDir, name), 'half');
  await utimes(join(temporaryDir, 'old.part'), 0, 0);
  await sql`select jobs.add_job('files.remove-temporary')`.execute(test.db);
  await expect.poll(() => readdir(temporaryDir)).toEqual(['new.part']);
});
