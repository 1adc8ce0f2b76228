import { join, relative } from 'node:path';
import {
  atLeastOne,
  readReport,
  reasonOf,
  ROOT,
  run,
  SECOND_TRY,
  type SuiteResult,
} from './suite.ts';

type TestFile = {
  name: string;
  /** Why the file itself could not be run; else empty. */
  message: string;
  /** The messages of a test that passed are those of its first try. */
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

type VitestReport = { testResults?: TestFile[]; numPassedTests?: number; numFailedTests?: number };

export async function runVitest(
  args: string[],
  env: NodeJS.ProcessEnv,
  reports: string,
): Promise<SuiteResult> {
  const file = join(reports, 'vitest.json');
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  );
  const report: VitestReport = readReport(file);
  return {
    ...atLeastOne(code, {
      passed: report.numPassedTests ?? 0,
      failed: report.numFailedTests ?? 1,
    }),
    remarks: remarksOf(report),
    skipped: skippedOf(report),
  };
}

function remarksOf({ testResults = [] }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tried = assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName, failureMessages }) => {
        const remark = status === 'passed' ? SECOND_TRY : 'failed';
        return [remark, `${fullName}: ${reasonOf(failureMessages[0])}`];
      });
    const remarks = tried.length === 0 && message ? [['failed', reasonOf(message)]] : tried;
    return remarks.map(([remark, what]) => `${remark}: ${relative(ROOT, name)}: ${what}`);
  });
}

function skippedOf({ testResults = [] }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `${relative(ROOT, name)}: ${fullName}`),
  );
}
