export function moveIndex(index: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count;
}

const SWIPE_PX = 48;

/** The step that a horizontal swipe asks for, null when it was too short or mostly vertical. */
export function swipeStep(deltaX: number, deltaY: number): 1 | -1 | null {
  if (Math.abs(deltaX) < SWIPE_PX || Math.abs(deltaX) < Math.abs(deltaY)) return null;
  return deltaX < 0 ? 1 : -1;
}
