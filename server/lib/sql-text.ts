import { type Expression, sql } from 'kysely';

/** Reference of a message: the prefix of its time, with the random end of its id. */
export function buildMessageReference(table = 'contact_messages') {
  return sql<string>`${sql.ref(`${table}.reference_prefix`)} || '-' || upper(right(${sql.ref(`${table}.id`)}::text, 10))`;
}

/** A message that became an order has the order's reference. */
export const ENQUIRY_REFERENCE = sql<string>`coalesce(orders.reference, ${buildMessageReference()})`;

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
