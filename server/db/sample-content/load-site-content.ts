import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import { proofSchema } from '#shared/site-content/proof.ts';
import { CONTENT_KEYS, CONTENT_TYPES, splitKey } from '#shared/site-content/types.ts';
import { findSiteContentSample } from './read-samples.ts';

/** Rows of `table_versions`: the samples were loaded, or rejected; an older version had them in its code. */
const MARKER = 'sample_site_content';
const UPGRADED = 'site_content_in_code';

/** Stores the sample facts and texts once: if they are wanted, or if visitors of an upgraded site saw them before. */
export async function loadSampleSiteContent(
  db: Kysely<DB>,
  { isWanted }: { isWanted: boolean },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from table_versions where name in (${MARKER}, ${UPGRADED})
  `.execute(db);
  const markers = rows.map(({ name }) => name);
  if (markers.includes(MARKER)) return;
  await db.transaction().execute(async (tx) => {
    const marked = await tx
      .insertInto('tableVersions')
      .values({ name: MARKER })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    // A restored backup has its own company, and no markers.
    const stored = await tx
      .selectFrom('siteContent')
      .select('type')
      .where('type', '=', 'company')
      .executeTakeFirst();
    if (!marked || stored || !(isWanted || markers.includes(UPGRADED))) return;
    const samples = CONTENT_KEYS.flatMap((key) => {
      const sample = findSiteContentSample(key);
      if (sample === null) return [];
      const data = parseStored(CONTENT_TYPES[key].schema, sample);
      return { ...splitKey(key), data: JSON.stringify(data), isSample: true };
    });
    await tx
      .insertInto('siteContent')
      .values(samples)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await keepAttestations(tx);
  });
}

/** Evidence that an owner entered before numbers were content. */
async function keepAttestations(tx: Transaction<DB>): Promise<void> {
  const attested = await tx
    .selectFrom('publicClaims')
    .leftJoin('adminUsers', 'adminUsers.id', 'publicClaims.attestedBy')
    .select(['key', 'evidence', 'evidenceUrl', 'attestedOn', 'username as attestedBy', 'reviewBy'])
    .where('attestedOn', 'is not', null)
    .execute();
  if (attested.length === 0) return;
  const keep = <Claim extends { key: string }>(claim: Claim): Claim => {
    const values = Object.entries(attested.find(({ key }) => key === claim.key) ?? {});
    return { ...claim, ...Object.fromEntries(values.map(([name, value]) => [name, value ?? ''])) };
  };
  const { numbers, stories } = parseStored(proofSchema, findSiteContentSample('proof') ?? {});
  await tx
    .updateTable('siteContent')
    .set({
      data: JSON.stringify({ numbers: numbers.map(keep), stories: stories.map(keep) }),
      isSample: false,
    })
    .where('type', '=', 'proof')
    .where('isSample', '=', true)
    .execute();
}
