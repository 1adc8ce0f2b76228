import { type Kysely, sql } from 'kysely';
import { replaceInFolding } from './0051-any-collation.ts';

const COMPOSED = 'normalize(value, NFC)';
// Marks, tatweel and characters without a width.
const REMOVED = String.raw`[\u00ad\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+`;
const LETTERS = 'ẞÆŒøØłŁđĐðÐىیکةٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
const FOLDED = 'ßæœoollddddييكها01234567890123456789';
const UNACCENTED = `replace(replace(replace(translate(
  regexp_replace(normalize(value, NFD), '${REMOVED}', '', 'g'), '${LETTERS}', '${FOLDED}'
), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`;

export const harmless = {
  'function .fold_search_text': 'It removes more marks from a text, and from what is searched for.',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceInFolding(db, COMPOSED, UNACCENTED);
  await sql`
    alter table orders disable trigger orders_updated_at;
    update orders set email = email where search_text <> fold_search_text(search_text);
    alter table orders enable trigger orders_updated_at;
    update contact_messages set email = email where search_text <> fold_search_text(search_text);
    reindex index contact_message_audit_search_query_idx;
    create index orders_phone_end_idx on orders
      (right(regexp_replace(fold_search_text(phone), '\\(0\\)|[^0-9]', '', 'g'), 7));
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_phone_end_idx`.execute(db);
  await replaceInFolding(db, UNACCENTED, COMPOSED);
}
