import type { BadgeTone } from '#app/admin/ui/badge.tsx';

const TONES: Record<string, BadgeTone> = { new: 'yellow', read: 'blue', responded: 'green' };

export function toneOfStatus(status: string): BadgeTone {
  return TONES[status] ?? 'neutral';
}
