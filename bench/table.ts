import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../server/db/client.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { LEAD_ROWS } from './rows/lead-rows.ts';
import { LIST_ROWS } from './rows/list-row.ts';
import { MAIL_ROWS } from './rows/mail-row.ts';
import { describeMachine, findTools, SERVER_CORE } from './lib/machine.ts';
import type { Bench, Measurement, Result } from './lib/measurement.ts';
import { PAGE_ROWS } from './rows/page-rows.ts';
import { startBenchPostgres } from './lib/postgres.ts';
import { MEMORY_ROW, PROCESS_ROWS } from './rows/process-rows.ts';
import { printMachine, printTable, type Row, rowOf } from './lib/report.ts';
import { type BenchSite, root, startBenchSite } from './lib/site.ts';
import { WARM_ROWS } from './rows/warm-rows.ts';

const MEASUREMENTS: readonly Measurement[] = [
  MEMORY_ROW,
  ...WARM_ROWS,
  ...PAGE_ROWS,
  ...LEAD_ROWS,
  ...MAIL_ROWS,
  ...PROCESS_ROWS,
  // Last, because filling a million rows takes as long as the disk does.
  ...LIST_ROWS,
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    strict: { type: 'boolean', default: false },
    'log-level': { type: 'string', default: 'info' },
  },
});
/** Logs are written here, where no other program's disk work holds them up. */
const MEMORY_FOLDER = '/dev/shm';

const { quick: isQuick, strict: isStrict } = values;
const RESULT_FILES = [join(root, 'test-results/bench.json'), ...(values.json ? [values.json] : [])];
const DEADLINE_MS = isQuick ? 85_000 : 570_000;

function chooseMeasurements(): readonly Measurement[] {
  if (values.only === undefined) return MEASUREMENTS;
  const names = values.only.split(',').map((name) => name.trim());
  const known = MEASUREMENTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No row is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  }
  return MEASUREMENTS.filter(({ name }) => names.includes(name));
}

/** Starts what is asked for once, and ends all of it in reverse. */
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
        logLevel: values['log-level'],
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

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('out of time')), Math.max(0, ms));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function measure(
  bench: Bench,
  { name, plans, run }: Measurement,
  endsAt: number,
): Promise<Row[]> {
  const left = endsAt - performance.now();
  let results: Result[] | { problem: string };
  try {
    results = await within(left > 0 ? run(bench) : Promise.reject(new Error('out of time')), left);
  } catch (error) {
    results = { problem: error instanceof Error ? error.message : String(error) };
  }
  return plans.map((plan, index) =>
    rowOf(
      name,
      plan,
      Array.isArray(results) ? (results[index] ?? { problem: 'no figure' }) : results,
    ),
  );
}

async function main(): Promise<void> {
  const measurements = chooseMeasurements();
  const started = performance.now();
  const bench = await openBench();
  let isStopped = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      isStopped = true;
      void bench.end().finally(() => process.exit(code));
    });
  }
  const rows: Row[] = [];
  const machine = describeMachine(bench.tools, bench.postgres.version);
  try {
    printMachine(machine);
    for (const measurement of measurements) {
      if (isStopped) break;
      const before = performance.now();
      process.stdout.write(`${measurement.name} … `);
      rows.push(...(await measure(bench, measurement, started + DEADLINE_MS)));
      console.log(`${((performance.now() - before) / 1_000).toFixed(0)} s`);
    }
  } finally {
    await bench.end();
  }
  if (isStopped) return;
  console.log('');
  printTable(rows);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { settings } = bench;
  const report = { takenAt: new Date().toISOString(), seconds, settings, machine, rows };
  for (const file of RESULT_FILES) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  const unmeasured = rows.filter(({ problem }) => problem !== null).length;
  const missed = rows.filter(({ isMustMet }) => isMustMet === 'missed').length;
  console.log(
    `\n${rows.length} figures in ${seconds} s: ${missed} missed, ${unmeasured} not measured${isQuick ? ' (quick: too short to be believed)' : ''}`,
  );
  process.exit(unmeasured > 0 || (isStrict && missed > 0) ? 1 : 0);
}

await main();
