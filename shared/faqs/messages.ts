import type { MoveDirection } from './values.ts';

export const FAQ_SCREEN_MESSAGES = {
  order: 'Order',
  clearSearch: 'To change the order, clear the search and sort by Order first.',
  move: (question: string, direction: MoveDirection) => `Move ${question} ${direction}`,
  reordered: 'FAQ reordered successfully',
  reorderFailed: 'Failed to reorder FAQ',
} as const;
