export const AUDIT_ACTIONS = [
  { value: 'view', label: 'View' },
  { value: 'detailed_view', label: 'Detailed View' },
  { value: 'bulk_view', label: 'Bulk View' },
  { value: 'update', label: 'Update' },
  { value: 'search', label: 'Search' },
  { value: 'export', label: 'Export' },
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['value'];

/** Those by which somebody reads an enquiry, not a list of them. */
export const READING_ACTIONS = ['view', 'detailed_view'] as const satisfies readonly AuditAction[];

const HOUR_MS = 3_600_000;

export const AUDIT_RANGES = [
  { value: '1h', label: 'Last Hour', ms: HOUR_MS },
  { value: '24h', label: 'Last 24h', ms: 24 * HOUR_MS },
  { value: '7d', label: 'Last 7 Days', ms: 7 * 24 * HOUR_MS },
  { value: '30d', label: 'Last 30 Days', ms: 30 * 24 * HOUR_MS },
  { value: 'all', label: 'All Time', ms: null },
] as const;

export type AuditRange = (typeof AUDIT_RANGES)[number]['value'];

export const DEFAULT_AUDIT_RANGE = '24h' satisfies AuditRange;

export const RECENT_ACTIVITY_MS = HOUR_MS;

/**
 * An administrator who opens `details` enquiries within `minutes` raises an alert, and so does one who opens or is shown
 * `rows` in lists: the first pages of orders and messages show 100.
 */
export const UNUSUAL_READING = { details: 50, rows: 125, minutes: 10 } as const;

export const MAX_AUDIT_SEARCH = 200;

/** Reading one of these fields makes an access a sensitive one. */
export const SENSITIVE_FIELDS = ['message', 'email'] as const;

export const AUDIT_COLUMNS = [
  'Timestamp',
  'Action',
  'Message ID',
  'Admin ID',
  'IP Address',
  'Fields Accessed',
  'Search Query',
] as const;

export const NO_ADMIN = 'System';

/** '1234abcd…' */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}
