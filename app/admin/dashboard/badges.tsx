import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { type ThreatLevel, threatLevelOf } from '#shared/security-events/values.ts';

const TONES: Record<ThreatLevel, BadgeTone> = { high: 'red', medium: 'yellow', low: 'neutral' };

export function ThreatBadge({ score }: { score: number }) {
  const level = threatLevelOf(score);
  return <Badge tone={TONES[level]}>{`${score} ${level}`}</Badge>;
}

const STATUS_TONES: BadgeTone[] = ['green', 'green', 'green', 'blue', 'yellow'];

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={STATUS_TONES[Math.floor(status / 100)] ?? 'red'}>{status}</Badge>;
}
