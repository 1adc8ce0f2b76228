import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../server/db/types.ts';

// 'invoice' is in about a third of the enquiries.
const WORDS = readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8')
  .trim()
  .split(/\s+/);

function pick(list: string, seed: string, row = 'rows.n'): string {
  return `(${list})[1 + abs(hashint8extended(${row}, ${seed}) % array_length(${list}, 1))]`;
}

const STRINGS = 5_000;

// Texts of 25 words by chance, the same at every run; a row takes one of them and the words that are looked for.
async function createStrings(db: Kysely<DB>): Promise<void> {
  const words = `array[${WORDS.map((word) => `'${word}'`).join(',')}]`;
  await sql
    .raw(
      `create temporary table texts as
        select n, string_agg(${pick(words, 'k::bigint', 'n')}, ' ') as text
        from generate_series(0::bigint, ${STRINGS - 1}) as n, generate_series(1, 25) as k group by n`,
    )
    .execute(db);
}

const TEXT_OF_ROW = `texts.text || ' ' || rows.n
  || case when rows.n % 3 = 0 then ' invoice' else '' end
  || case when rows.n % (total / 20) = 0 then ' zeplin' else '' end
  || case when rows.n > total / 2 and rows.n % 10 = 0 then ' karavan' else '' end`;

type LeadTable = 'orders' | 'contact_messages';

/** Fills empty tables with rows of two years, made up by chance but the same at every run. */
export async function fillLeads(
  db: Kysely<DB>,
  rows: number,
  tables: readonly LeadTable[] = ['orders', 'contact_messages'],
): Promise<void> {
  // Made again when the rows are there, which takes a fraction of the time.
  const { rows: indexes } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
    where tablename = any(${tables}) and indexname like '%_idx'
  `.execute(db);
  for (const { indexname } of indexes) await sql.raw(`drop index ${indexname}`).execute(db);
  await createStrings(db);
  const names = `array['Özlem Öztürk','Gökçe Demir','Murat Çetin','Selin Kaya','Işıl Yılmaz','Hakan Yüksel','Leyla Koç']`;
  const person = `${pick(names, '101')} || ' ' || rows.n`;
  const email = `'person' || (rows.n % greatest(total / 3, 1)) || '@example.com'`;
  const createdAt = `timestamptz '2026-11-01' - rows.n * (interval '2 years' / total)`;
  const source = `(select n, ${rows}::bigint as total from generate_series(1::bigint, ${rows}) as n) as rows
    join texts on texts.n = rows.n % ${STRINGS}`;
  const statements: Record<LeadTable, string> = {
    orders: `insert into orders (
        id, reference, idempotency_key, request_hash, full_name, email, phone, company, service_type,
        project_description, desired_features, estimated_budget, target_timeline, required_languages,
        terms_version, terms_accepted_at, status, is_suspect, created_at
      ) select
        gen_random_uuid(), 'VT-' || lpad(rows.n::text, 9, '0'), gen_random_uuid(), sha256(rows.n::text::bytea),
        ${person}, ${email}, '+90 312 ' || rows.n, 'Company ' || rows.n % 5000,
        ${pick(`array['Business Dashboards','Invoicing & Finance Tools','Mapping & Location Apps']`, '102')},
        'We would like to talk about this: ' || ${TEXT_OF_ROW},
        '{API Integration}', '5k-15k', '60-days', '{English}', '1', now(),
        ${pick(`array['new','pending','in-progress','in-progress','completed','completed','completed','completed','completed','completed']`, '103')},
        rows.n % 200 = 0, ${createdAt}
      from ${source}`,
    contact_messages: `insert into contact_messages (id, name, email, message, status, is_suspect, created_at) select
        gen_random_uuid(), ${person}, ${email}, 'Good morning, ' || ${TEXT_OF_ROW},
        ${pick(`array['new','read','responded','responded','responded']`, '104')},
        rows.n % 200 = 0, ${createdAt}
      from ${source}`,
  };
  for (const table of tables) await sql.raw(statements[table]).execute(db);
  await sql`set maintenance_work_mem = '256MB'`.execute(db);
  for (const { indexdef } of indexes) await sql.raw(indexdef).execute(db);
  for (const table of tables) {
    await sql.raw(`vacuum (analyze) ${table}`).execute(db);
  }
}
