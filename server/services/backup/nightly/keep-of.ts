export const RETAINED = { days: 7, weeks: 4, months: 12 } as const;

const DAY_MS = 24 * 60 * 60 * 1_000;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);
function weekOf(moment: Date): string {
  const sinceMonday = (moment.getUTCDay() + 6) % 7;
  return dayOf(new Date(moment.getTime() - sinceMonday * DAY_MS));
}

function newestOf(moments: readonly Date[], periodOf: (moment: Date) => string, count: number) {
  const newest = new Map<string, Date>();
  for (const moment of moments) {
    const period = periodOf(moment);
    if (!newest.has(period) && newest.size < count) newest.set(period, moment);
  }
  return newest.values();
}

/** Retains the newest backup of each recent day, week and month (UTC) that has one. Gaps do not count. */
export function keepOf(moments: readonly Date[]): Date[] {
  const sorted = moments.toSorted((a, b) => b.getTime() - a.getTime());
  const retained = new Set([
    ...newestOf(sorted, dayOf, RETAINED.days),
    ...newestOf(sorted, weekOf, RETAINED.weeks),
    ...newestOf(sorted, monthOf, RETAINED.months),
  ]);
  return sorted.filter((moment) => retained.has(moment));
}
