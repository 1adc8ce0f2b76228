import { useOfficeHours } from '#app/admin/data/response-time.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useMinute } from '#app/admin/ui/time.tsx';
import { DUE_MESSAGES as messages } from '#app/admin/ui/messages.ts';
import { openMinutesBetween } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { NEARLY_DUE_LEVEL } from '#shared/queue/values.ts';

export function DueState(deadline: Deadline) {
  const { tone, label, left } = getUrgency(deadline, useMinute(), useOfficeHours());
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <span className="whitespace-nowrap">{left}</span>
    </>
  );
}

type Deadline = { dueAt: string; alertLevel: number };

const MINUTE_MS = 60_000;

/**
 * Yellow as soon as the answer counts as due. Time is counted in office hours;
 * the text says so where the clock differs.
 */
export function getUrgency({ dueAt, alertLevel }: Deadline, now: number, hours: OfficeHours) {
  const due = new Date(dueAt);
  const open = Math.ceil(openMinutesBetween(new Date(now), due, hours));
  const isOpenTime = open !== Math.ceil((due.getTime() - now) / MINUTE_MS);
  if (due.getTime() <= now) {
    const left = messages.over(Math.abs(open), isOpenTime);
    return { tone: 'red', label: messages.overdue, left } as const;
  }
  const left = messages.left(open, isOpenTime);
  return alertLevel >= NEARLY_DUE_LEVEL
    ? ({ tone: 'yellow', label: messages.soon, left } as const)
    : ({ tone: 'green', label: messages.inTime, left } as const);
}
