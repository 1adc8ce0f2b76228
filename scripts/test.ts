import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTestPostgres } from '../tests/support/test-postgres.ts';
import {
  atLeastOne,
  type Count,
  readReport,
  reasonOf,
  REPORTS,
  ROOT,
  run,
  runVitest,
  SECOND_TRY,
} from './suites/vitest.ts';

const postgres = await startTestPostgres();
const environment = { ...process.env, VITRIN_TEST_ADMIN_URL: postgres.adminUrl, FORCE_COLOR: '0' };

async function runUnitTests(): Promise<Count> {
  const { remarks: ofVitest, skipped: ofMachine, ...count } = await runVitest([], environment);
  remarks.push(...ofVitest);
  skipped.push(...ofMachine);
  return count;
}

async function runBrowser(): Promise<Count> {
  const code = await run('playwright', ['test'], environment);
  const report = readReport('playwright.json');
  const stats = (report['stats'] ?? {}) as Record<string, number>;
  remarks.push(...remarksOfBrowser(report));
  return atLeastOne(code, {
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    failed: (stats['unexpected'] ?? 0) + Number(stats['expected'] === undefined),
  });
}

type BrowserTest = { status: string; results: { error?: { message?: string } }[] };

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: BrowserTest[] }[];
};

const BROWSER_REMARKS = new Map([
  ['flaky', SECOND_TRY],
  ['unexpected', 'failed'],
]);

function remarksOfBrowser({ suites = [], specs = [] }: BrowserSuite): string[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => BROWSER_REMARKS.has(status))
        .map(({ status, results }) => {
          const reason = reasonOf(results.find(({ error }) => error)?.error?.message);
          return `${BROWSER_REMARKS.get(status)}: ${file}: ${title}: ${reason}`;
        }),
    ),
    ...suites.flatMap(remarksOfBrowser),
  ];
}

/** A program that prints its own `N passed, N failed` as its last such line. */
async function runScript(script: string, ...args: string[]): Promise<Count> {
  let output = '';
  const code = await new Promise<number>((resolve) => {
    const child = spawn('node', [join('scripts', script), ...args], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.on('exit', (exit) => resolve(exit ?? 1));
  });
  const [, passed, failed] = /.*?(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return atLeastOne(code, { passed: Number(passed ?? 0), failed: Number(failed ?? 1) });
}

const only = process.argv.slice(2);
const suites: [string, () => Promise<Count>][] = [
  ['check', () => runScript('check.ts')],
  ['vitest', runUnitTests],
  ['size', () => runScript('size.ts')],
  ['browser', runBrowser],
];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
/** What the end of a long output must say by name. */
const remarks: string[] = [];
/** Tests that need what this machine lacks; their names say what. */
const skipped: string[] = [];
try {
  for (const [name, suite] of suites) {
    if (only.length > 0 && !only.includes(name)) continue;
    const started = performance.now();
    console.log(`\n== ${name}`);
    const { passed, failed } = await suite();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    summary.push(`${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  }
} finally {
  await postgres.stop();
}
console.log(
  ['', ...summary, ...skipped.map((name) => `skipped: ${name}`), ...remarks, ''].join('\n'),
);
const ofSkipped = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${ofSkipped}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
