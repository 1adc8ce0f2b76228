import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { Json } from '#server/db/types.ts';
import { countedRange } from '#server/db/traffic-columns.ts';
import {
  type LoginAttempt,
  type SampleRequest,
  sampleRequestSchema,
  type SecurityEvent,
} from '#shared/security-events/admin-schema.ts';
import { LOGIN_ATTEMPTS_LOADED, SECURITY_EVENTS_LOADED } from '#shared/security-events/values.ts';

export { getTrafficSummary } from './traffic-summary.ts';

/** The newest sign-in attempts, failed and successful. */
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

/** The newest events of the traffic guard with their reasons and sample requests. */
export async function listSecurityEvents(ctx: ServiceContext): Promise<SecurityEvent[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('securityEvents')
    .select(['id', 'eventType', 'ipAddress', 'threatScore', 'reasons', 'samples', 'createdAt'])
    .select(countedRange('ip_address').as('countedAs'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SECURITY_EVENTS_LOADED)
    .execute();
  return rows.map((row) => ({
    ...presentRow(row),
    reasons: stringsOf(row.reasons),
    samples: samplesOf(row.samples),
  }));
}
