/** In characters; the sort order is a number. */
export const FAQ_LIMITS = {
  question: 500,
  answer: 10_000,
  category: 100,
  sortOrder: 1_000_000_000,
} as const;

export const MOVE_DIRECTIONS = ['up', 'down'] as const;

export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];

/** What the form of a new question starts with; its place is behind all others. */
export const NEW_FAQ = {
  question: '',
  answer: '',
  category: 'General',
  sortOrder: undefined as number | undefined,
  isPublished: true,
};
