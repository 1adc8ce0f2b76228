import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { ALERT_LEVELS } from '#shared/conversations/values.ts';

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
