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

const isPhone = (text: string) =>
  /^[\p{Nd}\p{Cf}\s()+./-]+$/u.test(text) && text.replaceAll(/\P{Nd}/gu, '').length >= 7;

/** Finds every word, in any order. `folded` is a result of `fold_search_text`. */
export function hasWords(search: string, folded: Expression<unknown>) {
  const words = isPhone(search) ? [search] : search.trim().split(/\s+/u);
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${folded} like '%' || fold_search_text(${escapeLike(word)}) || '%'`),
    sql` and `,
  )})`;
}

/** An index uses the last 7 digits. Only one of the numbers may have a country code or zero in front. */
export function hasPhone(search: string, column: Expression<unknown>) {
  if (!isPhone(search)) return sql<boolean>`false`;
  const [stored, given] = [column, sql`${search}::text`].map(
    (phone) => sql`regexp_replace(fold_search_text(${phone}), '\\(0\\)|[^0-9]', '', 'g')`,
  );
  return sql<boolean>`(
    right(${stored}, 7) = right(${given}, 7)
    and (${stored} like '%' || ltrim(${given}, '0') or ${given} like '%' || ltrim(${stored}, '0'))
  )`;
}

/** Changes ASCII only, independent of the collation: a Turkish one has 'ı' for 'I'. Indexes use this expression. */
export function foldAddress(address: Expression<unknown> | string) {
  return sql<string>`lower(${address} collate "C")`;
}

export function isAddress(address: string, column = 'email') {
  return sql<boolean>`${foldAddress(sql.ref(column))} = ${foldAddress(address)}`;
}
