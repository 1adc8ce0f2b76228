import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildBlogPost } from '#tests/support/factories.ts';
import { countJobRuns, makeJobDue, send } from '#tests/faults/faults.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { runUnderLoad, startSiteOn } from './under-load.ts';

/** By when a change shows that nobody was told of. */
const FRESH_WITHIN_MS = 5_000;

/** Ends every connection that listens, as a router does that forgets them. */
async function cutListeners({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
      and (application_name = 'vitrin-table-versions' or query ilike 'listen%')
  `.execute(db);
  return rows.length;
}

async function changeSettings({ db }: TestDatabase): Promise<string> {
  const copyrightText = `© ${randomUUID()}`;
  await db
    .updateTable('siteSettings')
    .set({ copyrightText })
    .where('id', '=', SITE_SETTINGS_ID)
    .execute();
  return copyrightText;
}

describe('connections that listen', { retry: RETRY, timeout: IS_LONG ? 300_000 : 120_000 }, () => {
  it('may be cut under load: pages and settings become fresh all the same, and jobs run', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.destroy());
    const place = await startSiteOn(database.url, { LOG_LEVEL: 'debug' });
    onTestFinished(() => place.stop());
    const page = async (path: string) => (await send(place.port, { method: 'GET', path })).body;
    const completed = () => countJobRuns(place.process.output(), 'conversations.make-tokens');
    const within = { timeout: FRESH_WITHIN_MS, interval: 50 };
    await runUnderLoad({
      fault: 'LISTEN connection cut',
      rounds: roundsOf({ short: 2, long: 20 }),
      place,
      db: database.db,
      async breakAndMend() {
        const jobsBefore = completed();
        await expect.poll(() => cutListeners(database), { timeout: 30_000 }).toBeGreaterThan(0);
        const cutAt = performance.now();
        const copyright = await changeSettings(database);
        const { title } = await buildBlogPost(database.db, { title: `Post ${randomUUID()}` });
        await makeJobDue(database.db, 'conversations.make-tokens');
        await expect.poll(() => page('/'), within).toContain(copyright);
        await expect.poll(() => page('/blog'), within).toContain(title);
        await expect.poll(completed, { timeout: 10_000 }).toBeGreaterThan(jobsBefore);
        return cutAt;
      },
    });
  });
});
