import { type RawBuilder, sql } from 'kysely';
import { type Database, requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { type Source, SOURCES } from './retention-sources.ts';
import {
  type DeletedKind,
  MAX_COUNTED,
  RETENTION,
  type RetentionRule,
} from '#shared/retention/values.ts';
import { DAY_MS, getNextRun, HOUR_MS, MINUTE_MS } from '#server/lib/schedule.ts';
import type { RetentionRow } from '#shared/retention/admin-schema.ts';
import { BASIS_LABELS, stayOf } from '#shared/retention/paragraph.ts';

const BATCH = 5_000;

/** By other jobs: files before rows, whole days of logs, content with its pages. */
const REMOVED_ELSEWHERE: readonly DeletedKind[] = [
  'pending-uploads',
  'request-logs',
  'security-events',
  'ip-rules',
  'deleted-content',
];

async function deleteRows(db: Database, table: string, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where id in (${ids})`.execute(db);
  return Number(numAffectedRows);
}

async function purge(
  { db, now }: ServiceContext,
  {
    table,
    isDue,
    isHeld = sql<boolean>`false`,
    remove = (tx, ids) => deleteRows(tx, table, ids),
  }: Source,
): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await remove(
      db,
      sql`select id from ${sql.table(table)} where ${isDue(now())} and not ${isHeld} limit ${BATCH}`,
    );
    purged += count;
    if (count < BATCH) return purged;
  }
}

/** Returns the number of removed rows per table. */
export async function purgeExpiredRecords(ctx: ServiceContext): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const [kind, sources] of Object.entries(SOURCES)) {
    if (REMOVED_ELSEWHERE.some((elsewhere) => elsewhere === kind)) continue;
    for (const source of sources) {
      const count = await purge(ctx, source);
      if (count > 0) purged[source.table] = count;
    }
  }
  return purged;
}

export const PURGE_SCHEDULE = { every: DAY_MS, at: 3 * HOUR_MS + 27 * MINUTE_MS };

async function countDue({ db }: ServiceContext, kind: DeletedKind, now: Date) {
  let [due, held] = [0, 0];
  for (const { table, isDue, isHeld = sql<boolean>`false` } of SOURCES[kind]) {
    const { rows } = await sql<{ due: number; held: number }>`
      select count(*) filter (where not held) as due, count(*) filter (where held) as held
      from (
        select ${isHeld} as held from ${sql.table(table)} where ${isDue(now)} limit ${MAX_COUNTED + 1}
      ) as found
    `.execute(db);
    due += rows[0]?.due ?? 0;
    held += rows[0]?.held ?? 0;
  }
  return { due, held };
}

export async function previewPurge(
  ctx: ServiceContext,
): Promise<{ runsAt: string; rules: RetentionRow[] }> {
  requireAdmin(ctx);
  const runsAt = getNextRun(PURGE_SCHEDULE, ctx.now());
  const rules: RetentionRow[] = [];
  for (const rule of RETENTION) {
    const counted = 'action' in rule ? null : await countDue(ctx, rule.kind, runsAt);
    const { kind, label, basis, action = 'delete' }: RetentionRule = rule;
    rules.push({
      kind,
      label,
      basis: BASIS_LABELS[basis],
      stays: stayOf(rule),
      action,
      due: counted?.due ?? null,
      held: counted?.held ?? null,
    });
  }
  return { runsAt: runsAt.toISOString(), rules };
}
