import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareTemplateDatabase } from '../tests/support/test-database.ts';
import { startTestPostgres } from '../tests/support/test-postgres.ts';
import { runPlaywright } from './suites/playwright.ts';
import { atLeastOne, makeReportFolder, ROOT, type SuiteResult } from './suites/suite.ts';
import { runVitest } from './suites/vitest.ts';

/** Journeys that only `npm run test:full` makes. */
const FULL_ONLY = '@full';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const files = positionals.filter((name) => /[./]/.test(name));
const names = positionals.filter((name) => !files.includes(name));

const postgres = await startTestPostgres();
process.env['VITRIN_TEST_ADMIN_URL'] = postgres.adminUrl;
const environment = { ...process.env, FORCE_COLOR: '0' };
const reports = makeReportFolder();

/** A program that prints its own `N passed, N failed` as its last such line. */
async function runScript(
  script: string,
  priority = constants.priority.PRIORITY_NORMAL,
): Promise<SuiteResult> {
  let output = '';
  const code = await new Promise<number>((resolve) => {
    const child = spawn('node', [join('scripts', script)], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.pid) setPriority(child.pid, priority);
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.on('exit', (exit) => resolve(exit ?? 1));
  });
  const [, passed, failed] = /.*?(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return atLeastOne(code, { passed: Number(passed ?? 0), failed: Number(failed ?? 1) });
}

type Suite = [name: string, run: () => Promise<SuiteResult>];

const runTests = (args: string[]) => runVitest(args, environment, reports);
const runJourneys = (args: string[]) => runPlaywright(args, environment, reports);

/** The suites of one step run side by side. */
const STEPS: Suite[][] = [
  [
    // Many tests wait: the check uses the processor meanwhile, and takes none of their time.
    ['check', () => runScript('check.ts', constants.priority.PRIORITY_LOW)],
    ['vitest', () => runTests(values.full ? [] : ['--project=!full'])],
  ],
  [
    ['size', () => runScript('size.ts')],
    ['browser', () => runJourneys(values.full ? [] : [`--grep-invert=${FULL_ONLY}`])],
  ],
];

function listSteps(): Suite[][] {
  if (files.length === 0) {
    return STEPS.map((step) => step.filter(([name]) => names.length === 0 || names.includes(name)));
  }
  const journeys = files.filter((file) => file.endsWith('.spec.ts'));
  const tests = files.filter((file) => !journeys.includes(file));
  return [
    tests.length > 0 ? [['vitest', () => runTests(tests)]] : [],
    journeys.length > 0 ? [['browser', () => runJourneys(journeys)]] : [],
  ];
}

const results: SuiteResult[] = [];
const summary: string[] = [];

async function runSuite([name, runIt]: Suite): Promise<void> {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const result = await runIt();
  results.push(result);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  summary.push(`${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}

try {
  await prepareTemplateDatabase();
  for (const step of listSteps()) await Promise.all(step.map(runSuite));
} finally {
  await postgres.stop();
}
const hasFailed = results.some(({ failed }) => failed > 0);
if (!hasFailed) rmSync(reports, { recursive: true });
const count = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0);
const skipped = results.flatMap((result) => result.skipped ?? []);
const remarks = results.flatMap((result) => result.remarks ?? []);
console.log(
  ['', ...summary, ...skipped.map((name) => `skipped: ${name}`), ...remarks, ''].join('\n'),
);
const ofSkipped = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
console.log(`${count('passed')} passed, ${count('failed')} failed${ofSkipped}`);
process.exit(!hasFailed && count('passed') > 0 ? 0 : 1);
