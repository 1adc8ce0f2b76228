import type { BadgeTone } from '#app/admin/ui/badge.tsx';

/** The colour of a response's status. */
export function toneOfStatus(status: number): BadgeTone {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'blue' : 'green';
}
