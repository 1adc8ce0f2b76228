import { type RawBuilder, sql, type Updateable } from 'kysely';
import {
  type Database,
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { PublicClaims } from '#server/db/types.ts';
import { ServiceError } from '#server/core/errors.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import type { Attestation, Claim, ClaimModeChange } from '#shared/claims/admin-schema.ts';
import { statisticOf } from '#shared/claims/claim-state.ts';
import { CLAIM_MESSAGES } from '#shared/claims/messages.ts';
import {
  CLAIM_KEYS,
  type ClaimKey,
  claimText,
  isMeasured,
  MEASURED_CLAIMS,
  MEASURED_DAYS,
  type MeasuredKey,
  type ShownStatistic,
  type StatisticKey,
} from '#shared/claims/values.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { enquiries } from '#server/services/reports/index.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type ShownStatistics = Partial<Record<StatisticKey, ShownStatistic>>;

export async function listShownStatistics({ db }: ServiceContext): Promise<ShownStatistics> {
  const rows = await db
    .selectFrom('publicClaims')
    .select(['key', 'shown'])
    .where('shown', 'is not', null)
    .execute();
  return Object.fromEntries(rows.map(({ key, shown }) => [key, shown]));
}

function listRows(db: Database) {
  return db
    .selectFrom('publicClaims')
    .leftJoin('adminUsers', 'adminUsers.id', 'publicClaims.attestedBy')
    .select([
      'key',
      'mode',
      'evidence',
      'evidenceUrl',
      'attestedOn',
      'adminUsers.username as attestedBy',
      'reviewBy',
      'measuredValue',
      'measuredCount',
      'measuredAt',
      'shown',
    ])
    .execute();
}

const NOTHING_KNOWN = {
  mode: 'warn',
  evidence: '',
  evidenceUrl: '',
  attestedOn: null,
  attestedBy: null,
  reviewBy: null,
  measuredValue: null,
  measuredCount: null,
  measuredAt: null,
  shown: null,
} as const;

export async function listClaims(ctx: ServiceContext): Promise<Claim[]> {
  requireAdmin(ctx);
  return readClaims(ctx);
}

export async function readClaims(
  ctx: Pick<ServiceContext, 'db' | 'now' | 'officeHours'>,
): Promise<Claim[]> {
  const given = { now: ctx.now(), hours: await findOfficeHours(ctx) };
  const rows = new Map((await listRows(ctx.db)).map((row) => [row.key, presentRow(row)]));
  return CLAIM_KEYS.map((key) => ({
    ...NOTHING_KNOWN,
    ...rows.get(key),
    key,
    query: isMeasured(key)
      ? MEASURES[key](given).compile(ctx.db).sql.replaceAll(/\s+/g, ' ').trim()
      : null,
  }));
}

async function save(
  tx: Transaction,
  key: ClaimKey,
  changes: Updateable<PublicClaims>,
): Promise<void> {
  await tx
    .insertInto('publicClaims')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await tx
    .selectFrom('publicClaims')
    .select(['mode', 'measuredValue', 'measuredCount'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = { ...before, ...changes } as typeof before;
  const shown = after.mode === 'computed' ? statisticOf({ ...after, key }) : null;
  await tx
    .updateTable('publicClaims')
    .set({ ...changes, shown: shown && JSON.stringify(shown) })
    .where('key', '=', key)
    .execute();
}

export async function setClaimMode(
  ctx: ServiceContext,
  { key, mode }: ClaimModeChange,
): Promise<void> {
  requireAdmin(ctx);
  if (mode === 'computed' && !(isMeasured(key) && MEASURED_CLAIMS[key].canShow)) {
    throw new ServiceError('UNPROCESSABLE', CLAIM_MESSAGES.notShown);
  }
  await change(ctx, key, { mode });
}

export async function attestClaim(
  ctx: ServiceContext,
  { key, ...attestation }: Attestation,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const { timeZone } = await findOfficeHours(ctx);
  const isAttested = attestation.evidence !== '' || attestation.evidenceUrl !== '';
  await change(ctx, key, {
    ...attestation,
    attestedOn: isAttested ? localDate(ctx.now(), timeZone) : null,
    attestedBy: isAttested ? adminUserId : null,
  });
}

async function change(
  ctx: ServiceContext,
  key: ClaimKey,
  changes: Updateable<PublicClaims>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const before = await readChosen(tx, key);
    await save(tx, key, changes);
    const after = await readChosen(tx, key);
    const subject = `public number "${claimText(key)}"`;
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await recordAdminChange(tx, { type: 'settings_changed', by: ctx, subject, before, after });
  });
}

async function readChosen(tx: Transaction, key: ClaimKey) {
  const row = await tx
    .selectFrom('publicClaims')
    .select(['mode', 'evidence', 'evidenceUrl', 'reviewBy'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? { mode: 'warn', evidence: '', evidenceUrl: '', reviewBy: null };
}

export async function measureClaimsNow(ctx: ServiceContext): Promise<void> {
  requireAdmin(ctx);
  await measureClaims(ctx);
}

export async function measureClaims(ctx: ServiceContext): Promise<number> {
  const given = { now: ctx.now(), hours: await findOfficeHours(ctx) };
  const keys = Object.keys(MEASURES) as MeasuredKey[];
  for (const key of keys) {
    const { rows } = await MEASURES[key](given).execute(ctx.db);
    const [measured] = rows;
    if (!measured) throw new Error('an aggregate without a row');
    await withTransaction(ctx, (tx) =>
      save(tx, key, {
        measuredValue: measured.value,
        measuredCount: measured.count,
        measuredAt: given.now,
      }),
    );
  }
  return keys.length;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

export type Measure = { value: number | null; count: number };

type Given = { now: Date; hours: OfficeHours };

function recentEnquiries({ now, hours }: Given): RawBuilder<unknown> {
  const since = new Date(now.getTime() - MEASURED_DAYS * DAY_MS);
  return enquiries({ since, until: now, now, hours });
}

export const MEASURES: Record<MeasuredKey, (given: Given) => RawBuilder<Measure>> = {
  'response-time': (given) => sql`
    with ${recentEnquiries(given)}
    select avg(open_minutes) as value, count(open_minutes) as count from enquiry
  `,
  'response-promise': (given) => sql`
    with ${recentEnquiries(given)}
    select 100.0::float8 * count(*) filter (where is_in_time) / nullif(count(is_in_time), 0) as value,
      count(is_in_time) as count
    from enquiry
  `,
  'projects-delivered': () => sql`
    select count(*)::float8 as value, count(*) as count from projects
    where is_published and deleted_at is null
  `,
};
