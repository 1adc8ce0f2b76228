import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** All rounds (`npm run faults`) instead of the few that show the fault (`npm run test:full`). */
export const IS_LONG = process.env['FAULTS'] === 'long';

/**
 * In the short form a busy machine may miss a moment, and the report names what needed a second try. What was lost, doubled or half done, which is compared as a whole,
 * is never tried again.
 */
export const RETRY = IS_LONG ? 0 : { count: 1, condition: /^(?!.*deeply equal)/s };

export function roundsOf({ short, long }: { short: number; long: number }): number {
  return IS_LONG ? long : short;
}

export type FaultRow = {
  /** In the words of the operator: 'kill -9 of the application'. */
  fault: string;
  rounds: number;
  /** Enquiries that the visitor was told of. */
  acknowledged: number;
  /** Of those, in the database afterwards with everything that belongs to them. */
  found: number;
  /** In it more than once; of mails, with another Message-ID. */
  doubled: number;
  /** Rows without their file, files without their row, enquiries without mails or conversation. */
  halfDone: number;
  /** From the end of the fault (server back, disk free) to the first acknowledged enquiry, one for each round. */
  recoveryMs: readonly number[];
  remark?: string;
};

export const FAULT_ROWS_FILE = join(import.meta.dirname, '../../../test-results/faults.jsonl');

/** Writes the row for the table of `npm run faults` and fails the test when anything was lost, doubled or half done. */
export async function recordFault(row: FaultRow): Promise<void> {
  await mkdir(join(FAULT_ROWS_FILE, '..'), { recursive: true });
  await appendFile(FAULT_ROWS_FILE, `${JSON.stringify(row)}\n`);
  const { acknowledged, found, doubled, halfDone } = row;
  expect({ found, doubled, halfDone }, row.fault).toEqual({
    found: acknowledged,
    doubled: 0,
    halfDone: 0,
  });
}
