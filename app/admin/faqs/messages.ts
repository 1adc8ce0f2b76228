import type { MoveDirection } from '#shared/faqs/values.ts';

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
  clearSearch: 'To change the order, clear the search first.',
  move: (question: string, direction: MoveDirection) => `Move ${question} ${direction}`,
} as const;
