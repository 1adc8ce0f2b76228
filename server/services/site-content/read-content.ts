import type { Database, ServiceContext } from '#server/context/context.ts';
import { buildEmpty, parseStored } from '#shared/site-content/fields.ts';
import {
  CONTENT_KEYS,
  CONTENT_TYPES,
  type ContentKey,
  LANGUAGE,
  type SiteContent,
  splitKey,
} from '#shared/site-content/types.ts';

/** Fields that were never saved are empty. A page that reads content is rendered again after a change. */
export async function readSiteContent<Key extends ContentKey>(
  db: Database,
  keys: readonly Key[],
): Promise<Pick<SiteContent, Key>> {
  const places = keys.map((key) => ({ key, ...splitKey(key) }));
  const rows = await db
    .selectFrom('siteContent')
    .select(['type', 'id', 'data'])
    .where('language', '=', LANGUAGE)
    .where(
      'type',
      'in',
      places.map(({ type }) => type),
    )
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute();
  const values = places.map(({ key, type, id }) => {
    const row = rows.find((each) => each.type === type && each.id === id);
    return [key, parseStored(CONTENT_TYPES[key].schema, (row?.data ?? {}) as object)];
  });
  return Object.fromEntries(values) as Pick<SiteContent, Key>;
}

export function buildEmptyContent(): SiteContent {
  const values = CONTENT_KEYS.map((key) => [key, buildEmpty(CONTENT_TYPES[key].schema)]);
  return Object.fromEntries(values) as SiteContent;
}

/** Facts of the sample company that visitors are still told. */
export async function listSampleFacts(db: Database): Promise<string[]> {
  const row = await db
    .selectFrom('siteContent')
    .select('data')
    .where('type', '=', 'company')
    .where('isSample', '=', true)
    .executeTakeFirst();
  if (!row) return [];
  const { name, email, phone, street } = parseStored(
    CONTENT_TYPES.company.schema,
    row.data as object,
  );
  return [name, email, phone, street].filter(Boolean);
}

export async function readContent<Key extends ContentKey>(
  db: Database,
  key: Key,
): Promise<SiteContent[Key]> {
  return (await readSiteContent(db, [key]))[key];
}

/** From memory in a request. */
export async function findContent<Key extends ContentKey>(
  { siteContent, db }: Pick<ServiceContext, 'siteContent' | 'db'>,
  key: Key,
): Promise<SiteContent[Key]> {
  return siteContent?.()?.[key] ?? readContent(db, key);
}
