import { type Kysely, sql } from 'kysely';
import { ACCENTED, COMBINING_DOT, FOLDED } from './0002-leads.ts';

const folded = sql`lower(translate(
  normalize(value, NFC),
  ${sql.lit(ACCENTED + COMBINING_DOT)},
  ${sql.lit(FOLDED)}
))`;

/** Every mark (General_Category M) as a class of a regular expression of PostgreSQL, which has no name for them. */
function listMarks(): string {
  const ranges: [number, number][] = [];
  for (let code = 0; code <= 0xe01ef; code += 1) {
    if (!/\p{M}/u.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const escape = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;
  return `[${ranges.map(([from, to]) => `${escape(from)}-${escape(to)}`).join('')}]`;
}

// To normalise is to sort the marks in a row, which takes their number squared: 10,000 took two seconds. What is more than any
// language has is left out of the search text, also where the text was stored before it was rejected.
export async function up(db: Kysely<unknown>): Promise<void> {
  const marks = listMarks();
  await sql`
    create or replace function fold_search_text(value text) returns text
      language plpgsql immutable parallel safe as $$
    begin
      if octet_length(value) = char_length(value) then
        return lower(value);
      end if;
      value := regexp_replace(value, ${sql.lit(`(${marks}{30})${marks}+`)}, '\\1', 'g');
      return ${folded};
    end
    $$;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function fold_search_text(value text) returns text
      language plpgsql immutable parallel safe as $$
    begin
      return ${folded};
    end
    $$;
  `.execute(db);
}
