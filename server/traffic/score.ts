import {
  KINDS_FOR_BLOCK,
  POINTS_OF_A_KIND,
  TRAFFIC_SIGNALS,
  type TrafficSignalName,
} from '#shared/traffic-signals/values.ts';

export const SIGNAL_COLUMNS = Object.fromEntries(
  TRAFFIC_SIGNALS.map(({ name }, column) => [name, column]),
) as Record<TrafficSignalName, number>;

const RATE = SIGNAL_COLUMNS.rate;

export type Reason = { signal: TrafficSignalName; points: number; level: number };

/** Under pressure, the allowed request rate shrinks by that factor, and the excess counts as many times. */
function pointsOf(column: number, level: number, pressure: number): number {
  const signal = TRAFFIC_SIGNALS[column];
  if (!signal) return 0;
  const factor = column === RATE ? pressure : 1;
  const above = level - signal.allowance / factor;
  return above <= 0 ? 0 : Math.min(signal.max, above * signal.pointsPerUnit * factor);
}

export function scoreOf(level: (column: number) => number, pressure: number): number {
  let sum = 0;
  for (let column = 0; column < TRAFFIC_SIGNALS.length; column += 1) {
    sum += pointsOf(column, level(column), pressure);
  }
  return Math.min(100, sum);
}

export function reasonsOf(level: (column: number) => number, pressure: number): Reason[] {
  return TRAFFIC_SIGNALS.map(({ name }, column) => ({
    signal: name,
    points: Math.round(pointsOf(column, level(column), pressure)),
    level: Math.round(level(column) * 10) / 10,
  }))
    .filter(({ points }) => points > 0)
    .toSorted((one, two) => two.points - one.points);
}

export function hasSeveralKinds(level: (column: number) => number, pressure: number): boolean {
  let kinds = 0;
  for (let column = 0; column < TRAFFIC_SIGNALS.length; column += 1) {
    if (pointsOf(column, level(column), pressure) >= POINTS_OF_A_KIND) kinds += 1;
  }
  return kinds >= KINDS_FOR_BLOCK;
}

/** 'Many requests: 41 of 100 points (level 1,283)' */
export function describeReason({ signal, points, level }: Reason): string {
  const label = TRAFFIC_SIGNALS.find(({ name }) => name === signal)?.label ?? signal;
  return `${label}: ${points} of 100 points (level ${level.toLocaleString('en')})`;
}
