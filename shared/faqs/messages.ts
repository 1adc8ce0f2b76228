import type { MoveDirection } from './values.ts';

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
  reordered: 'FAQ reordered successfully',
  reorderFailed: 'Failed to reorder FAQ',
} as const;

export const FAQ_LABELS = {
  question: 'Question',
  answer: 'Answer',
  category: 'Category',
  sortOrder: 'Sort order',
  isPublished: 'Published',
};

export const FAQ_SCREEN_MESSAGES = {
  order: 'Order',
  answerHint: 'Line breaks are kept.',
  categoryHint: 'Questions of one category stand together on the site.',
  sortOrderHint: 'Smaller numbers come first.',
  clearSearch: 'To change the order, clear the search and sort by Order first.',
  move: (question: string, direction: MoveDirection) => `Move ${question} ${direction}`,
} as const;
