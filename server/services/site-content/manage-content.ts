import { isDeepStrictEqual } from 'node:util';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import {
  type Database,
  requireAdmin,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import { SITE_CONTENT_MESSAGES } from '#shared/site-content/messages.ts';
import {
  CONTENT_TYPES,
  type ContentKey,
  type SiteContent,
  splitKey,
} from '#shared/site-content/types.ts';
import { prepareOptions } from './prepare-options.ts';
import { prepareProof } from './prepare-proof.ts';

export type ManagedContent<Key extends ContentKey = ContentKey> = SiteContent[Key] & {
  /** Null: never saved. */
  updatedAt: string | null;
  isSample: boolean;
};

function selectRow(db: Database, key: ContentKey) {
  return db
    .selectFrom('siteContent')
    .select(['data', 'isSample', 'updatedAt'])
    .where((row) => row.and(splitKey(key)));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRow>['executeTakeFirst']>>;

function present(key: ContentKey, row: Row): ManagedContent {
  return {
    ...parseStored(CONTENT_TYPES[key].schema, (row?.data ?? {}) as object),
    updatedAt: row?.updatedAt.toISOString() ?? null,
    isSample: row?.isSample ?? false,
  };
}

/** Check and complete what is stored. */
const BEFORE_SAVE: { [Key in ContentKey]?: typeof prepareProof } = {
  company: preparePrefixes,
  'order-options': prepareOptions,
  'project-categories': prepareOptions,
  proof: prepareProof,
};

function preparePrefixes(_tx: unknown, _before: unknown, after: Record<string, unknown>) {
  if (after['orderPrefix'] === after['messagePrefix'])
    throw rejectField('messagePrefix', SITE_CONTENT_MESSAGES.samePrefix);
  return Promise.resolve(after);
}

export async function getSiteContent(
  ctx: ServiceContext,
  key: ContentKey,
): Promise<ManagedContent> {
  requireAdmin(ctx);
  return present(key, await selectRow(ctx.db, key).executeTakeFirst());
}

/** With `updatedAt`, a newer version is not overwritten. Saved content is no longer a sample. */
export async function updateSiteContent(
  ctx: ServiceContext,
  key: ContentKey,
  { updatedAt, ...data }: { updatedAt?: string | null | undefined } & Record<string, unknown>,
): Promise<ManagedContent> {
  requireAdmin(ctx);
  const place = splitKey(key);
  return withTransaction(ctx, async (tx) => {
    const created = await tx
      .insertInto('siteContent')
      .values({ ...place, data: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('type')
      .executeTakeFirst();
    const before = present(key, await selectRow(tx, key).forUpdate().executeTakeFirst());
    const isNewer = updatedAt !== undefined && (before.updatedAt ?? '') > (updatedAt ?? '');
    if (!created && isNewer) throw new ServiceError('CONFLICT', SITE_CONTENT_MESSAGES.conflict);
    const prepared = (await BEFORE_SAVE[key]?.(tx, before, data, ctx)) ?? data;
    await tx
      .updateTable('siteContent')
      .set({ data: JSON.stringify(prepared), isSample: false })
      .where((row) => row.and(place))
      .execute();
    const after = present(key, await selectRow(tx, key).executeTakeFirst());
    const [old, saved] = [before, after].map(withoutVersion);
    if (!isDeepStrictEqual(old, saved)) {
      const subject = CONTENT_TYPES[key].label;
      const change = { subject, before: old ?? {}, after: saved ?? {} };
      await recordAdminChange(tx, { type: 'settings_changed', by: ctx, ...change });
    }
    return after;
  });
}

function withoutVersion({ updatedAt: _updatedAt, isSample: _isSample, ...values }: ManagedContent) {
  return values as Record<string, unknown>;
}
