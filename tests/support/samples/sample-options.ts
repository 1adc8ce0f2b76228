import type { Kysely } from 'kysely';
import { findSiteContentSample } from '#server/db/sample-content/read-samples.ts';
import type { DB } from '#server/db/types.ts';
import type { StoredOption } from '#shared/orders/values.ts';
import { type ContentKey, type SiteContent, splitKey } from '#shared/site-content/types.ts';

const OPTION_KEYS = ['order-options', 'project-categories'] as const satisfies ContentKey[];

/** The options that an installation with sample content starts with. */
export const SAMPLE_ORDER_OPTIONS = findSiteContentSample(
  'order-options',
) as SiteContent['order-options'];

export const SAMPLE_CATEGORIES = (
  findSiteContentSample('project-categories') as { categories: StoredOption[] }
).categories.map(({ label }) => label);

/** Returns whether they were stored: a database keeps options that it has. */
export async function storeSampleOptions(db: Kysely<DB>): Promise<void> {
  // An insert without rows would count as a change of the table.
  const types = OPTION_KEYS.map((key) => splitKey(key).type);
  const stored = await db
    .selectFrom('siteContent')
    .select('type')
    .where('type', 'in', types)
    .executeTakeFirst();
  if (stored) return;
  await db
    .insertInto('siteContent')
    .values(
      OPTION_KEYS.map((key) => ({
        ...splitKey(key),
        data: JSON.stringify(findSiteContentSample(key)),
        isSample: true,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
