import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Place, startPlace } from '#tests/faults/place.ts';
import type { EnquiryLoad } from './enquiry-load.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { CONNECTIONS_FOR_ALL, type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { runUnderLoad } from './under-load.ts';

/** Longer than anything that waits for a response of the database. */
const STOPPED_MS = IS_LONG ? 60_000 : 11_000;
const OUTAGE_MS = IS_LONG ? 15_000 : 2_500;
const BETWEEN_RESTARTS_MS = 1_000;
const IN_FLIGHT_MS = 1_000;

let postgres: OwnPostgres;
let place: Place;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  place = await startPlace({ DATABASE_URL: postgres.url, SAMPLE_CONTENT: 'on' });
});
afterAll(async () => {
  await place.stop();
  await postgres.remove();
});

async function endConnections(): Promise<void> {
  await postgres.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'vitrin' and usename = 'vitrin' and application_name like 'vitrin%'
  `);
}

async function takeConnections() {
  const clients: pg.Client[] = [];
  const stopping = new AbortController();

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect().then(
        () => clients.push(client),
        () => pause(20),
      );
    }
  }

  const taking = Promise.all([take(), take(), take(), take()]);
  while (clients.length < CONNECTIONS_FOR_ALL) {
    // Clients that are connecting take the reserved ones too.
    await endConnections().catch(() => undefined);
  }
  return async () => {
    stopping.abort();
    await taking;
    await Promise.all(clients.map((client) => client.end()));
  };
}

async function expectNothingAcknowledged(load: EnquiryLoad): Promise<void> {
  const since = performance.now() + IN_FLIGHT_MS;
  await pause(OUTAGE_MS);
  expect(load.acknowledgedSince(since)).toBe(0);
}

describe('a database', { retry: RETRY, timeout: IS_LONG ? 600_000 : 120_000 }, () => {
  it('that is restarted under load costs nothing that was acknowledged', async () => {
    const { load } = await runUnderLoad({
      fault: 'database restarted under load',
      rounds: roundsOf({ short: 2, long: 10 }),
      place,
      hasVisitors: true,
      async breakAndMend() {
        await pause(randomInt(BETWEEN_RESTARTS_MS));
        await postgres.stop();
        await postgres.start();
      },
    });
    expect(load.failures.get(503)).toBeGreaterThan(0);
  });

  it('that stands still keeps nobody waiting, and is used again when it goes on', async () => {
    const { counts } = await runUnderLoad({
      fault: 'database stopped (SIGSTOP)',
      place,
      hasVisitors: true,
      async breakAndMend() {
        postgres.signal('SIGSTOP');
        await pause(STOPPED_MS);
        postgres.signal('SIGCONT');
      },
    });
    expect(counts['rendered 503']).toBeGreaterThan(0);
    expect(counts['form 503']).toBeGreaterThan(0);
  });

  it('whose connections others have taken is used again when they let go', async () => {
    await runUnderLoad({
      fault: 'out of database connections',
      rounds: roundsOf({ short: 1, long: 5 }),
      place,
      hasVisitors: true,
      async breakAndMend(load) {
        const letGo = await takeConnections();
        await expectNothingAcknowledged(load);
        await letGo();
      },
    });
    expect(place.process.output()).toContain('"unavailable":"crowded"');
  });

  it('that takes no writes still shows pages, and is written to when it does again', async () => {
    const { counts } = await runUnderLoad({
      fault: 'database read-only',
      rounds: roundsOf({ short: 1, long: 5 }),
      place,
      hasVisitors: true,
      async breakAndMend(load) {
        const setting = 'default_transaction_read_only';
        await postgres.query(`alter database vitrin set ${setting} = on`);
        await endConnections();
        await expectNothingAcknowledged(load);
        await postgres.query(`alter database vitrin reset ${setting}`, 'postgres');
      },
    });
    expect(counts['form 503']).toBeGreaterThan(0);
  });
});
