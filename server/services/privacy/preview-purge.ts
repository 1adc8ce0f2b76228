import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { DAY_MS, getNextRun, HOUR_MS, MINUTE_MS } from '#server/lib/schedule.ts';
import type { RetentionRow } from '#shared/retention/admin-schema.ts';
import { BASIS_LABELS, stayOf } from '#shared/retention/paragraph.ts';
import { MAX_COUNTED, RETENTION, type DeletedKind } from '#shared/retention/values.ts';
import { SOURCES } from './retention-sources.ts';

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
    const counted = rule.action === 'delete' ? await countDue(ctx, rule.kind, runsAt) : null;
    const { kind, label, basis, action } = rule;
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
