import type { Access } from '#shared/admin-users/values.ts';

export const DASHBOARD_TABS = [
  { value: 'overview', label: 'Business Overview' },
  { value: 'security', label: 'Security Status', access: 'administration' },
  { value: 'ddos', label: 'DDoS Protection', access: 'administration' },
] as const satisfies readonly { value: string; label: string; access?: Access }[];

export const REPORT_RANGES = [
  { value: '12w', label: 'Last 12 weeks' },
  { value: '12m', label: 'Last 12 months' },
] as const;

export type ReportRange = (typeof REPORT_RANGES)[number]['value'];

export const REPORT_PERIODS = 12;

/** How many of the queue the overview shows. */
export const UNANSWERED_ROWS = 5;

/** How many of the last changes the overview shows. */
export const OVERVIEW_ROWS = 6;

/** The zone of the company's own day, where a browser names none. */
export const DEFAULT_TIME_ZONE = 'Europe/Istanbul';
