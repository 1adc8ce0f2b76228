import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { FieldErrors } from '#shared/common/errors.ts';
import { renderMarkdownOrNull } from '#server/services/documents/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import type { AdminSiteSettings, SiteSettingsChange } from '#shared/site-settings/admin-schema.ts';
import type { SiteSettings } from '#shared/site-settings/schema.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { publishPolicies } from './publish-policies.ts';
import { findSiteSettings, findStoredSettings, getPolicyMarkdown } from './read.ts';

export async function getManagedSettings(ctx: ServiceContext): Promise<AdminSiteSettings> {
  requireAdmin(ctx);
  return withTransaction(ctx, (tx) => readRow({ ...ctx, db: tx }));
}

export async function updateSettings(
  ctx: ServiceContext,
  change: SiteSettingsChange,
): Promise<AdminSiteSettings> {
  requireAdmin(ctx);
  const { updatedAt, socialLinks, ...changes } = change;
  await rejectUnreadablePolicies(ctx, changes);
  return withTransaction(ctx, async (tx) => {
    const current = await tx
      .selectFrom('siteSettings')
      .select('updatedAt')
      .where('id', '=', SITE_SETTINGS_ID)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw missingRow();
    if (updatedAt !== undefined && current.updatedAt > new Date(updatedAt)) {
      throw new ServiceError('CONFLICT', SETTINGS_MESSAGES.conflict);
    }
    const former = await readRow({ ...ctx, db: tx });
    const published = await publishPolicies(ctx, tx, former, change);
    const { socialLinks: links, ...repairs } = await findRepairs(tx);
    const storedLinks = links ? sql`${JSON.stringify(links)}::jsonb` : sql.ref('social_links');
    await tx
      .updateTable('siteSettings')
      .set({ ...repairs, ...changes, ...published })
      .$if(links !== undefined || socialLinks !== undefined, (query) =>
        query.set({
          socialLinks: sql`${storedLinks} || ${JSON.stringify(socialLinks ?? {})}::jsonb`,
        }),
      )
      .where('id', '=', SITE_SETTINGS_ID)
      .execute();
    const saved = await readRow({ ...ctx, db: tx });
    const [before, after] = [valuesOf(former), valuesOf(saved)];
    if (!isDeepStrictEqual(before, after)) {
      await recordAdminChange(tx, { type: 'settings_changed', by: ctx, before, after });
    }
    return saved;
  });
}

function valuesOf({ updatedAt: _updatedAt, officeHours, ...values }: AdminSiteSettings) {
  return { ...values, ...officeHours };
}

/** Defaults for invalid stored values, which cannot be written again. */
async function findRepairs(tx: Transaction): Promise<Partial<SiteSettings>> {
  const { settings, invalid = [] } = (await findStoredSettings(tx)) ?? {};
  const repairs = Object.fromEntries(invalid.map((name) => [name, settings?.[name]]));
  return 'officeHours' in repairs ? { ...repairs, officeHours: DEFAULT_OFFICE_HOURS } : repairs;
}

function missingRow(): ServiceError {
  return new ServiceError('NOT_FOUND', SETTINGS_MESSAGES.loadFailed);
}

async function readRow(ctx: ServiceContext): Promise<AdminSiteSettings> {
  const settings = await findSiteSettings(ctx.db);
  if (!settings) throw missingRow();
  return { ...settings, ...(await getPolicyMarkdown(ctx)) };
}

// A policy that cannot be rendered would leave its page empty.
async function rejectUnreadablePolicies(
  ctx: ServiceContext,
  changes: { termsOfService?: string | undefined; privacyPolicy?: string | undefined },
): Promise<void> {
  const fields: FieldErrors = {};
  const strings = {
    terms_of_service: changes.termsOfService ?? '',
    privacy_policy: changes.privacyPolicy ?? '',
  };
  for (const [field, text] of Object.entries(strings)) {
    if (text.trim() === '') continue;
    const html = await renderMarkdownOrNull(ctx, text, { kind: 'policy', lane: 'save' });
    if (html === null) fields[field] = SETTINGS_MESSAGES.policyTooDeep;
  }
  if (Object.keys(fields).length > 0) {
    throw new ServiceError('VALIDATION', 'Please correct the marked fields.', fields);
  }
}
