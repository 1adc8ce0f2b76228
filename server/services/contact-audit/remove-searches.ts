import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';

const BATCH = 5_000;

/** Shorter than that, a name is in too many other texts. */
const MIN_LENGTH = 2;

// What is searched by is folded, and an index has it in this form; as words between single spaces. ASCII alone, since what else is a letter depends on the database's locale.
const wordsOf = (column: string) => sql<string>`
  ' ' || btrim(regexp_replace(fold_search_text(${sql.ref(column)}), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')) || ' '
`;

async function readWords(db: Database, values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select distinct ${wordsOf('value')} as words from unnest(${[...values]}::text[]) as value
  `.execute(db);
  return rows.map(({ words }) => words).filter((words) => words.trim().length >= MIN_LENGTH);
}

/** Whether a text has these words in it, one behind the other; each on its own is found by an index. */
function hasWords(column: string, words: string) {
  const each = words
    .trim()
    .split(' ')
    .map((word) => sql`fold_search_text(${sql.ref(column)}) like ${`%${word}%`}`);
  return sql`(
    ${sql.join(each, sql` and `)} and position(${words} in ${wordsOf(column)}) > 0
  )`;
}

export type PersonWords = { addresses: readonly string[]; names: readonly string[] };

/**
 * Makes the condition that a text has one of the addresses or names in it, as whole words in the form in which enquiries are searched; null where there
 * is nothing to look for.
 */
export async function matchPerson(db: Database, { addresses, names }: PersonWords) {
  const all = await readWords(db, [...addresses, ...names]);
  if (all.length === 0) return null;
  return (column: string) =>
    sql<boolean>`(${sql.join(
      all.map((words) => hasWords(column, words)),
      sql` or `,
    )})`;
}

/** Empties what the entries of a condition have of a search; the chain goes on without it. Returns of how many. */
export async function removeSearches(
  db: Database,
  entries: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select empty_audit_searches(array(${entries})) as removed
  `.execute(db);
  return rows[0]?.removed ?? 0;
}

/**
 * Removes from the audit what administrators searched for where it names somebody who is erased. Entries from before texts could be removed stay as they
 * are, and so does what is only a part of the name.
 */
export async function removeSearchesOf(db: Database, person: PersonWords): Promise<number> {
  const matches = await matchPerson(db, person);
  if (matches === null) return 0;
  let removed = 0;
  for (;;) {
    const count = await removeSearches(
      db,
      sql`
        select id from contact_message_audit
        where search_salt is not null and ${matches('search_query')} limit ${BATCH}
      `,
    );
    removed += count;
    if (count < BATCH) return removed;
  }
}
