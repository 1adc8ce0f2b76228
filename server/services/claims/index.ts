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
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { findOfficeHours, readPageState } from '#server/services/site-settings/index.ts';
import type { Claim, ClaimModeChange, ClaimPlace } from '#shared/claims/admin-schema.ts';
import { type Measured, statisticOf } from '#shared/claims/claim-state.ts';
import { CLAIM_MESSAGES } from '#shared/claims/messages.ts';
import {
  findMeasure,
  type Measure,
  MEASURED_DAYS,
  PROMISE_KEY,
  type ProofNumber,
  selectShownProof,
  type ShownStatistic,
  type Story,
} from '#shared/claims/values.ts';
import { enquiries } from '#server/services/reports/index.ts';
import { formatResponseClaim } from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

/** Measured numbers that replace the stated ones, by key. */
export type ShownStatistics = Record<string, ShownStatistic>;

export async function listShownStatistics({ db }: ServiceContext): Promise<ShownStatistics> {
  const rows = await db
    .selectFrom('publicClaims')
    .select(['key', 'shown'])
    .where('shown', 'is not', null)
    .execute();
  return Object.fromEntries(rows.flatMap(({ key, shown }) => (shown ? [[key, shown]] : [])));
}

function listRows(db: Database) {
  return db
    .selectFrom('publicClaims')
    .select(['key', 'mode', 'measuredValue', 'measuredCount', 'measuredAt', 'shown'])
    .execute();
}

const NOTHING_KNOWN = {
  mode: 'warn',
  measuredValue: null,
  measuredCount: null,
  measuredAt: null,
  shown: null,
} as const;

type Stated = Omit<Claim, keyof typeof NOTHING_KNOWN | 'isShown' | 'query'>;

const PLACES: Record<string, ClaimPlace[]> = {
  about: ['about'],
  'case-studies': ['case-studies'],
  both: ['about', 'case-studies'],
};

function toPromise(hours: OfficeHours): Stated {
  return {
    key: PROMISE_KEY,
    label: CLAIM_MESSAGES.promise,
    text: formatResponseClaim(hours),
    places: ['home', 'order', 'contact'],
    measure: PROMISE_KEY,
    value: null,
    suffix: '',
    evidence: '',
    evidenceUrl: '',
    attestedOn: null,
    attestedBy: null,
    reviewBy: null,
  };
}

function toStated(claim: ProofNumber | Story): Stated {
  const { key, evidence, evidenceUrl } = claim;
  const isNumber = 'value' in claim;
  return {
    key,
    label: isNumber ? claim.label : CLAIM_MESSAGES.story(claim.industry),
    text: isNumber ? `${claim.value ?? ''}${claim.suffix}` : claim.result,
    places: isNumber ? (PLACES[claim.place] ?? []) : ['case-studies'],
    measure: isNumber ? findMeasure(claim) : null,
    value: isNumber ? claim.value : null,
    suffix: isNumber ? claim.suffix : '',
    evidence,
    evidenceUrl,
    attestedOn: claim.attestedOn || null,
    attestedBy: claim.attestedBy || null,
    reviewBy: claim.reviewBy || null,
  };
}

export async function listClaims(ctx: ServiceContext): Promise<Claim[]> {
  requireAdmin(ctx);
  return readClaims(ctx);
}

/** The promise of an answer first, then what the owner has entered. */
export async function readClaims(
  ctx: Pick<ServiceContext, 'db' | 'now' | 'officeHours'>,
): Promise<Claim[]> {
  const given = { now: ctx.now(), hours: await findOfficeHours(ctx) };
  const proof = await readContent(ctx.db, 'proof');
  const { numbers, stories } = selectShownProof(proof, (await readPageState(ctx.db)).categories);
  const shown = new Set([PROMISE_KEY, ...[...numbers, ...stories].map(({ key }) => key)]);
  const rows = new Map((await listRows(ctx.db)).map((row) => [row.key, presentRow(row)]));
  const stated = [...proof.numbers, ...proof.stories].map(toStated);
  return [toPromise(given.hours), ...stated].map((claim) => ({
    ...NOTHING_KNOWN,
    ...rows.get(claim.key),
    ...claim,
    isShown: shown.has(claim.key),
    query:
      claim.measure &&
      MEASURE_QUERIES[claim.measure](given).compile(ctx.db).sql.replaceAll(/\s+/g, ' ').trim(),
  }));
}

type Target = { key: string; measure: Measure };

async function save(
  tx: Transaction,
  { key, measure }: Target,
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
  const after = { ...before, ...changes } as Measured & { mode: string };
  const shown = after.mode === 'computed' ? statisticOf({ ...after, measure }) : null;
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
  const claim = (await readClaims(ctx)).find((each) => each.key === key);
  if (!claim) throw rejectField('key', CLAIM_MESSAGES.unknown);
  const { measure, text } = claim;
  if (measure === null || measure === PROMISE_KEY) {
    throw new ServiceError('UNPROCESSABLE', CLAIM_MESSAGES.notShown);
  }
  if (claim.mode === mode) return;
  await withTransaction(ctx, async (tx) => {
    await save(tx, { key, measure }, { mode });
    const subject = `public number "${text}"`;
    const change = { before: { mode: claim.mode }, after: { mode } };
    await recordAdminChange(tx, { type: 'settings_changed', by: ctx, subject, ...change });
  });
}

export async function measureClaimsNow(ctx: ServiceContext): Promise<void> {
  requireAdmin(ctx);
  await measureClaims(ctx);
}

export async function measureClaims(ctx: ServiceContext): Promise<number> {
  const given = { now: ctx.now(), hours: await findOfficeHours(ctx) };
  const { numbers } = await readContent(ctx.db, 'proof');
  const targets: Target[] = [{ key: PROMISE_KEY, measure: PROMISE_KEY }];
  for (const number of numbers) {
    const measure = findMeasure(number);
    if (measure) targets.push({ key: number.key, measure });
  }
  for (const target of targets) {
    const { rows } = await MEASURE_QUERIES[target.measure](given).execute(ctx.db);
    const [measured] = rows;
    if (!measured) throw new Error('an aggregate without a row');
    await withTransaction(ctx, (tx) =>
      save(tx, target, {
        measuredValue: measured.value,
        measuredCount: measured.count,
        measuredAt: given.now,
      }),
    );
  }
  return targets.length;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

type Result = { value: number | null; count: number };

type Given = { now: Date; hours: OfficeHours };

function recentEnquiries({ now, hours }: Given): RawBuilder<unknown> {
  const since = new Date(now.getTime() - MEASURED_DAYS * DAY_MS);
  return enquiries({ since, until: now, now, hours });
}

const MEASURE_QUERIES: Record<Measure, (given: Given) => RawBuilder<Result>> = {
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
