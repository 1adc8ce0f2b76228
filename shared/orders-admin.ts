import { ESTIMATED_BUDGETS, ORDER_STATUSES, TARGET_TIMELINES } from './orders.ts';

export const ORDER_SORTS = ['-created_at', 'created_at', 'full_name', '-full_name'] as const;

export const DEFAULT_ORDER_SORT = '-created_at' satisfies OrderSort;

export const ORDER_ADMIN_MESSAGES = {
  notFound: 'This order does not exist any more.',
  fileNotFound: 'This file does not exist any more.',
  loading: 'Loading orders...',
  empty: 'No orders found',
  loadFailed: 'Failed to fetch orders. Please try again.',
  updateFailed: 'Failed to update order status',
  updatedTitle: 'Status updated',
  notesSaved: 'Notes saved successfully',
  notesFailed: 'Failed to save notes',
  exportFailedTitle: 'Export Failed',
  exportFailed: 'Failed to export orders',
  exportedTitle: 'Export Complete',
  exported: 'Orders exported successfully',
} as const;

function labelOf(options: readonly { value: string; label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

export function orderStatusLabel(status: string): string {
  return labelOf(ORDER_STATUSES, status);
}

export function budgetLabel(budget: string): string {
  return labelOf(ESTIMATED_BUDGETS, budget);
}

export function timelineLabel(timeline: string): string {
  return labelOf(TARGET_TIMELINES, timeline);
}

/** 'Order status changed to in-progress' */
export function orderStatusChangedMessage(status: string): string {
  return `Order status changed to ${status}`;
}

export type OrderSort = (typeof ORDER_SORTS)[number];
