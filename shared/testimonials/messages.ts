export const NO_RATING = 'No rating';

export function formatStars(count: number): string {
  return count === 1 ? '1 star' : `${count} stars`;
}
