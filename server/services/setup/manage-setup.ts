import { sql } from 'kysely';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { SOCIAL_LINKS } from '#server/db/sample-content/load.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import type { Setup, SetupCard } from '#shared/setup/admin-schema.ts';
import { removeSampleOptions } from '#server/services/site-content/index.ts';
import { LANGUAGE } from '#shared/site-content/types.ts';
import { countSamples, type GoLiveSources, listGoLiveChecks } from './go-live.ts';

const NO_LINKS = Object.fromEntries(Object.keys(SOCIAL_LINKS).map((network) => [network, '']));
const SETUP = { type: 'setup', id: 'main', language: LANGUAGE } as const;

type Saved = { types: string[]; hasLogo: boolean; hasProof: boolean; isDismissed: boolean };

async function readSaved({ db }: ServiceContext): Promise<Saved> {
  const { rows } = await sql<Saved>`
    select
      array(select type from site_content where not is_sample) as types,
      exists (select from site_settings where header_logo_url <> '') as has_logo,
      exists (select from clients where not is_sample and deleted_at is null)
        or exists (select from testimonials where not is_sample and deleted_at is null)
        or exists (select from projects where not is_sample and deleted_at is null) as has_proof,
      coalesce((
        select (data ->> 'isDismissed')::boolean from site_content where type = ${SETUP.type}
      ), false) as is_dismissed
  `.execute(db);
  return rows[0] ?? { types: [], hasLogo: false, hasProof: false, isDismissed: false };
}

export async function getSetup(ctx: ServiceContext, sources: GoLiveSources): Promise<Setup> {
  requireAdmin(ctx);
  const [saved, checks, samples] = await Promise.all([
    readSaved(ctx),
    listGoLiveChecks(ctx, sources),
    countSamples(ctx.db),
  ]);
  const done: Record<SetupCard, boolean> = {
    company: saved.types.includes('company'),
    brand: saved.types.includes('brand') || saved.hasLogo,
    offer: saved.types.includes('services'),
    prices: saved.types.includes('plans'),
    proof: saved.types.includes('proof') || saved.hasProof,
    live: checks.every(({ isDone }) => isDone),
  };
  return {
    cards: Object.entries(done).map(([name, isDone]) => ({ name: name as SetupCard, isDone })),
    checks,
    hasSample: samples > 0,
    isDismissed: saved.isDismissed,
  };
}

export async function updateSetup(
  ctx: ServiceContext,
  change: { isDismissed: boolean },
): Promise<void> {
  requireAdmin(ctx);
  const data = JSON.stringify(change);
  await ctx.db
    .insertInto('siteContent')
    .values({ ...SETUP, data })
    .onConflict((conflict) => conflict.columns(['type', 'id', 'language']).doUpdateSet({ data }))
    .execute();
}

/** Removes the texts of the sample company for good; its records can be restored like others that were deleted. */
export async function removeSample(ctx: ServiceContext): Promise<void> {
  requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    await removeSampleOptions(tx);
    await tx.deleteFrom('siteContent').where('isSample', '=', true).execute();
    for (const { table } of ALL_CONTENT) {
      await tx
        .updateTable(table)
        .set({ deletedAt: ctx.now() })
        .where('isSample', '=', true)
        .where('deletedAt', 'is', null)
        .execute();
    }
    await tx
      .updateTable('siteSettings')
      .set({ socialLinks: sql`${JSON.stringify(NO_LINKS)}::jsonb` })
      .where('socialLinks', '=', sql<never>`${JSON.stringify(SOCIAL_LINKS)}::jsonb`)
      .execute();
    await recordAdminChange(tx, { type: 'sample_removed', by: ctx });
  });
}
