import { dueAt as dueAtOf, openMinutesBetween } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { ALERT_LEVELS } from '#shared/conversations/values.ts';

export type AlertLevel = (typeof ALERT_LEVELS)[number];

type Promised = { waitingSince: Date; dueAt: Date };

/** Level 100 is the promised deadline itself, even if the calendar changed. */
export function alertAt(
  level: AlertLevel,
  { waitingSince, dueAt }: Promised,
  hours: OfficeHours,
): Date {
  if (level === 100) return dueAt;
  const promised = openMinutesBetween(waitingSince, dueAt, hours);
  const at = dueAtOf(waitingSince, hours, (promised * level) / 100);
  return at < dueAt ? at : dueAt;
}

/** Returns the highest level reached since the last alert, and the time of the next one. */
export function nextAlert(
  promise: Promised & { alertLevel: number },
  { now, hours }: { now: Date; hours: OfficeHours },
): { level: AlertLevel | null; nextAlertAt: Date | null } {
  const left = ALERT_LEVELS.filter((level) => level > promise.alertLevel).map(
    (level) => [level, alertAt(level, promise, hours)] as const,
  );
  const reached = left.filter(([, at]) => at <= now).at(-1);
  const [, nextAlertAt] = left.find(([, at]) => at > now) ?? [0, null];
  return { level: reached?.[0] ?? null, nextAlertAt };
}
