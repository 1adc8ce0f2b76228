import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import {
  type Protection,
  PROTECTION_MESSAGES,
  type ProtectionMode,
} from '#shared/traffic-protection.ts';

/** How the traffic guard acts now; a mode of the configuration wins over the one that administrators chose. */
export async function getProtection(
  ctx: ServiceContext,
  configuredMode: ProtectionMode | null,
): Promise<Protection> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('trafficProtection')
    .leftJoin('adminUsers', 'adminUsers.id', 'trafficProtection.changedBy')
    .select(['mode', 'changedAt', 'username as changedByUsername'])
    .executeTakeFirstOrThrow();
  return {
    mode: configuredMode ?? (row.mode as ProtectionMode),
    configuredMode,
    changedAt: row.changedAt.toISOString(),
    changedByUsername: row.changedByUsername,
  };
}

/** Chooses how the traffic guard acts; every process follows when it hears of the changed table. */
export async function setProtectionMode(
  ctx: ServiceContext,
  mode: ProtectionMode,
  configuredMode: ProtectionMode | null,
): Promise<Protection> {
  const admin = requireAdmin(ctx);
  if (configuredMode !== null) {
    throw new ServiceError('CONFLICT', PROTECTION_MESSAGES.configured);
  }
  await ctx.db
    .updateTable('trafficProtection')
    .set({ mode, changedAt: ctx.now(), changedBy: admin.adminUserId })
    .where('mode', '<>', mode)
    .execute();
  ctx.log.info({ mode }, 'protection mode chosen');
  return getProtection(ctx, configuredMode);
}
