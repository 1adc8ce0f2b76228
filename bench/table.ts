import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabase } from '../server/db/client.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { describeMachine, findTools, SERVER_CORE } from './lib/machine.ts';
import type { Bench, Measurement } from './lib/measurement.ts';
import { startBenchPostgres } from './lib/postgres.ts';
import { printMachine, printTable, type Row, toRow } from './lib/report.ts';
import { type BenchSite, ROOT, startBenchSite } from './lib/site.ts';
import { ADMIN_ROWS } from './rows/admin-rows.ts';
import { BACKUP_ROWS } from './rows/backup-rows.ts';
import { LEAD_ROWS } from './rows/lead-rows.ts';
import { LIST_ROWS } from './rows/list-rows.ts';
import { MAIL_ROWS } from './rows/mail-rows.ts';
import { PAGE_ROWS } from './rows/page-rows.ts';
import { MEMORY_ROW, PROCESS_ROWS } from './rows/process-rows.ts';
import { GUARD_ROW, WARM_ROWS } from './rows/warm-rows.ts';

const MEASUREMENTS: readonly Measurement[] = [
  MEMORY_ROW,
  ...WARM_ROWS,
  ...PAGE_ROWS,
  ...LEAD_ROWS,
  ...MAIL_ROWS,
  ...PROCESS_ROWS,
  // Last, because filling a million rows takes as long as the disk does.
  ...LIST_ROWS,
  GUARD_ROW,
  ...ADMIN_ROWS,
  ...BACKUP_ROWS,
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    strict: { type: 'boolean', default: false },
  },
});
/** Folder for logs that other programs' disk work does not delay. */
const MEMORY_FOLDER = '/dev/shm';

const { quick: isQuick, strict: isStrict } = values;
/** Within ten minutes, or without a limit for rows that are named. */
const DEADLINE_MS = values.only ? 24 * 3_600_000 : isQuick ? 85_000 : 570_000;

function chooseMeasurements(): readonly Measurement[] {
  if (values.only === undefined) return MEASUREMENTS.filter(({ isExtra }) => !isExtra);
  const names = values.only.split(',').map((name) => name.trim());
  const known = MEASUREMENTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No row is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  }
  return MEASUREMENTS.filter(({ name }) => names.includes(name));
}

/** Starts each server at most once, and ends them in reverse order. */
async function openBench(): Promise<Bench & { end(): Promise<void> }> {
  const ends: (() => Promise<unknown>)[] = [];
  const tools = findTools();
  const postgres = await startBenchPostgres();
  ends.push(() => postgres.stop());
  const dataDir = await makeDataDir();
  const logs = await mkdtemp(
    join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'vitrin-logs-'),
  );
  for (const folder of [dataDir, logs]) {
    ends.push(() => rm(folder, { recursive: true, force: true }));
  }
  let sites = 0;
  let database: ReturnType<Bench['database']> | undefined;
  let site: Promise<BenchSite> | undefined;
  let secondSite: Promise<BenchSite> | undefined;

  async function openDatabase() {
    const url = await postgres.create('bench');
    const { db, destroy } = createDatabase({ connection: url, poolSize: 2 });
    ends.push(destroy);
    return { db, url };
  }

  const bench: Bench = {
    settings: isQuick
      ? { isQuick, rounds: 1, databaseRounds: 1, seconds: 1 }
      : { isQuick, rounds: 5, databaseRounds: 3, seconds: 2 },
    tools,
    postgres,
    dataDir,
    database: () => (database ??= openDatabase()),
    onEnd: (end) => void ends.push(end),
    async startSite(options) {
      sites += 1;
      const started = await startBenchSite({
        ...options,
        tools,
        logFile: join(logs, `${sites}.log`),
      });
      ends.push(() => started.end());
      return started;
    },
    site: () => (site ??= startOn(SERVER_CORE)),
    secondSite: () => (secondSite ??= bench.site().then(() => startOn(null))),
  };

  async function startOn(core: number | null) {
    const { url } = await bench.database();
    return bench.startSite({ databaseUrl: url, dataDir, core });
  }

  return {
    ...bench,
    async end() {
      for (let end = ends.pop(); end; end = ends.pop()) await end().catch(console.error);
    },
  };
}

async function measure(
  bench: Bench,
  { name, plans, run }: Measurement,
  endsAt: number,
): Promise<Row[]> {
  const left = endsAt - performance.now();
  const late = pause(Math.max(0, left), undefined, { ref: false }).then(() => {
    throw new Error('out of time');
  });
  const results = await Promise.race([left > 0 ? run(bench) : late, late]).catch(
    (error: unknown) => ({ problem: String(error).trim().split('\n').at(-1) ?? '' }),
  );
  return plans.map((plan, index) => {
    const result = Array.isArray(results) ? results[index] : results;
    return toRow(name, plan, result ?? { problem: 'no figure' });
  });
}

async function main(): Promise<void> {
  const measurements = chooseMeasurements();
  const started = performance.now();
  const bench = await openBench();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void bench.end().finally(() => process.exit(1)));
  }
  const rows: Row[] = [];
  const machine = describeMachine(bench.tools, bench.postgres.version);
  try {
    printMachine(machine);
    for (const measurement of measurements) {
      const before = performance.now();
      process.stdout.write(`${measurement.name} … `);
      rows.push(...(await measure(bench, measurement, started + DEADLINE_MS)));
      console.log(`${((performance.now() - before) / 1_000).toFixed(0)} s`);
    }
  } finally {
    await bench.end();
  }
  console.log('');
  printTable(rows);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { settings } = bench;
  const report = { takenAt: new Date().toISOString(), seconds, settings, machine, rows };
  await mkdir(join(ROOT, 'test-results'), { recursive: true });
  await writeFile(join(ROOT, 'test-results/bench.json'), `${JSON.stringify(report, null, 2)}\n`);
  const unmeasured = rows.filter(({ problem }) => problem !== undefined).length;
  const missed = rows.filter(({ isMustMet }) => isMustMet === 'missed').length;
  console.log(
    `\n${rows.length} figures in ${seconds} s: ${missed} missed, ${unmeasured} not measured${isQuick ? ' (quick: too short to be believed)' : ''}`,
  );
  process.exit(unmeasured > 0 || (isStrict && missed > 0) ? 1 : 0);
}

await main();
