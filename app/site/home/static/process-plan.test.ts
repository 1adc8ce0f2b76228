import { expect, test } from 'vitest';
import { PROCESS_STEPS } from '#app/site/home/messages.ts';
import { planWeeks, readWeeks, totalWeeks } from './process-plan.ts';

test('durations are read as least and most weeks', () => {
  expect(readWeeks('1 week')).toEqual({ least: 1, max: 1 });
  expect(readWeeks('2-3 weeks')).toEqual({ least: 2, max: 3 });
});

test('the five steps follow each other and take 6 to 8 weeks', () => {
  expect(totalWeeks(PROCESS_STEPS)).toEqual({ least: 6, max: 8 });
  expect(planWeeks(PROCESS_STEPS).map(({ start }) => start)).toEqual([0, 1, 2, 4, 7]);
});
