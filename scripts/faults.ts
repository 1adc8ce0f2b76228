import { existsSync, readFileSync, rmSync } from 'node:fs';
import { FAULT_ROWS_FILE, type FaultRow } from '../tests/full/faults/fault-table.ts';
import { prepareTemplateDatabase } from '../tests/support/test-database.ts';
import { startTestPostgres } from '../tests/support/test-postgres.ts';
import { makeReportFolder } from './suites/suite.ts';
import { runVitest } from './suites/vitest.ts';

const SOAK = '--soak';

const HEADINGS = 'fault|rounds|acknowledged|found|doubled|half done|recovery: median|worst'.split(
  '|',
);

function readRows(): FaultRow[] {
  if (!existsSync(FAULT_ROWS_FILE)) return [];
  return readFileSync(FAULT_ROWS_FILE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FaultRow);
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '-' : `${(ms / 1_000).toFixed(2)} s`;
}

function cellsOf(row: FaultRow): string[] {
  const recovery = row.recoveryMs.toSorted((a, b) => a - b);
  const { fault, rounds, acknowledged, found, doubled, halfDone } = row;
  return [
    fault,
    ...[rounds, acknowledged, found, doubled, halfDone].map(String),
    seconds(recovery[Math.floor((recovery.length - 1) / 2)]),
    seconds(recovery.at(-1)),
  ];
}

function printTable(rows: readonly FaultRow[]): void {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  for (const cells of lines) {
    const padded = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`| ${padded.join(' | ')} |`);
    if (cells === HEADINGS)
      console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
  for (const { fault, remark } of rows)
    if (remark !== undefined) console.log(`${fault}: ${remark}`);
}

const args = process.argv.slice(2);
const isSoak = args.includes(SOAK);
const filter = isSoak ? ['tests/full/faults/soak.test.ts'] : args;

rmSync(FAULT_ROWS_FILE, { force: true });
const postgres = await startTestPostgres();
process.env['VITRIN_TEST_ADMIN_URL'] = postgres.adminUrl;
await prepareTemplateDatabase();
const environment = {
  ...process.env,
  FORCE_COLOR: '0',
  FAULTS: 'long',
  ...(isSoak && { FAULTS_SOAK: 'on' }),
};
let result;
try {
  result = await runVitest(
    filter.length > 0 ? filter : ['tests/faults', 'tests/full'],
    environment,
    makeReportFolder(),
  );
} finally {
  await postgres.stop();
}
console.log();
printTable(readRows());
// What a filter leaves out is skipped too, and not for a reason.
const skipped = filter.length === 0 ? (result.skipped ?? []) : [];
console.log(
  ['', ...skipped.map((name) => `skipped: ${name}`), ...(result.remarks ?? []), ''].join('\n'),
);
console.log(`${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed === 0 && result.passed > 0 ? 0 : 1);
