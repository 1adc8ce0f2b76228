import { expect, test } from 'vitest';
import { PROCESS_MESSAGES } from '#app/site/home/messages.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { planWeeks, totalWeeks } from './process.tsx';

test('durations are written as least and most weeks', () => {
  expect(PROCESS_MESSAGES.stepDuration({ least: 1, max: 1 })).toBe('1 week');
  expect(PROCESS_MESSAGES.stepDuration({ least: 2, max: 3 })).toBe('2-3 weeks');
  expect(PROCESS_MESSAGES.duration({ least: 6, max: 8 })).toBe('6 to 8 weeks in all.');
  expect(PROCESS_MESSAGES.duration({ least: 6, max: 6 })).toBe('6 weeks in all.');
});

test('the steps follow each other, and those of the sample take 6 to 8 weeks', () => {
  const plan = planWeeks(SAMPLE_CONTENT.process.steps);
  expect(totalWeeks(plan)).toEqual({ least: 6, max: 8 });
  expect(plan.map(({ start }) => start)).toEqual([0, 1, 2, 4, 7]);
});

test.each([
  [3, null, { least: 3, max: 3 }],
  [null, 2, { least: 2, max: 2 }],
  [4, 2, { least: 2, max: 4 }],
  [null, null, { least: 0, max: 0 }],
])('%s weeks at least and %s at most', (least, most, weeks) => {
  expect(planWeeks([{ name: 'Step', text: '', least, most }])[0]?.weeks).toEqual(weeks);
});
