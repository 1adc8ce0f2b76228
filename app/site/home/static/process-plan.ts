import type { Weeks } from '#app/site/home/messages.ts';

type Step = { weeks: Weeks };

/** Each step with the week in which it begins at the latest. */
export function planWeeks<Planned extends Step>(steps: readonly Planned[]) {
  return steps.map((step, index) => ({ ...step, start: totalWeeks(steps.slice(0, index)).max }));
}

export function totalWeeks(steps: readonly Step[]): Weeks {
  const sum = (bound: keyof Weeks) => steps.reduce((all, { weeks }) => all + weeks[bound], 0);
  return { least: sum('least'), max: sum('max') };
}
