import { sql } from 'kysely';
import type { Database } from '#server/context.ts';

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

/** Whether a search has these words in it, one behind the other; each on its own is found by the index. */
function hasWords(words: string) {
  const each = words
    .trim()
    .split(' ')
    .map((word) => sql`fold_search_text(search_query) like ${`%${word}%`}`);
  return sql`(
    ${sql.join(each, sql` and `)} and position(${words} in ${wordsOf('search_query')}) > 0
  )`;
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
 * Removes from the audit what administrators searched for where it has an address or a name in it, as whole words in the form in which enquiries are
 * searched. Entries from before texts could be removed stay as they are, and so does what is only a part of the name.
 */
export async function removeSearchesOf(
  db: Database,
  { addresses, names }: { addresses: readonly string[]; names: readonly string[] },
): Promise<number> {
  const conditions = (await readWords(db, [...addresses, ...names])).map(hasWords);
  if (conditions.length === 0) return 0;
  let removed = 0;
  for (;;) {
    const count = await removeSearches(
      db,
      sql`
        select id from contact_message_audit
        where search_salt is not null and (${sql.join(conditions, sql` or `)}) limit ${BATCH}
      `,
    );
    removed += count;
    if (count < BATCH) return removed;
  }
}
