import { expect, test } from 'vitest';
import { moveIndex, swipeStep } from './testimonials.tsx';

test.each<[number, 1 | -1, number, number]>([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [1, -1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 1, 0],
  [0, -1, 1, 0],
  [0, 1, 0, 0],
])('from %i by %i of %i testimonials leads to %i', (index, step, count, next) => {
  expect(moveIndex(index, step, count)).toBe(next);
});

test.each([
  [-60, 5, 1],
  [60, -20, -1],
  [-47, 0, null],
  [60, 90, null],
])('a swipe of %i, %i asks for step %j', (deltaX, deltaY, step) => {
  expect(swipeStep(deltaX, deltaY)).toBe(step);
});
