export const AUDIT_ACTIONS = [
  { value: 'view', label: 'View' },
  { value: 'detailed_view', label: 'Detailed View' },
  { value: 'bulk_view', label: 'Bulk View' },
  { value: 'update', label: 'Update' },
  { value: 'search', label: 'Search' },
  { value: 'export', label: 'Export' },
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['value'];
