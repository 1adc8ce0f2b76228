import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Count = { passed: number; failed: number };

export const SECOND_TRY = 'passed at the second try';

export const ROOT = join(import.meta.dirname, '../..');
export const REPORTS = join(ROOT, 'test-results');

/** Runs a program with what it prints on the screen; resolves with its exit code. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A runner that ended badly without naming a failed test has failed once. */
export function atLeastOne(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

export function readReport(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(REPORTS, file), 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

type TestFile = {
  name: string;
  /** Why the file itself could not be run; else empty. */
  message: string;
  /** The messages of a test that passed are those of its first try. */
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

type VitestReport = { testResults?: TestFile[]; numPassedTests?: number; numFailedTests?: number };

type VitestResult = Count & {
  /** Failures and second tries, by name. */
  remarks: string[];
  /** The names of tests that did not run here. */
  skipped: string[];
};

export async function runVitest(args: string[], env: NodeJS.ProcessEnv): Promise<VitestResult> {
  const code = await run(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(REPORTS, 'vitest.json')}`,
      ...args,
    ],
    env,
  );
  const report: VitestReport = readReport('vitest.json');
  return {
    ...atLeastOne(code, {
      passed: report.numPassedTests ?? 0,
      failed: report.numFailedTests ?? 1,
    }),
    remarks: remarksOf(report),
    skipped: skippedOf(report),
  };
}

const MAX_REASON = 400;

/** The beginning of what a failed test said: the end of a long output says why. */
export function reasonOf(message = ''): string {
  return stripVTControlCharacters(message).slice(0, MAX_REASON).trim().replaceAll(/\s+/g, ' ');
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
