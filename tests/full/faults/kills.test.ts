import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { startSite } from '#tests/support/site-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import {
  breakDatabase,
  killApplication,
  killInRounds,
  pidOf,
  readPostmasterPid,
  startKilledSite,
} from './killed-site.ts';
import { startOwnPostgres } from './own-postgres.ts';

/** As `WatchdogSec=` of the service manager, but shorter. */
const FROZEN_MS = 5_000;

/** Two instances on one database and one data folder; the first one is killed, the second one shares jobs and emails with it. */
async function startTwoInstances(): Promise<Awaited<ReturnType<typeof startKilledSite>>> {
  const database = await createTestDatabase();
  onTestFinished(() => database.destroy());
  const environment = { DATABASE_URL: database.url, SAMPLE_CONTENT: 'off' };
  const site = await startKilledSite(environment);
  const other = await startSite({ port: await freePort(), dataDir: site.dataDir, environment });
  onTestFinished(async () => void (await other.end('SIGTERM')));
  return site;
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

  it('kill -9 of one of two instances loses none', async () => {
    await killInRounds({
      fault: 'kill -9 of one of two instances',
      rounds: roundsOf({ short: 1, long: 100 }),
      site: await startTwoInstances(),
      strike: killApplication,
    });
  });

  it('a frozen instance that is killed loses none', async () => {
    await killInRounds({
      fault: 'one of two instances frozen, then killed',
      rounds: roundsOf({ short: 1, long: 20 }),
      site: await startTwoInstances(),
      async strike(site) {
        process.kill(site.pid(), 'SIGSTOP');
        await pause(FROZEN_MS);
        return killApplication(site);
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
