import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { type EnquiryLoad, startEnquiryLoad } from './enquiry-load.ts';
import { recordFault } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';
import { startVisitors, type Visitors } from './visitors.ts';

const SENDERS = 6;
const MAX_FILE_BYTES = 30_000;
const RECOVERED_WITHIN_MS = 5_000;

export type Place = {
  port: number;
  dataDir: string;
  process: SiteProcess;
  stop(): Promise<void>;
};

/** The built site on a database. */
export async function startSiteOn(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Place> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const all = { DATABASE_URL: databaseUrl, ...environment };
  const process = await startSite({ port, dataDir, environment: all });
  async function stop(): Promise<void> {
    await process.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
  return { port, dataDir, process, stop };
}

type Fault = {
  fault: string;
  rounds: number;
  place: Place;
  db: Kysely<DB>;
  senders?: number;
  /** One round; returns the moment of `performance.now()` at which the fault was over. */
  breakAndMend: (load: EnquiryLoad, visitors: Visitors, round: number) => Promise<number>;
};

/** Has visitors send enquiries and read pages while something fails, and records what became of it. */
export async function runUnderLoad({
  fault,
  rounds,
  place,
  db,
  senders = SENDERS,
  breakAndMend,
}: Fault) {
  const { port, dataDir } = place;
  const url = `http://127.0.0.1:${port}`;
  const load = startEnquiryLoad({ url, senders, maxFileBytes: MAX_FILE_BYTES });
  const visitors = await startVisitors(port);
  const recoveryMs: number[] = [];
  const stop = () => Promise.all([load.stop(), visitors.stop()]);
  try {
    await load.recovery(0);
    for (let round = 0; round < rounds; round += 1) {
      recoveryMs.push(await load.recovery(await breakAndMend(load, visitors, round)));
    }
  } catch (error) {
    // What it fails with says less.
    await stop().catch(() => undefined);
    throw error;
  }
  await stop();
  const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
  expect.soft(problems).toEqual([]);
  expect.soft(visitors.problems).toEqual([]);
  expect.soft(Math.max(...recoveryMs)).toBeLessThan(RECOVERED_WITHIN_MS);
  const { memory, rendered, form } = visitors.slowestMs;
  await recordFault({
    fault,
    rounds,
    ...outcome,
    recoveryMs: recoveryMs.map(Math.round),
    remark: `${visitors.counts['memory 200'] ?? 0} pages from memory, ${visitors.counts['rendered 503'] ?? 0} that could not be rendered; slowest ${memory}, ${rendered}, forms ${form} ms`,
  });
  return { load, visitors };
}
