import { useOfficeHours } from '#app/admin/data/use-office-hours.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { useMinute } from '#app/admin/ui/time.tsx';
import { type Deadline, urgencyOf } from './urgency.ts';

/** How urgent an answer is and how much time is left for it; whoever shows it says until when. */
export function DueState(deadline: Deadline) {
  const { tone, label, left } = urgencyOf(deadline, useMinute(), useOfficeHours());
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <span className="whitespace-nowrap">{left}</span>
    </>
  );
}
