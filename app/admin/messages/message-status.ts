import type { BadgeTone } from '#app/admin/layout/badge.tsx';

const TONES: Record<string, BadgeTone> = { new: 'yellow', read: 'blue', responded: 'green' };

export function toneOfStatus(status: string): BadgeTone {
  return TONES[status] ?? 'neutral';
}
