import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { showReversals } from '#shared/common/text.ts';

export const EXPORT_BATCH = 500;

/** What Excel splits by where Turkish or another language with a decimal comma is set; others ask or are told so in the import. */
export const CSV_DELIMITER = ';';

const LINES_AT_ONCE = 20;

// At the beginning of a cell and behind everything that some program takes for the end of one: `,` and `;` change with the language of
// the computer, and a quoted cell is no longer one when the file is split by the other. Blanks, invisible characters and quotes between are skipped.
const FORMULA = /(?<=(?:^|[,;|\t\r\n])[\s\p{Cc}\p{Cf}"]*)[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/gu;

/** A cell that no spreadsheet takes for a formula, nor any part of it, whatever it splits the file by. */
export function disarm(cell: string): string {
  return cell.replaceAll(FORMULA, "'$&");
}

function toLines(records: string[][], { bom = false } = {}): string {
  return stringify(
    records.map((record) => record.map((cell) => disarm(showReversals(cell)))),
    {
      bom,
      delimiter: CSV_DELIMITER,
      record_delimiter: 'windows',
      escape_formulas: true,
      quoted: true,
    },
  );
}

/**
 * A CSV file in parts, batch after batch: it opens in columns and cleanly in spreadsheets, and no cell is taken for a formula.
 * `readBatch` returns the records behind those it returned before, none at the end. Others get a turn between the parts.
 */
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
