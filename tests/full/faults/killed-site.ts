import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { createDatabase, type DatabaseConnection } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { clusterOf } from '#server/db/embedded-postgres/place.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { recordFault } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

const SENDERS = 6;
const MAX_FILE_BYTES = 200_000;
const MAX_PAUSE_MS = 500;
/** Less than visitors wait at all. */
const MAX_TRY_MS = 20_000;
/** What is restarted again and again waits longer each time, as long as its supervisor lives. */
const ROUNDS_OF_A_SUPERVISOR = 3;

/** When the fault was over, and by when nothing from before it works any more. */
export type Blow = { since: number; brokenAt?: number };

export type KilledSite = {
  dataDir: string;
  pid: () => number;
  output: () => string;
  start: () => Promise<void>;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  connection: () => Promise<DatabaseConnection>;
};

/** The built site, to be killed and started again in one place; with its own database unless one is named. */
export async function startKilledSite(
  environment: Record<string, string> = {},
): Promise<KilledSite & { port: number }> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const launch = () =>
    startSite({ port, dataDir, environment: { SAMPLE_CONTENT: 'off', ...environment } });
  let site: SiteProcess = await launch();
  onTestFinished(async () => {
    await site.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    port,
    pid: () => site.pid,
    output: () => site.output(),
    async start() {
      site = await launch();
    },
    end: (signal) => site.end(signal),
    async connection() {
      const own = environment['DATABASE_URL'];
      const connection = own ?? (await findRunningPostgres({ dataDir, database: 'vitrin' }));
      if (connection === undefined) throw new Error('no database runs there');
      return connection;
    },
  };
}

/** The processes that a process has started, by the program that they run. */
export function childrenOf(parent: number, program: RegExp): number[] {
  // Without any it fails.
  const { stdout } = spawnSync('ps', ['--ppid', String(parent), '-ww', '-o', 'pid=,args='], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => program.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** The embedded server of a data directory. */
export async function readPostmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** Breaks a database server, and waits until a connection from before it is lost. */
export async function breakDatabase(
  connection: DatabaseConnection,
  kill: (client: pg.Client) => Promise<void> | void,
): Promise<Required<Blow>> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const lost = new Promise<void>((done) => client.once('end', () => done()));
  await kill(client);
  const since = performance.now();
  await lost;
  return { since, brokenAt: performance.now() };
}

type Fault = {
  fault: string;
  rounds: number;
  site: KilledSite & { port: number };
  /** Whether what restarts the killed process lives in the site. */
  isSupervised?: boolean;
  strike: (site: KilledSite) => Promise<Blow>;
};

/** Kills under load, again and again, each time as soon as visitors are acknowledged again and a moment has passed. */
export async function killInRounds({ fault, rounds, site, isSupervised, strike }: Fault) {
  const { port, dataDir } = site;
  const url = `http://127.0.0.1:${port}`;
  const load = startEnquiryLoad({ url, senders: SENDERS, maxFileBytes: MAX_FILE_BYTES });
  const recoveryMs: number[] = [];
  await load.recovery(0);
  for (let round = 1; round <= rounds; round += 1) {
    await pause(randomInt(MAX_PAUSE_MS));
    const { since, brokenAt } = await strike(site).catch((error: unknown) => {
      throw new Error(`round ${round}: ${site.output().slice(-4_000)}`, { cause: error });
    });
    recoveryMs.push(await load.recovery(since, brokenAt));
    if (isSupervised && round % ROUNDS_OF_A_SUPERVISOR === 0 && round < rounds) {
      expect(await site.end('SIGTERM')).toBe(0);
      await site.start();
    }
  }
  await load.stop();
  expect(load.slowestMs(), 'no visitor is left without any response').toBeLessThan(MAX_TRY_MS);
  const { db, destroy } = createDatabase({ connection: await site.connection(), poolSize: 2 });
  onTestFinished(destroy);
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
  await recordFault({ fault, rounds, ...outcome, recoveryMs: recoveryMs.map(Math.round) });
  expect(problems).toEqual([]);
}

export async function killApplication(site: KilledSite): Promise<Blow> {
  await site.end('SIGKILL');
  const since = performance.now();
  await site.start();
  return { since };
}

/** No process is 0: that is the group of whoever kills it. */
export function pidOf(found: number | undefined): number {
  if (!found) throw new Error('there is no such process');
  return found;
}
