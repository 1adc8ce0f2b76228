import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import {
  ADMIN_CHANGE_TYPES,
  type AdminChange,
  readChangeReasons,
} from '#shared/admin-changes/values.ts';
import type { RecentChange } from '#shared/dashboard/admin-schema.ts';
import { OVERVIEW_ROWS } from '#shared/dashboard/values.ts';

/** What administrators changed last. Each type is read by its own index range: an attack writes many events of other types. */
export async function listRecentChanges(ctx: ServiceContext): Promise<RecentChange[]> {
  requireAdmin(ctx);
  const { rows } = await sql<{ id: number; type: AdminChange; reasons: string[]; createdAt: Date }>`
    select change.* from unnest(${ADMIN_CHANGE_TYPES}::text[]) as wanted (type), lateral (
      select id, event_type as type, reasons, created_at from security_events
      where event_type = wanted.type order by created_at desc limit ${OVERVIEW_ROWS}
    ) as change
    order by created_at desc, id desc limit ${OVERVIEW_ROWS}
  `.execute(ctx.db);
  return rows.map(({ reasons, ...row }) => ({ ...presentRow(row), ...readChangeReasons(reasons) }));
}
