import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countJobRuns, get, makeJobDue } from '#tests/faults/faults.ts';
import { makeTestDatabase, startTestPlace } from '#tests/faults/place.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { runUnderLoad } from './under-load.ts';

const FRESH_WITHIN_MS = 5_000;

/** Ends every connection that listens; returns their number. */
async function cutListeners({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
      and (application_name = 'vitrin-table-versions' or query ilike 'listen%')
  `.execute(db);
  return rows.length;
}

describe('connections that listen', { retry: RETRY, timeout: IS_LONG ? 300_000 : 120_000 }, () => {
  it('may be cut under load: pages and settings become fresh all the same, and jobs run', async () => {
    const database = await makeTestDatabase();
    const { db } = database;
    const environment = { DATABASE_URL: database.url, SAMPLE_CONTENT: 'on', LOG_LEVEL: 'debug' };
    const place = await startTestPlace(environment);
    const page = async (path: string) => (await get(place.port, path)).body;
    const completed = () => countJobRuns(place.process.output(), 'conversations.make-tokens');
    const within = { timeout: FRESH_WITHIN_MS, interval: 50 };
    await runUnderLoad({
      fault: 'LISTEN connection cut',
      rounds: roundsOf({ short: 2, long: 20 }),
      place,
      hasVisitors: true,
      async breakAndMend() {
        const jobsBefore = completed();
        await expect.poll(() => cutListeners(database), { timeout: 30_000 }).toBeGreaterThan(0);
        const since = performance.now();
        const copyrightText = `© ${randomUUID()}`;
        await updateRows(db, 'siteSettings', {}, { copyrightText });
        const { title } = await buildBlogPost(db, { title: `Post ${randomUUID()}` });
        await makeJobDue(db, 'conversations.make-tokens');
        await expect.poll(() => page('/'), within).toContain(copyrightText);
        await expect.poll(() => page('/blog'), within).toContain(title);
        await expect.poll(completed, { timeout: 10_000 }).toBeGreaterThan(jobsBefore);
        return { since };
      },
    });
  });
});
