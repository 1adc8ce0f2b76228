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

export const UNANSWERED_ROWS = 5;

export const OVERVIEW_ROWS = 6;

export const DEFAULT_TIME_ZONE = 'Europe/Istanbul';
