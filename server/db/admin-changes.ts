import type { Transaction } from 'kysely';
import {
  type AdminChange,
  type ChangedValues,
  changeReasons,
} from '#shared/admin-changes/values.ts';
import { COMMAND_LINE_ADDRESS } from '#shared/security-events/values.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DB } from './types.ts';

/** Null: the command line. */
export type ChangedBy = { username: string; address: string | null } | null;

export function changedByOf(ctx: ServiceContext): ChangedBy {
  return { username: requireAdmin(ctx).username, address: ctx.client.address };
}

type Change = {
  type: AdminChange;
  by: ChangedBy;
  now: Date;
  /** Which of several it was, where the values do not say it. */
  subject?: string;
  before?: ChangedValues;
  after?: ChangedValues;
};

/** Writes what an administrator changed among the security events, in the transaction of the change. */
export async function recordAdminChange(
  tx: Transaction<DB>,
  { type, by, now, subject, before = {}, after = {} }: Change,
): Promise<void> {
  const reasons = changeReasons(by?.username ?? null, before, after, subject).map(storableText);
  await tx
    .insertInto('securityEvents')
    .values({
      eventType: type,
      ipAddress: by?.address ?? COMMAND_LINE_ADDRESS,
      threatScore: 0,
      reasons: JSON.stringify(reasons),
      createdAt: now,
    })
    .execute();
}
