export const QUEUE_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'steps', label: 'Next steps due' },
] as const;

export type QueueFilter = (typeof QUEUE_FILTERS)[number]['value'];

export const DEFAULT_QUEUE_FILTER = 'all' satisfies QueueFilter;

export const QUEUE_PAGE_SIZE = 50;

export const MAX_EXCERPT = 160;

/** What is due is counted up to here; a badge that says more says '99+'. */
export const MAX_DUE_COUNT = 100;

/** For how long nobody else need answer, once somebody has said that they do; said again after a third of it. */
export const PRESENCE_MS = 45_000;

/** From this share of the promise on, in per cent, an enquiry counts as due. */
export const NEARLY_DUE_LEVEL = 80;
