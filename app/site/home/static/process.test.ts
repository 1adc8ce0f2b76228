import { expect, test } from 'vitest';
import { PROCESS_INTRO, PROCESS_STEPS } from '#app/site/home/messages.ts';
import { planWeeks, totalWeeks } from './process.tsx';

test('durations are written as least and most weeks', () => {
  expect(PROCESS_INTRO.stepDuration({ least: 1, max: 1 })).toBe('1 week');
  expect(PROCESS_INTRO.stepDuration({ least: 2, max: 3 })).toBe('2-3 weeks');
});

test('the five steps follow each other and take 6 to 8 weeks', () => {
  expect(totalWeeks(PROCESS_STEPS)).toEqual({ least: 6, max: 8 });
  expect(planWeeks(PROCESS_STEPS).map(({ start }) => start)).toEqual([0, 1, 2, 4, 7]);
});
