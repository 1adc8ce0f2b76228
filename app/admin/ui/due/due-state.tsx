import { useOfficeHours } from '#app/admin/data/response-time.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useMinute } from '#app/admin/ui/time.tsx';
import { type Deadline, urgencyOf } from './urgency.ts';

export function DueState(deadline: Deadline) {
  const { tone, label, left } = urgencyOf(deadline, useMinute(), useOfficeHours());
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <span className="whitespace-nowrap">{left}</span>
    </>
  );
}
