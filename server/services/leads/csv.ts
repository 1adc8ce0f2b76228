import { stringify } from 'csv-stringify/sync';

export const EXPORT_BATCH = 500;

// Also behind blanks and invisible characters, which spreadsheets skip.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** A cell that no spreadsheet takes for a formula. */
export function disarm(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function toLines(records: string[][], { bom = false } = {}): string {
  return stringify(
    records.map((record) => record.map(disarm)),
    { bom, record_delimiter: 'windows', escape_formulas: true, quoted: true },
  );
}

/**
 * A CSV file in parts, batch after batch: it opens cleanly in spreadsheets, and no cell is taken for a formula. `readBatch` answers
 * the records behind those it answered before, none at the end.
 */
export async function* streamCsv(
  columns: readonly string[],
  readBatch: () => Promise<string[][]>,
): AsyncGenerator<string, void, undefined> {
  yield toLines([[...columns]], { bom: true });
  for (;;) {
    const records = await readBatch();
    if (records.length === 0) return;
    yield toLines(records);
  }
}
