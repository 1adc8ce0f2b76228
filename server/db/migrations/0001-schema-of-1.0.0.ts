import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';

const ACCENTED = 'İIıŞşĞğÜüÖöÇçÀÁÂÃÄÅàáâãäåÈÉÊËèéêëÌÍÎÏìíîïÒÓÔÕòóôõÙÚÛùúûÑñÝýÿ';
const FOLDED = 'iiissgguuooccaaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooouuuuuunnyyy';
// Lower-casing 'İ' in JavaScript leaves this mark behind; a character without counterpart is removed by translate().
const COMBINING_DOT = '\u0307';

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

const folded = sql`lower(translate(
  normalize(value, NFC),
  ${sql.lit(ACCENTED + COMBINING_DOT)},
  ${sql.lit(FOLDED)}
))`;

/** The schema that the 35 migrations of 1.0.0 made, as pg_dump prints it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const marks = listMarks();
  // Normalization sorts the marks in a row, which takes their number squared. More of them than any language has are left out of the search text.
  await sql`
    do $$
    begin
      if current_setting('server_encoding') <> 'UTF8' then
        raise exception 'The database must use the encoding UTF8, not %', current_setting('server_encoding');
      end if;
    end
    $$;

    create extension if not exists pg_trgm;

    create function fold_search_text(value text) returns text
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
  const schema = new URL('0001-schema-of-1.0.0.sql', import.meta.url);
  await sql.raw(await readFile(schema, 'utf8')).execute(db);
}
