/** In characters; the sort order is a number. */
export const FAQ_LIMITS = {
  question: 500,
  answer: 10_000,
  category: 100,
  sortOrder: 1_000_000_000,
} as const;

export const FAQ_MESSAGES = {
  question: 'Question is required',
  questionTooLong: 'Question must be at most 500 characters',
  answer: 'Answer is required',
  answerTooLong: 'Answer must be at most 10,000 characters',
  category: 'Category is required',
  categoryTooLong: 'Category must be at most 100 characters',
  sortOrder: 'Sort order must be 0 or greater',
  sortOrderWhole: 'Sort order must be a whole number',
  sortOrderTooLarge: 'Sort order must be at most 1,000,000,000',
  isPublished: 'Choose whether the question is published',
  notFound: 'This question does not exist any more.',
  conflict: 'This question was changed by someone else in the meantime.',
  created: 'FAQ created successfully',
  updated: 'FAQ updated successfully',
  deleted: 'FAQ deleted successfully',
  restored: 'FAQ restored successfully',
  reordered: 'FAQ reordered successfully',
  loadFailed: 'Failed to load FAQs',
  saveFailed: 'Failed to save FAQ',
  deleteFailed: 'Failed to delete FAQ',
  restoreFailed: 'Failed to restore FAQ',
  reorderFailed: 'Failed to reorder FAQ',
  deleteQuestion: 'Are you sure you want to delete this FAQ?',
} as const;

export const MOVE_DIRECTIONS = ['up', 'down'] as const;

export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];

/** What the form of a new question starts with. */
export const NEW_FAQ = { question: '', answer: '', category: 'General', isPublished: true };
