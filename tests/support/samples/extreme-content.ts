import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { getField, type Field } from '#shared/site-content/fields.ts';
import { CONTENT_KEYS, CONTENT_TYPES, splitKey } from '#shared/site-content/types.ts';
import type * as z from 'zod';

/** An owner's content at its limits: share of the allowed characters and entries of each list. */
export const EXTENTS = {
  short: { share: 0, entries: 1, isOn: false },
  middle: { share: 0.5, entries: 3, isOn: true },
  longest: { share: 1, entries: Number.POSITIVE_INFINITY, isOn: true },
} as const;

export type Extent = keyof typeof EXTENTS;

/** Long Turkish words, capitals with dots, emoji, quotation marks and Arabic. */
const WORDS = [
  'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine',
  'İĞNEADA’DAN',
  '👩🏽‍💻🚚',
  'ölçülebilirleştirilemeyenler',
  '“Çok”',
  'شركة البرمجيات',
  've',
  'O’Neill & <Oğulları>',
];

const NUMBERS = [1_000_000_000, 2_026, 90, 52, 8, 1];

export function buildText(max: number, share: number): string {
  const length = Math.max(2, Math.round(max * share));
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += `${WORDS[index % WORDS.length]} `;
  // Half an emoji at the end is not valid text.
  return text.slice(0, length).toWellFormed().replaceAll('\uFFFD', '').trim();
}

const FACTS: Record<string, unknown> = {
  countryCode: 'TR',
  currency: 'TRY',
  kind: 'plans',
  timeZone: 'Europe/Istanbul',
};

function listCandidates({ input, max = 60, options = [], item }: Field, extent: Extent): unknown[] {
  const { share, entries, isOn } = EXTENTS[extent];
  const count = (limit: number) => Math.min(limit, entries);
  switch (input) {
    case 'line':
    case 'text':
      return [buildText(max, share), 'https://ornek.example/uzun-bir-adres', 'a@ornek.example'];
    case 'number':
      return NUMBERS;
    case 'switch':
      return [isOn];
    case 'choice':
      return [options.at(share === 1 ? -1 : 0)?.value];
    case 'date':
      return ['2030-12-31'];
    case 'lines':
      return [240, 160, 100, 70, 60, 40, 30].map((characters) =>
        Array.from({ length: count(max) }, () => buildText(characters, share)),
      );
    case 'items':
      return [Array.from({ length: count(max) }, () => item && buildRecord(item, extent))];
    default:
      return [];
  }
}

/** Fills each field with the first candidate that it accepts, else leaves it empty. */
function buildRecord(schema: z.ZodObject, extent: Extent): Record<string, unknown> {
  const values = Object.entries(schema.shape).map(([name, part]) => {
    const type = part as z.ZodType;
    const field = getField(type);
    const candidates = name in FACTS ? [FACTS[name]] : listCandidates(field, extent);
    const fitting = candidates.find((candidate) => type.safeParse(candidate).success);
    return [name, fitting ?? field.empty];
  });
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Replaces every record of the site's content. */
export async function saveExtremeContent(db: Kysely<DB>, extent: Extent): Promise<void> {
  for (const key of CONTENT_KEYS) {
    const data = JSON.stringify(buildRecord(CONTENT_TYPES[key].schema, extent));
    await db
      .insertInto('siteContent')
      .values({ ...splitKey(key), data })
      .onConflict((conflict) => conflict.columns(['type', 'id', 'language']).doUpdateSet({ data }))
      .execute();
  }
}
