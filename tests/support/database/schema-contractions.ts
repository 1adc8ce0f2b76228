import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

type Part = {
  kind: 'column' | 'constraint' | 'index' | 'trigger' | 'function';
  table: string;
  name: string;
  /** What of it a program of the version before relies on. */
  definition: string;
  /** Whether it may keep a program from writing that knows nothing of it. */
  isDemand: boolean;
  /** The columns that it is about. */
  columns: string[];
};

/** The tables, columns, rules and functions of a database, by what they are called. */
export type SchemaParts = ReadonlyMap<string, Part>;

/** Reads what programs rely on in the schema `public`. */
export async function readSchemaParts(db: Kysely<DB>): Promise<SchemaParts> {
  const { rows } = await sql<Part>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    )
    select 'column' as kind, relname as table, attname as name,
      format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as definition,
      attnotnull and not atthasdef and attidentity = '' as "isDemand", array[attname::text] as columns
    from pg_attribute join tables on tables.oid = attrelid where attnum > 0 and not attisdropped
    union all
    select 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid), true, array(
      select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)
    )
    from pg_constraint join tables on tables.oid = conrelid where contype <> 'n'
    union all
    select 'index', relname, indexrelid::regclass::text, pg_get_indexdef(indexrelid), true, array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)
    )
    from pg_index join tables on tables.oid = indrelid
    where indisunique and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select 'trigger', relname, tgname, pg_get_triggerdef(pg_trigger.oid), true, '{}'
    from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select 'function', '', oid::regprocedure::text, pg_get_functiondef(oid), false, '{}'
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (
      select from pg_depend where objid = pg_proc.oid and deptype = 'e'
    )
  `.execute(db);
  return new Map(rows.map((part) => [`${part.kind} ${part.table}.${part.name}`, part]));
}

const LITERAL = /'(?:[^']|'')*'(?:::\w+)?(?:, )?/g;

/** Whether a check takes all that it took: the same words, with more values in its lists. */
function isWider(before: Part, after: Part): boolean {
  const literals = (part: Part) => part.definition.match(/'(?:[^']|'')*'/g) ?? [];
  const taken = new Set(literals(after));
  return (
    before.kind === 'constraint' &&
    before.definition.replaceAll(LITERAL, '') === after.definition.replaceAll(LITERAL, '') &&
    literals(before).every((literal) => taken.has(literal))
  );
}

/** Loosened or dropped, these are nothing that a program misses; what `on conflict` names is no foreign key and no check. */
function isRestraint({ kind, definition }: Part): boolean {
  return kind === 'constraint' && /^(?:CHECK|FOREIGN KEY)/.test(definition);
}

/** What a program that was written for `before` meets in `after` and does not expect; each names its part. */
export function findContractions(before: SchemaParts, after: SchemaParts): string[] {
  const tables = new Set(Array.from(before.values(), ({ table }) => table));
  const gone = [...before].flatMap(([key, part]) => {
    const now = after.get(key);
    if (!now) return isRestraint(part) || part.kind === 'trigger' ? [] : [`${key} is gone`];
    if (now.definition === part.definition)
      return now.isDemand && !part.isDemand ? [`${key} has no default any more`] : [];
    if (now.definition === part.definition.replace(/ not null$/, '')) return [];
    return isWider(part, now) ? [] : [`${key} is another one`];
  });
  const added = [...after].flatMap(([key, part]) => {
    const isOfOld = tables.has(part.table) && part.isDemand && !before.has(key);
    if (!isOfOld) return [];
    const isAboutOld =
      part.kind === 'column' ||
      part.columns.length === 0 ||
      part.columns.some((column) => before.has(`column ${part.table}.${column}`));
    return isAboutOld ? [`${key} is new and may be in the way`] : [];
  });
  return [...gone, ...added].toSorted();
}
