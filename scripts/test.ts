import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startTestPostgres } from '../tests/support/test-postgres.ts';

type Count = { passed: number; failed: number };

const SECOND_TRY = 'passed at the second try';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const postgres = await startTestPostgres();
const environment = { ...process.env, VITRIN_TEST_ADMIN_URL: postgres.adminUrl, FORCE_COLOR: '0' };

function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: 'inherit',
      ...options,
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A runner that ended badly without naming a failed test has failed once. */
function atLeastOne(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function runVitest(): Promise<Count> {
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ]);
  const report = readReport('vitest.json');
  remarks.push(...remarksOfVitest(report));
  return atLeastOne(code, {
    passed: Number(report['numPassedTests'] ?? 0),
    failed: Number(report['numFailedTests'] ?? 0) + Number(report['numPassedTests'] === undefined),
  });
}

async function runBrowser(): Promise<Count> {
  const code = await run('playwright', ['test']);
  const report = readReport('playwright.json');
  const stats = (report['stats'] ?? {}) as Record<string, number>;
  remarks.push(...remarksOfBrowser(report));
  return atLeastOne(code, {
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    failed: (stats['unexpected'] ?? 0) + Number(stats['expected'] === undefined),
  });
}

type VitestFile = {
  name: string;
  /** Why the file itself could not be run; else empty. */
  message: string;
  /** The messages of a test that passed are those of its first try. */
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

function remarksOfVitest({ testResults = [] }: { testResults?: VitestFile[] }): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tried = assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName }) => [status === 'passed' ? SECOND_TRY : 'failed', fullName]);
    const remarks = tried.length === 0 && message ? [['failed', message]] : tried;
    return remarks.map(([remark, what]) => `${remark}: ${relative(root, name)}: ${what}`);
  });
}

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
};

const BROWSER_REMARKS = new Map([
  ['flaky', SECOND_TRY],
  ['unexpected', 'failed'],
]);

function remarksOfBrowser({ suites = [], specs = [] }: BrowserSuite): string[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .map(({ status }) => BROWSER_REMARKS.get(status))
        .filter((remark) => remark !== undefined)
        .map((remark) => `${remark}: ${file}: ${title}`),
    ),
    ...suites.flatMap(remarksOfBrowser),
  ];
}

/** A program that prints its own `N passed, N failed` as its last such line. */
async function runScript(script: string, ...args: string[]): Promise<Count> {
  let output = '';
  const code = await new Promise<number>((resolve) => {
    const child = spawn('node', [join('scripts', script), ...args], {
      cwd: root,
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
  ['vitest', runVitest],
  ['size', () => runScript('size.ts')],
  ['browser', runBrowser],
  ['crash', () => runScript('crash.ts', '--rounds', '20')],
];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
/** What the end of a long output must say by name. */
const remarks: string[] = [];
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
console.log(`\n${[...summary, ...remarks].join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
