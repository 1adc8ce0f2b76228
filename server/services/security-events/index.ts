import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { announceChange } from '#server/db/announce.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { Json } from '#server/db/types.ts';
import { countedRange } from '#server/db/traffic-columns.ts';
import {
  type LoginAttempt,
  type SampleRequest,
  sampleRequestSchema,
  type SecurityEvent,
} from '#shared/security-events/admin-schema.ts';
import {
  HIGH_THREAT_SCORE,
  LOGIN_ATTEMPTS_LOADED,
  SECURITY_EVENTS_LOADED,
} from '#shared/security-events/values.ts';

export { getTrafficSummary } from './traffic-summary.ts';

export async function listLoginAttempts(ctx: ServiceContext): Promise<LoginAttempt[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('adminLoginAttempts')
    .select(['id', 'username', 'ipAddress', 'success', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LOGIN_ATTEMPTS_LOADED)
    .execute();
  return rows.map(presentRow);
}

function stringsOf(reasons: Json): string[] {
  return Array.isArray(reasons)
    ? reasons.map((reason) => (typeof reason === 'string' ? reason : JSON.stringify(reason)))
    : [];
}

function samplesOf(samples: Json): SampleRequest[] {
  if (!Array.isArray(samples)) return [];
  return samples.flatMap((sample) => sampleRequestSchema.safeParse(sample).data ?? []);
}

export async function listSecurityEvents(ctx: ServiceContext): Promise<SecurityEvent[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('securityEvents')
    .leftJoin('adminUsers', 'adminUsers.id', 'acknowledgedBy')
    .select([
      'securityEvents.id',
      'eventType',
      'ipAddress',
      'threatScore',
      'reasons',
      'samples',
      'securityEvents.createdAt',
      'acknowledgedAt',
      'username as acknowledgedByUsername',
      countedRange('ip_address').as('countedAs'),
    ])
    .orderBy('securityEvents.createdAt', 'desc')
    .orderBy('securityEvents.id', 'desc')
    .limit(SECURITY_EVENTS_LOADED)
    .execute();
  return rows.map((row) => ({
    ...presentRow(row),
    reasons: stringsOf(row.reasons),
    samples: samplesOf(row.samples),
  }));
}

/** The first administrator stays recorded. Returns the number of events. */
export async function acknowledgeSecurityEvents(
  ctx: ServiceContext,
  ids: readonly number[],
): Promise<number> {
  const { adminUserId } = requireAdmin(ctx);
  const now = ctx.now();
  return withTransaction(ctx, async (tx) => {
    const acknowledged = await tx
      .updateTable('securityEvents')
      .set({ acknowledgedAt: now, acknowledgedBy: adminUserId })
      .where('id', 'in', ids)
      .where('threatScore', '>=', HIGH_THREAT_SCORE)
      .where('acknowledgedAt', 'is', null)
      .returning(['eventType', 'ipAddress'])
      .execute();
    if (acknowledged.length === 0) return 0;
    const events = acknowledged.map(({ eventType, ipAddress }) => `${eventType} of ${ipAddress}`);
    await recordAdminChange(tx, { type: 'alert_acknowledged', by: ctx, after: { events } });
    await announceChange(tx, 'security_events');
    return acknowledged.length;
  });
}
