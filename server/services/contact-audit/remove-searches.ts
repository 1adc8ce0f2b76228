import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';

const BATCH = 5_000;

/** Shorter names occur in too many other texts. */
const MIN_LENGTH = 2;

// Folded as in the index, words between single spaces. ASCII only, since other letters depend on the locale.
const wordsOf = (column: string) => sql<string>`
  ' ' || btrim(regexp_replace(fold_search_text(${sql.ref(column)}), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')) || ' '
`;

async function readWords(db: Database, values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select distinct ${wordsOf('value')} as words from unnest(${[...values]}::text[]) as value
  `.execute(db);
  return rows.map(({ words }) => words).filter((words) => words.trim().length >= MIN_LENGTH);
}

/** Whether the text contains each word, in any order; `like` uses an index. */
function hasWords(column: string, words: string) {
  const each = words.trim().split(' ');
  return sql`(${sql.join(
    [
      ...each.map((word) => sql`fold_search_text(${sql.ref(column)}) like ${`%${word}%`}`),
      ...each.map((word) => sql`position(${` ${word} `} in ${wordsOf(column)}) > 0`),
    ],
    sql` and `,
  )})`;
}

export type PersonWords = { addresses: readonly string[]; names: readonly string[] };

/** Returns a condition that a text contains an address or name as whole words; null without any. */
export async function matchPerson(db: Database, { addresses, names }: PersonWords) {
  const all = await readWords(db, [...addresses, ...names]);
  if (all.length === 0) return null;
  return (column: string) =>
    sql<boolean>`(${sql.join(
      all.map((words) => hasWords(column, words)),
      sql` or `,
    )})`;
}

export async function removeSearches(
  db: Database,
  entries: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select empty_audit_searches(array(${entries})) as removed
  `.execute(db);
  return rows[0]?.removed ?? 0;
}

/** Entries from before texts could be removed stay, and so do partial names. */
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
