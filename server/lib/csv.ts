import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { showReversals } from '#shared/common/text.ts';

export const EXPORT_BATCH = 500;

/** Excel's separator where a decimal comma is set. */
export const CSV_DELIMITER = ';';

const LINES_AT_ONCE = 20;

// Skips blanks, invisible characters and quotes.
const FORMULA = /^([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/u;
const PHONE = /^\+\d[\d\s().-]*$/;

/** Prevents spreadsheets from reading a cell as a formula. A phone number computes nothing but numbers. */
export function disarm(cell: string): string {
  return PHONE.test(cell) ? cell : cell.replace(FORMULA, "$1'");
}

function toLines(records: string[][], { bom = false } = {}): string {
  return stringify(
    records.map((record) => record.map((cell) => disarm(showReversals(cell)))),
    {
      bom,
      delimiter: CSV_DELIMITER,
      record_delimiter: 'windows',
      quoted: true,
    },
  );
}

/** `readBatch` returns no records at the end. Other work gets a turn between parts. */
export async function* streamCsv(
  columns: readonly string[],
  readBatch: () => Promise<string[][]>,
): AsyncGenerator<string, void, undefined> {
  yield toLines([[...columns]], { bom: true });
  for (;;) {
    const records = await readBatch();
    if (records.length === 0) return;
    for (let start = 0; start < records.length; start += LINES_AT_ONCE) {
      yield toLines(records.slice(start, start + LINES_AT_ONCE));
      await nextTurn();
    }
  }
}
