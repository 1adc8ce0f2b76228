import { sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { matchPerson, type PersonWords } from '#server/services/contact-audit/index.ts';

function searchOf(query: string): string {
  // `%00` becomes what the database takes in no text: unchanged, one such filter would stop every erasure.
  return storableText(new URLSearchParams(query).getAll('search').join('\n'));
}

/** Of one word, such as "New", a name is the name of many filters, and whoever gives it to an enquiry could have all of them deleted. */
function isFullName(name: string): boolean {
  return /\S\s+\S/.test(name.trim());
}

/** Deletes the saved filters, whoever's they are, that name somebody who is erased, by address or full name, in what they search for or in their own name. */
export async function removeFiltersOf(
  tx: Transaction<DB>,
  { addresses, names }: PersonWords,
): Promise<void> {
  const matches = await matchPerson(tx, { addresses, names: names.filter(isFullName) });
  if (matches === null) return;
  const filters = await tx.selectFrom('savedFilters').select(['id', 'query']).execute();
  const ids = filters.map(({ id }) => id);
  const searches = filters.map(({ query }) => searchOf(query));
  // In one order, so that two erasures cannot wait for each other.
  const { numAffectedRows = 0n } = await sql`
    delete from saved_filters where id in (
      select id from saved_filters
      join unnest(${ids}::uuid[], ${searches}::text[]) as decoded (id, search) using (id)
      where ${matches('search')} or ${matches('name')}
      order by id for update of saved_filters
    )
  `.execute(tx);
  if (numAffectedRows > 0n) await announceChange(tx, 'saved_filters');
}
