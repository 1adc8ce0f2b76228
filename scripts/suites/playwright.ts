import { join } from 'node:path';
import { atLeastOne, readReport, reasonOf, run, SECOND_TRY, type SuiteResult } from './suite.ts';

type BrowserTest = { status: string; results: { error?: { message?: string } }[] };

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: BrowserTest[] }[];
};

export async function runPlaywright(
  args: string[],
  env: NodeJS.ProcessEnv,
  reports: string,
): Promise<SuiteResult> {
  const file = join(reports, 'playwright.json');
  const code = await run(
    'playwright',
    ['test', '--reporter=line,json', `--output=${join(reports, 'browser')}`, ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  const report = readReport(file);
  const stats = (report['stats'] ?? {}) as Record<string, number>;
  return {
    ...atLeastOne(code, {
      passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
      failed: (stats['unexpected'] ?? 0) + Number(stats['expected'] === undefined),
    }),
    remarks: remarksOf(report),
  };
}

const REMARKS = new Map([
  ['flaky', SECOND_TRY],
  ['unexpected', 'failed'],
]);

function remarksOf({ suites = [], specs = [] }: BrowserSuite): string[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => REMARKS.has(status))
        .map(({ status, results }) => {
          const reason = reasonOf(results.find(({ error }) => error)?.error?.message);
          return `${REMARKS.get(status)}: ${file}: ${title}: ${reason}`;
        }),
    ),
    ...suites.flatMap(remarksOf),
  ];
}
