import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminEvent } from '#server/context/admin-changes.ts';
import { ServiceError } from '#server/core/errors.ts';
import { COMMAND_LINE_ADDRESS, MODE_EVENT_TYPE } from '#shared/security-events/values.ts';
import { modeChangeReason, PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import type { Protection } from '#shared/traffic-protection/admin-schema.ts';
import type { ProtectionMode } from '#shared/traffic-protection/values.ts';
import type { ProtectionSituation } from '#shared/traffic-protection/admin-schema.ts';

export async function getProtection(
  ctx: ServiceContext,
  { configuredMode, hasUnconfiguredProxy }: ProtectionSituation,
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
    hasUnconfiguredProxy,
    changedAt: row.changedAt.toISOString(),
    changedByUsername: row.changedByUsername,
  };
}

export async function setProtectionMode(
  ctx: ServiceContext,
  mode: ProtectionMode,
  situation: ProtectionSituation,
): Promise<Protection> {
  const admin = requireRecentProof(ctx, 'administration');
  if (situation.configuredMode !== null) {
    throw new ServiceError('CONFLICT', PROTECTION_MESSAGES.configured);
  }
  const { adminUserId, username } = admin;
  const by = { adminUserId, username, address: ctx.client.address };
  await withTransaction(ctx, (tx) => storeProtectionMode(tx, { mode, now: ctx.now(), by }));
  ctx.log.info({ mode }, 'protection mode chosen');
  return getProtection(ctx, situation);
}

type ModeChange = {
  mode: ProtectionMode;
  now: Date;
  by: { adminUserId: string; username: string; address: string | null } | null;
};

export async function storeProtectionMode(
  tx: Transaction,
  { mode, now, by }: ModeChange,
): Promise<void> {
  const before = await tx
    .selectFrom('trafficProtection')
    .select('mode')
    .forUpdate()
    .executeTakeFirst();
  if (before?.mode === mode) return;
  const change = { mode, changedAt: now, changedBy: by?.adminUserId ?? null };
  await tx
    .insertInto('trafficProtection')
    .values(change)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
  const address = by?.address ?? COMMAND_LINE_ADDRESS;
  const reasons = [modeChangeReason(before?.mode ?? 'on', mode, by?.username ?? null)];
  await recordAdminEvent(tx, { type: MODE_EVENT_TYPE, address, reasons, now });
}
