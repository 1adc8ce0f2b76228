import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clusterOf } from '#server/db/embedded-postgres/place.ts';
import { inDatabase, makeTestDatabase, type Place, startTestPlace } from '#tests/faults/place.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { breakDatabase, killApplication, killInRounds, pidOf } from './killed-site.ts';
import { startOwnPostgres } from './own-postgres.ts';
import type { Blow } from './under-load.ts';

const FROZEN_MS = 5_000;

async function startTwoInstances(): Promise<Place> {
  const { url } = await makeTestDatabase();
  const place = await startTestPlace({ DATABASE_URL: url });
  await startTestPlace({ DATABASE_URL: url }, { dataDir: place.dataDir });
  return place;
}

const startAlone = () => startTestPlace();

async function freezeThenKill(place: Place): Promise<Blow> {
  process.kill(place.process.pid, 'SIGSTOP');
  await pause(FROZEN_MS);
  return killApplication(place);
}

async function readPostmasterPid({ dataDir }: Place): Promise<number> {
  return Number.parseInt(await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

async function killPostmaster(place: Place): Promise<Blow> {
  const pid = pidOf(await readPostmasterPid(place));
  return breakDatabase(await place.connection(), () => void process.kill(pid, 'SIGKILL'));
}

async function killBackend(place: Place): Promise<Blow> {
  return breakDatabase(await place.connection(), async (client) => {
    const { rows } = await client.query<{ pid: number }>(`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin'
      order by state = 'active' desc, random() limit 1
    `);
    process.kill(pidOf(rows[0]?.pid), 'SIGKILL');
  });
}

async function killBoth(place: Place): Promise<Blow> {
  const pid = pidOf(await readPostmasterPid(place));
  const ended = place.process.end('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await ended;
  const since = performance.now();
  await place.start();
  return { since };
}

describe('under load', { retry: RETRY, timeout: IS_LONG ? 1_200_000 : 120_000 }, () => {
  it('kill -9 of the application delays no email that it was sending', async () => {
    const place = await startTestPlace();
    const [id, messageId] = [uuidV7(), uuidV7()];
    await inDatabase(place, async (db) => {
      await insertRows(db, 'contactMessages', { id: messageId, ...buildMessageInput() });
      await insertRows(db, 'outboxMails', {
        id,
        kind: 'messages.confirmation',
        recipient: 'visitor@example.com',
        payload: JSON.stringify({ messageId }),
        lockedUntil: new Date(Date.now() + 3 * 60_000),
      });
    });
    await killApplication(place);
    await inDatabase(place, (db) =>
      expect
        .poll(() => readRows(db, 'outboxMails', ['status'], { id }))
        .toEqual([{ status: 'sent' }]),
    );
  });

  it.each([
    ['kill -9 of one of two instances', 100, startTwoInstances, killApplication],
    ['one of two instances frozen, then killed', 20, startTwoInstances, freezeThenKill],
    ['kill -9 of the postmaster, embedded', 100, startAlone, killPostmaster],
    ['kill -9 of one backend', 100, startAlone, killBackend],
    ['kill -9 of the application and the postmaster', 100, startAlone, killBoth],
  ])('%s loses no enquiry', async (fault, long, start, strike) => {
    await killInRounds({
      fault,
      rounds: roundsOf({ short: 1, long }),
      place: await start(),
      isSupervised: strike === killPostmaster,
      strike,
    });
  });

  it('kill -9 of a database server of its own loses none', async () => {
    const postgres = await startOwnPostgres();
    onTestFinished(() => postgres.remove());
    await killInRounds({
      fault: 'kill -9 of the postmaster, external',
      rounds: roundsOf({ short: 1, long: 100 }),
      place: await startTestPlace({ DATABASE_URL: postgres.url }),
      async strike(place) {
        await breakDatabase(await place.connection(), () => postgres.signal('SIGKILL'));
        await postgres.start();
        return { since: performance.now() };
      },
    });
  });
});
