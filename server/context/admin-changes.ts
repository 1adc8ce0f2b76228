import type { Transaction } from 'kysely';
import {
  type AdminChange,
  type ChangedValues,
  changeReasons,
} from '#shared/admin-changes/values.ts';
import { COMMAND_LINE_ADDRESS } from '#shared/security-events/values.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { requireAdmin, type ServiceContext } from './context.ts';
import type { DB } from '#server/db/types.ts';

type AdminEvent = {
  type: string;
  address: string;
  reasons: readonly string[];
  now: Date;
  threatScore?: number;
};

export async function recordAdminEvent(
  tx: Transaction<DB>,
  { type, address, reasons, now, threatScore = 0 }: AdminEvent,
): Promise<void> {
  await tx
    .insertInto('securityEvents')
    .values({
      eventType: type,
      ipAddress: address,
      threatScore,
      reasons: JSON.stringify(reasons.map(storableText)),
      createdAt: now,
    })
    .execute();
}

type Change = {
  type: AdminChange;
  by: ServiceContext | null;
  now?: Date;
  /** Identifies the record where the values do not. */
  subject?: string;
  before?: ChangedValues;
  after?: ChangedValues;
};

export async function recordAdminChange(
  tx: Transaction<DB>,
  { type, by, now = by?.now() ?? new Date(), subject, before = {}, after = {} }: Change,
): Promise<void> {
  const username = by && requireAdmin(by).username;
  const address = by?.client.address ?? COMMAND_LINE_ADDRESS;
  const reasons = changeReasons(username, before, after, subject);
  await recordAdminEvent(tx, { type, address, reasons, now });
}
