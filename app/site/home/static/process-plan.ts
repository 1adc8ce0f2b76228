import type { ProcessStep } from '#app/site/home/messages.ts';

type Weeks = { least: number; max: number };
type PlannedStep = Weeks & { step: ProcessStep; start: number };

/** Reads '1 week' as 1 to 1 and '2-3 weeks' as 2 to 3. */
export function readWeeks(duration: string): Weeks {
  const [least = 0, max = least] = (duration.match(/\d+/g) ?? []).map(Number);
  return { least, max };
}

/** Each step with the week in which it begins at the latest. */
export function planWeeks(steps: readonly ProcessStep[]): PlannedStep[] {
  let start = 0;
  return steps.map((step) => {
    const planned = { step, start, ...readWeeks(step.duration) };
    start += planned.max;
    return planned;
  });
}

export function totalWeeks(steps: readonly ProcessStep[]): Weeks {
  const all = steps.map(({ duration }) => readWeeks(duration));
  return {
    least: all.reduce((sum, { least }) => sum + least, 0),
    max: all.reduce((sum, { max }) => sum + max, 0),
  };
}
