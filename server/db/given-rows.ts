import { type RawBuilder, sql } from 'kysely';
import { snakeCaseNames } from '#shared/lib/case.ts';

export function byteText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** Defines how records become the rows `input` of a statement. `columns` are those of the table; `beside` names further ones. */
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
