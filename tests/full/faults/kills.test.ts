import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import {
  breakDatabase,
  childrenOf,
  killApplication,
  killInRounds,
  type KilledSite,
  pidOf,
  readPostmasterPid,
  startKilledSite,
} from './killed-site.ts';
import { startOwnPostgres } from './own-postgres.ts';

const WORKER = /worker\.ts$/;

/** A worker, once all of them serve: a start in which one of them dies ends. */
async function findWorker(site: KilledSite): Promise<number> {
  const findReady = () =>
    childrenOf(site.pid(), WORKER).filter((pid) =>
      site.output().includes(`"pid":${pid},"msg":"a worker is ready"`),
    );
  let ready: number[] = [];
  await expect
    .poll(() => (ready = findReady()), { timeout: 30_000, interval: 100 })
    .toHaveLength(2);
  return pidOf(ready[0]);
}

describe('under load', { retry: RETRY, timeout: IS_LONG ? 1_200_000 : 120_000 }, () => {
  it('kill -9 of the application delays no email that it was sending', async () => {
    const site = await startKilledSite();
    const [id, messageId] = [uuidV7(), uuidV7()];
    const open = async () => {
      const { db, destroy } = createDatabase({ connection: await site.connection(), poolSize: 1 });
      onTestFinished(destroy);
      return db;
    };
    const before = await open();
    await before
      .insertInto('contactMessages')
      .values({ id: messageId, ...buildMessageInput() })
      .execute();
    await before
      .insertInto('outboxMails')
      .values({
        id,
        kind: 'messages.confirmation',
        recipient: 'visitor@example.com',
        payload: JSON.stringify({ messageId }),
        lockedUntil: sql<Date>`now() + interval '3 minutes'`,
      })
      .execute();
    await killApplication(site);
    const after = await open();
    const read = () =>
      after.selectFrom('outboxMails').select('status').where('id', '=', id).executeTakeFirst();
    await expect.poll(read).toEqual({ status: 'sent' });
  });

  it('kill -9 of the first of several processes, which has the jobs, loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of the application with two workers',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite({ WEB_CONCURRENCY: '2' }),
      strike: killApplication,
    });
  });

  it('kill -9 of a worker loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of a worker',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite({ WEB_CONCURRENCY: '2' }),
      isSupervised: true,
      async strike(site) {
        process.kill(await findWorker(site), 'SIGKILL');
        return { since: performance.now() };
      },
    });
  });

  it('a frozen worker loses none', async () => {
    await killInRounds({
      fault: 'worker frozen',
      rounds: roundsOf({ short: 1, long: 20 }),
      site: await startKilledSite({ WEB_CONCURRENCY: '2' }),
      isSupervised: true,
      async strike(site) {
        const frozen = await findWorker(site);
        process.kill(frozen, 'SIGSTOP');
        await expect
          .poll(() => childrenOf(site.pid(), WORKER), { timeout: 20_000 })
          .not.toContain(frozen);
        return { since: performance.now() };
      },
    });
  });

  it('the replacement of all workers loses none', async () => {
    await killInRounds({
      fault: 'all workers replaced (SIGUSR2)',
      rounds: roundsOf({ short: 1, long: 20 }),
      site: await startKilledSite({ WEB_CONCURRENCY: '2' }),
      async strike(site) {
        await findWorker(site);
        const replaced = () => site.output().split('all workers have been replaced').length;
        const before = replaced();
        process.kill(site.pid(), 'SIGUSR2');
        await expect.poll(replaced, { timeout: 30_000 }).toBeGreaterThan(before);
        return { since: performance.now() };
      },
    });
  });

  it('kill -9 of the database server loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of the postmaster, embedded',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite(),
      isSupervised: true,
      async strike(site) {
        const pid = await readPostmasterPid(site.dataDir);
        return breakDatabase(await site.connection(), () => void process.kill(pid, 'SIGKILL'));
      },
    });
  });

  it('kill -9 of a database server of its own loses none', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.remove());
    await killInRounds({
      fault: 'kill -9 of the postmaster, external',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite({ DATABASE_URL: postgres.url }),
      async strike(site) {
        await breakDatabase(await site.connection(), () => postgres.signal('SIGKILL'));
        await postgres.start();
        return { since: performance.now() };
      },
    });
  });

  it('kill -9 of one process of the database loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of one backend',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite(),
      async strike(site) {
        return breakDatabase(await site.connection(), async (client) => {
          const { rows } = await client.query<{ pid: number }>(`
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'vitrin'
            order by state = 'active' desc, random() limit 1
          `);
          process.kill(pidOf(rows[0]?.pid), 'SIGKILL');
        });
      },
    });
  });

  it('kill -9 of the application and the database server at once loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of the application and the postmaster',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startKilledSite(),
      async strike(site) {
        const pid = await readPostmasterPid(site.dataDir);
        const ended = site.end('SIGKILL');
        process.kill(pid, 'SIGKILL');
        await ended;
        const since = performance.now();
        await site.start();
        return { since };
      },
    });
  });
});
