import { type RawBuilder, sql } from 'kysely';
import { snakeCaseNames } from '#shared/lib/case.ts';

/** Bytes as PostgreSQL reads them from a text. */
export function byteText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/**
 * How records become the rows `input` of a statement, by definitions of columns as in SQL: `names` are those that the table has as well,
 * which `beside` has not.
 */
export function defineGivenRows(
  columns: string,
  beside = '',
): { names: RawBuilder<unknown>; from: (records: readonly object[]) => RawBuilder<unknown> } {
  const input = sql.raw(`as input (${[columns, beside].filter(Boolean).join(', ')})`);
  return {
    names: sql.raw(columns.replaceAll(/(\w+) [\w[\]]+/g, '$1')),
    from: (records) =>
      sql`json_to_recordset(${JSON.stringify(records.map(snakeCaseNames))}) ${input}`,
  };
}
