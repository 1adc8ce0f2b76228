import { type Expression, sql } from 'kysely';

/** A text as `like` finds it to the letter. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** Whether a column contains a text, by the rules of every search: case, Turkish i and accents do not count. */
export function isContained(text: string, column: Expression<unknown>) {
  return sql<boolean>`fold_search_text(${column}) like '%' || fold_search_text(${escapeLike(text)}) || '%'`;
}

/**
 * An email address or a column of them in lower case, independent of the database's collation: a Turkish one has 'ı' for
 * 'I'. Only ASCII changes, and forms accept nothing else. Indexes have this form.
 */
export function foldAddress(address: Expression<unknown> | string) {
  return sql<string>`lower(${address} collate "C")`;
}

/** Whether a column contains this email address, ignoring case. */
export function isAddress(address: string, column = 'email') {
  return sql<boolean>`${foldAddress(sql.ref(column))} = ${foldAddress(address)}`;
}
