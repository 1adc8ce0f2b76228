import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, type Transaction } from '#server/context/context.ts';
import { recordAdminEvent } from '#server/context/admin-changes.ts';
import { presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { endSessions } from './rights.ts';
import { DEVICE_MESSAGES, newSignInReason } from '#shared/devices/messages.ts';
import type { Device } from '#shared/devices/admin-schema.ts';
import { browserName } from '#shared/lib/browser-name.ts';
import { NEW_SIGN_IN_EVENT_TYPE } from '#shared/security-events/values.ts';

export const MAX_DEVICES = 50;

export const DEVICE_ALERT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Records an administrator's browser and network; any after the first raises an event. The caller holds the administrator's row. */
export async function recordDevice(
  ctx: ServiceContext,
  tx: Transaction,
  admin: { id: string; username: string },
): Promise<string | null> {
  const { address, aggregationKey: network, userAgent } = ctx.client;
  if (address === null || network === null) return null;
  const now = ctx.now();
  const browser = browserName(userAgent);
  const known = await tx
    .updateTable('adminDevices')
    .set({ lastSeenAt: now, ipAddress: address })
    .where('adminUserId', '=', admin.id)
    .where('browser', '=', browser)
    .where('network', '=', network)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const isFirst = !(await forgetOldest(tx, admin.id));
  const id = uuidV7();
  await tx
    .insertInto('adminDevices')
    .values({
      id,
      adminUserId: admin.id,
      browser,
      network,
      ipAddress: address,
      firstSeenAt: now,
      lastSeenAt: now,
      confirmedAt: isFirst ? now : null,
    })
    .execute();
  if (!isFirst) {
    const reasons = [newSignInReason(admin.username, browser)];
    await recordAdminEvent(tx, { type: NEW_SIGN_IN_EVENT_TYPE, address, reasons, now });
  }
  return id;
}

async function forgetOldest(tx: Transaction, adminUserId: string): Promise<boolean> {
  const devices = await tx
    .selectFrom('adminDevices')
    .select('id')
    .where('adminUserId', '=', adminUserId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const ids = devices.slice(MAX_DEVICES - 1).map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('adminDevices').where('id', 'in', ids).execute();
  return devices.length > 0;
}

/** Sessions without a device are older than device records. */
async function findOwnDevice(ctx: ServiceContext) {
  const { sessionId } = requireAdmin(ctx);
  const own = await ctx.db
    .selectFrom('adminSessions')
    .innerJoin('adminDevices', 'adminDevices.id', 'adminSessions.deviceId')
    .select(['adminDevices.id', 'adminDevices.firstSeenAt'])
    .where('adminSessions.id', '=', sessionId)
    .executeTakeFirst();
  return { id: own?.id ?? null, firstSeenMs: own?.firstSeenAt.getTime() ?? 0 };
}

export async function listDevices(ctx: ServiceContext): Promise<Device[]> {
  const { adminUserId } = requireAdmin(ctx);
  const own = await findOwnDevice(ctx);
  const rows = await ctx.db
    .selectFrom('adminDevices')
    .select(['id', 'browser', 'firstSeenAt', 'lastSeenAt', 'confirmedAt'])
    .select(sql<string>`host(ip_address)`.as('ipAddress'))
    .where('adminUserId', '=', adminUserId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => {
    const { id, firstSeenAt, confirmedAt } = row;
    const isOlder = own.id !== id && own.firstSeenMs < firstSeenAt.getTime();
    const isRecent = ctx.now().getTime() - firstSeenAt.getTime() < DEVICE_ALERT_MS;
    return {
      ...presentRow(row),
      isCurrent: own.id === id,
      isInQuestion: confirmedAt === null && isOlder && isRecent,
    };
  });
}

/** An intruder on a new device must not be able to confirm it. */
async function requireNewerDevice(ctx: ServiceContext, id: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const own = await findOwnDevice(ctx);
  const device = await ctx.db
    .selectFrom('adminDevices')
    .select('firstSeenAt')
    .where('id', '=', id)
    .where('adminUserId', '=', adminUserId)
    .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', DEVICE_MESSAGES.notFound));
  if (own.id === id || own.firstSeenMs >= device.firstSeenAt.getTime()) {
    throw new ServiceError('FORBIDDEN', DEVICE_MESSAGES.newer);
  }
}

export async function confirmDevice(ctx: ServiceContext, id: string): Promise<void> {
  await requireNewerDevice(ctx, id);
  await ctx.db
    .updateTable('adminDevices')
    .set({ confirmedAt: ctx.now() })
    .where('id', '=', id)
    .execute();
}

/** Also deletes the device, so that its next sign-in counts as new. */
export async function endDevice(ctx: ServiceContext, id: string): Promise<void> {
  await requireNewerDevice(ctx, id);
  await ctx.db.transaction().execute(async (tx) => {
    await endSessions(tx).where('deviceId', '=', id).execute();
    await tx.deleteFrom('adminDevices').where('id', '=', id).execute();
  });
}
