export const LEAD_PAGE_SIZE = 50;

export const DEFAULT_LEAD_SORT = '-created_at';

export const MAX_NOTES = 10_000;

export const MAX_PREVIOUS_LEADS = 10;

export const MAX_SAVED_FILTERS = 20;

export const MAX_PREVIEW = 100;

/** Why an order or a message is marked as suspect; each of these alone is enough. */
export const SUSPECT_REASONS = [
  { value: 'trap', label: 'the hidden field was filled in' },
  { value: 'repeated', label: 'the same text came three times or more within an hour' },
  { value: 'links', label: 'the text is nothing but web addresses' },
  {
    value: 'fast',
    label: 'the text has a web address and was sent less than 3 seconds after the form was opened',
  },
] as const;

export type SuspectReason = (typeof SUSPECT_REASONS)[number]['value'];

export function suspectReasonLabel(reason: string): string {
  return SUSPECT_REASONS.find(({ value }) => value === reason)?.label ?? reason;
}

export const MARK_REMOVED = { oldStatus: 'suspect', newStatus: 'not-suspect' } as const;

export const SAVED_FILTER_SCREENS = [
  'orders',
  'messages',
  'blog-posts',
  'projects',
  'faqs',
  'clients',
  'testimonials',
  'team-members',
] as const;

export const SAVED_FILTER_LIMITS = { name: 80, query: 2_000 } as const;

export type SavedFilterScreen = (typeof SAVED_FILTER_SCREENS)[number];
