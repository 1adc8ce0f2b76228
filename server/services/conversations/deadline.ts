import type { ServiceContext, Transaction } from '#server/context/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { ALERT_LEVELS } from '#shared/conversations/values.ts';

const MAX_AT_ONCE = 50;

export async function settleDeadlines(
  ctx: Pick<ServiceContext, 'officeHours'>,
  tx: Transaction,
): Promise<number> {
  const provisional = await tx
    .selectFrom('conversations')
    .select(['id', 'waitingSince', 'promisedDueAt'])
    .where('isDeadlineProvisional', '=', true)
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (provisional.length === 0) return 0;
  const hours = await findOfficeHours({ ...ctx, db: tx });
  if (hours.isFallback) return 0;
  for (const { id, waitingSince, promisedDueAt } of provisional) {
    const deadline = waitingSince && waitsSince(waitingSince, hours);
    await tx
      .updateTable('conversations')
      .set({
        isDeadlineProvisional: false,
        ...(deadline && { ...deadline, promisedDueAt: promisedDueAt ?? deadline.dueAt }),
      })
      .where('id', '=', id)
      .execute();
  }
  return provisional.length;
}

export const NOBODY_WAITS = {
  waitingSince: null,
  dueAt: null,
  nextAlertAt: null,
  alertLevel: 0,
  replyLostAt: null,
  isDeadlineProvisional: false,
} as const;

export function waitsSince(waitingSince: Date, hours: OfficeHours) {
  const [firstAlert] = ALERT_LEVELS;
  return {
    waitingSince,
    dueAt: dueAt(waitingSince, hours),
    nextAlertAt: dueAt(waitingSince, hours, (hours.promisedMinutes * firstAlert) / 100),
    alertLevel: 0,
    isDeadlineProvisional: hours.isFallback === true,
  };
}
