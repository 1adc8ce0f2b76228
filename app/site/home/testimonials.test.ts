import { expect, test } from 'vitest';
import { moveIndex, swipeStep } from './testimonials.tsx';

test('next wraps from the last to the first', () => {
  expect(moveIndex(0, 1, 3)).toBe(1);
  expect(moveIndex(2, 1, 3)).toBe(0);
});

test('previous wraps from the first to the last', () => {
  expect(moveIndex(1, -1, 3)).toBe(0);
  expect(moveIndex(0, -1, 3)).toBe(2);
});

test('one testimonial stays, and none gives index 0', () => {
  expect(moveIndex(0, 1, 1)).toBe(0);
  expect(moveIndex(0, -1, 1)).toBe(0);
  expect(moveIndex(0, 1, 0)).toBe(0);
});

test.each([
  [-60, 5, 1],
  [60, -20, -1],
  [-47, 0, null],
  [60, 90, null],
])('a swipe of %i, %i asks for step %j', (deltaX, deltaY, step) => {
  expect(swipeStep(deltaX, deltaY)).toBe(step);
});
