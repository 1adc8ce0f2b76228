import { type Expression, sql } from 'kysely';

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** Ignores case, the Turkish i and accents, like every search. */
export function isContained(text: string, column: Expression<unknown>) {
  return sql<boolean>`fold_search_text(${column}) like '%' || fold_search_text(${escapeLike(text)}) || '%'`;
}

/** Changes ASCII only, independent of the collation: a Turkish one has 'ı' for 'I'. Indexes use this expression. */
export function foldAddress(address: Expression<unknown> | string) {
  return sql<string>`lower(${address} collate "C")`;
}

export function isAddress(address: string, column = 'email') {
  return sql<boolean>`${foldAddress(sql.ref(column))} = ${foldAddress(address)}`;
}
