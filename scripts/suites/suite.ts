import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

type Count = { passed: number; failed: number };

export type SuiteResult = Count & {
  /** Failures and second tries, by name. */
  remarks?: string[];
  /** The names of tests that did not run here. */
  skipped?: string[];
};

export const SECOND_TRY = 'passed at the second try';

export const ROOT = join(import.meta.dirname, '../..');

/** A folder of its own for the reports of one run, so that two runs do not overwrite each other's. */
export function makeReportFolder(): string {
  const folder = join(ROOT, 'test-results');
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, 'run-'));
}

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
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const MAX_REASON = 400;

/** The beginning of what a failed test said: the end of a long output says why. */
export function reasonOf(message = ''): string {
  return stripVTControlCharacters(message).slice(0, MAX_REASON).trim().replaceAll(/\s+/g, ' ');
}
