import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export async function checkCollation(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ isSearchRight: boolean; isWide: boolean }>`
    select fold_search_text('IŞIK') = 'isik' and fold_search_text('INFO') = 'info' as is_search_right,
      fold_search_text('ЖŠ') = 'жš' as is_wide
  `.execute(db);
  const [row] = rows;
  if (!row?.isSearchRight) {
    const text =
      'Searches and comparisons of addresses miss capital letters: its collation has other rules.';
    return [problem('Database', text, 'Restart the application, which runs pending migrations.')];
  }
  if (row.isWide) return [ok('Database', 'Searches and addresses ignore case.')];
  const text =
    'Searches ignore case for Latin letters of Western Europe and Turkish only: its collation knows no others.';
  const advice = 'Restore a backup into a database created with a UTF-8 locale, such as C.UTF-8.';
  return [warning('Database', text, advice)];
}
