import { type Period, RETENTION, type RetentionKind, type RetentionRule } from './values.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

export function ruleOf(kind: RetentionKind): RetentionRule {
  const rule = RETENTION.find((each) => each.kind === kind);
  if (!rule) throw new Error(`No rule for ${kind}`);
  return rule;
}

/** `years` calendar years later, in UTC; of 29 February the 28th where there is none. */
function addYears(date: Date, years: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(date.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== date.getUTCMonth()) moved.setUTCDate(0);
  return moved;
}

function shift(date: Date, period: Period, sign: 1 | -1): Date {
  if ('years' in period) return addYears(date, sign * period.years);
  const ms = 'days' in period ? period.days * DAY_MS : period.hours * HOUR_MS;
  return new Date(date.getTime() + sign * ms);
}

function periodOf(kind: RetentionKind): Period {
  const { period } = ruleOf(kind);
  if (!period) throw new Error(`${kind} has no period of its own`);
  return period;
}

export function retainedUntil(kind: RetentionKind, since: Date): Date {
  return shift(since, periodOf(kind), 1);
}

export function endOfOrder(
  { updatedAt }: { updatedAt: Date },
  { lastWordAt }: { lastWordAt: Date },
): Date {
  return retainedUntil('orders', lastWordAt > updatedAt ? lastWordAt : updatedAt);
}

/** Whatever began before this has reached the end of its period. */
export function retainedSince(kind: RetentionKind, now: Date): Date {
  return shift(now, periodOf(kind), -1);
}

/** '2 years', '1 day'; null for what has no period of its own. */
export function periodText({ period }: Pick<RetentionRule, 'period'>): string | null {
  if (!period) return null;
  const [[unit, count] = ['days', 0]] = Object.entries(period);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
